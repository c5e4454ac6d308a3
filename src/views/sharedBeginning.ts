/** A shorter beginning is shown, in UTF-16 units. */
const minShared = 12;
/** How many units before the difference are shown, at most, so that it begins with a word. */
const maxLead = 16;

/** The longest beginning that at least half of some texts share; empty where it is short. Linear in the texts. */
export function sharedBeginning(texts: readonly string[]): string {
  const half = Math.max(2, texts.length / 2);
  let left = texts;
  let length = 0;
  for (;;) {
    const counts = new Map<string, number>();
    for (const text of left) if (length < text.length) counts.set(text[length]!, (counts.get(text[length]!) ?? 0) + 1);
    const [most, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0]);
    if (count < half) break;
    left = left.filter(text => text[length] === most);
    length++;
  }
  return length < minShared ? '' : left[0]!.slice(0, length);
}

/** A text from the word on in which it differs from a beginning that others share, `…` before it; one that shares little of it, whole. */
export function fromDifference(text: string, shared: string): string {
  let same = 0;
  while (same < shared.length && text[same] === shared[same]) same++;
  // What ends where the others go on says so by its end.
  if (same < minShared || same === text.length) return text;
  const from = wordStart(text, same);
  return from === 0 ? text : `…${text.slice(from)}`;
}

/** Where the word begins that an offset is in, its quote included; behind a blank, the word before. */
function wordStart(text: string, offset: number): number {
  const least = Math.max(0, offset - maxLead);
  let at = text[offset - 1] === ' ' ? offset - 1 : offset;
  while (at > least && isWordUnit(text[at - 1]!)) at--;
  return at > least && openers.has(text[at - 1]!) ? at - 1 : at;
}

const openers = new Set(['"', "'", '<']);

function isWordUnit(unit: string): boolean {
  return /[\p{L}\p{M}\p{N}_]/u.test(unit);
}
