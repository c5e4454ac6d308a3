import type { MutationResult } from './outcome.ts';

/** What of a long message is shown, in UTF-16 units: its beginning names the rule, its end the place. */
const head = 70;
const tail = 110;

/** What came of a mutation, on one line: an error's class and message, or where the value differs; empty for the same value. */
export function mutationDetail(result: MutationResult): string {
  if (result.outcome === 'error') return `${result.error.class}: ${shortMessage(result.error.message)}`;
  return result.outcome === 'changed' ? result.difference : '';
}

/** A message on one line, without its middle where it is long: frameworks repeat the whole response in it. */
export function shortMessage(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  if (line.length <= head + tail) return line;
  // Half a surrogate pair would show as a box.
  const begin = line.slice(0, head).replace(/[\uD800-\uDBFF]$/, '');
  const end = line.slice(1 - tail).replace(/^[\uDC00-\uDFFF]/, '');
  return `${begin.trimEnd()} … ${end.trimStart()}`;
}
