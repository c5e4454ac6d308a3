/**
 * The end of the reasoning that a text begins with, in a pair of tags of its own, or without the first of them, which a
 * template may have written; 0 where it begins otherwise. Linear.
 */
export function reasoningEnd(text: string): number {
  const open = /^\s*<(think|thinking|thought|thoughts|reasoning|reflection|scratchpad)>/i.exec(text);
  const close = new RegExp(`</${open?.[1] ?? 'think'}>\\s*`, 'gi');
  close.lastIndex = open?.[0].length ?? 0;
  const found = close.exec(text);
  if (!found || (!open && text.slice(0, found.index).includes('<think>'))) return 0;
  return found.index + found[0].length;
}

/** What models end an answer with: the end of a tag, a token of their own. */
const mark = String.raw`(?:</[\w:-]{1,40}>|<\|[\w/ ]{1,40}\|>|<｜[^｜<>]{1,40}｜>|<end_of_turn>|\[/[A-Z_]{1,20}\])`;
const markHere = new RegExp(mark, 'uy');
const marksAtEnd = new RegExp(String.raw`(?:\s{0,20}${mark})+\s*$`, 'u');
/** The marks that a text ends with are no longer than that. */
const longestMarks = 200;

/** Whether such a mark stands at `position`. */
export function isMarkAt(text: string, position: number): boolean {
  markHere.lastIndex = position;
  return markHere.test(text);
}

/** Where the marks begin that a text ends with, the blanks before them included; its length where there are none. */
export function marksStart(text: string): number {
  const from = Math.max(0, text.length - longestMarks);
  const found = marksAtEnd.exec(text.slice(from));
  return found ? from + found.index : text.length;
}
