import { applyEdits, composeEdits } from '../core/applyEdits.ts';
import { trustIn } from './causes.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** A shorter instruction may be part of an answer. */
const shortestEcho = 20;

/**
 * The edits that take off what lies over a whole response, whatever its format: a byte order mark, carriage returns before
 * line feeds, an echo of the instruction, an indentation of all lines. `undefined` where there is nothing of that. Linear.
 */
export function surfaceEdits(text: string, instruction: string): Repairing | undefined {
  let edits: readonly ResponseEdit[] = [];
  let left = text;
  for (const find of [characterEdits, echoEdits, indentEdits]) {
    const found = find(left, instruction);
    if (found.length === 0) continue;
    edits = composeEdits(text, edits, found);
    left = applyEdits(left, found);
  }
  return edits.length > 0 ? { edits, confidence: trustIn(edits), lossy: false, parts: [] } : undefined;
}

/** A byte order mark tells how bytes were decoded, and is not part of the text; nor is how a file ends its lines. */
function characterEdits(text: string): readonly ResponseEdit[] {
  const edits: ResponseEdit[] = [];
  if (text.startsWith('\ufeff')) edits.push({ start: 0, end: 1, text: '', cause: 'odd-space' });
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2))
    edits.push({ start: at, end: at + 1, text: '', cause: 'line-ends' });
  return edits;
}

function echoEdits(text: string, instruction: string): readonly ResponseEdit[] {
  const said = instruction.trim();
  const start = said.length < shortestEcho ? -1 : text.indexOf(said);
  if (start < 0 || text.trim() === said) return [];
  const end = start + said.length;
  return [{ start, end: end + /^\s*/.exec(text.slice(end))![0].length, text: '', cause: 'instruction-echo' }];
}

/** As many blanks as all lines begin with. */
function indentEdits(text: string): readonly ResponseEdit[] {
  const starts: number[] = [];
  let width = Number.POSITIVE_INFINITY;
  for (const { 0: blanks, index } of text.matchAll(/^[ \t]*(?=\S)/gm)) {
    width = Math.min(width, blanks.length);
    if (width === 0) return [];
    starts.push(index);
  }
  return starts.map(index => ({ start: index, end: index + width, text: '', cause: 'indented' }));
}
