/** A word, and what stands around it. */
interface WordParts {
  readonly head: string;
  readonly middle: string;
  readonly tail: string;
}

/** `urlize`'s view of a word: brackets and punctuation around it are apart, brackets of its own kept in balance. Linear. */
export function wordParts(word: string): WordParts {
  const head = /^(?:[(<]|&lt;)+/.exec(word)?.[0] ?? '';
  let middle = word.slice(head.length);
  let end = middle.length;
  for (let length = closingLength(middle, end); length > 0; length = closingLength(middle, end)) end -= length;
  let tail = middle.slice(end);
  middle = middle.slice(0, end);
  for (const [open, close] of [
    ['(', ')'],
    ['<', '>'],
    ['&lt;', '&gt;'],
  ] as const) {
    const opened = middle.split(open).length - 1;
    if (opened <= middle.split(close).length - 1) continue;
    for (let i = Math.min(opened, tail.split(close).length - 1); i > 0; i--) {
      const end = tail.indexOf(close) + close.length;
      middle += tail.slice(0, end);
      tail = tail.slice(end);
    }
  }
  return { head, middle, tail };
}

/** How long the bracket or sign is that a word ends with in front of `end`; 0: it ends with something else. */
function closingLength(word: string, end: number): number {
  if (word.endsWith('&gt;', end)) return 4;
  return end > 0 && /[)>.,\n]/.test(word.charAt(end - 1)) ? 1 : 0;
}
