import type { Span } from '../core/span.ts';

/** A Markdown code fence. */
export interface Fence {
  /** The backticks and the language. */
  readonly open: Span;
  /** What follows the backticks on their line, without blanks at its end; may be empty. */
  readonly language: Span;
  /** From behind the opening line to the closing backticks. */
  readonly inner: Span;
  /** The closing backticks. */
  readonly close: Span;
}

/** The text that was looked at last: whatever repairs a response asks for its fences. A long one is not kept. */
let last: { readonly text: string; readonly fences: readonly Fence[] } | undefined;
const longestKept = 100_000;

/** The fences of a text: each opens at the start of a line and closes with the next backticks that end a line. Linear. */
export function findFences(text: string): readonly Fence[] {
  if (last?.text === text) return last.fences;
  const fences = text.includes('```') ? fencesIn(text) : [];
  if (text.length <= longestKept) last = { text, fences };
  return fences;
}

function fencesIn(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  let line: Span = { start: 0, end: -1 };
  /** Where the first of the line stands that is not a blank. */
  let lineText = 0;
  let open: (Pick<Fence, 'open' | 'language'> & { readonly lineEnd: number }) | undefined;
  for (const match of text.matchAll(/`{3,}/g)) {
    const start = match.index;
    const end = start + match[0].length;
    if (start > line.end) {
      const feed = text.indexOf('\n', start);
      line = { start: text.lastIndexOf('\n', start) + 1, end: feed < 0 ? text.length : feed };
      lineText = skipBlanks(text, line.start);
    }
    if (!open) {
      if (start !== lineText) continue;
      const language = { start: end, end: end + text.slice(end, line.end).trimEnd().length };
      open = { open: { start, end: language.end }, language, lineEnd: line.end };
    } else if (start > open.lineEnd && skipBlanks(text, end) >= line.end) {
      const inner = { start: open.lineEnd + 1, end: start };
      fences.push({ open: open.open, language: open.language, inner, close: { start, end } });
      open = undefined;
    }
  }
  return fences;
}

function skipBlanks(text: string, from: number): number {
  let i = from;
  while (text.charAt(i) === ' ' || text.charAt(i) === '\t' || text.charAt(i) === '\r') i++;
  return i;
}
