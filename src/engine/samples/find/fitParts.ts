import type { ResponseVerdict } from './readAll.ts';

/** Why a candidate stands where it stands. */
export interface FitParts {
  /** How many responses it reads to a value that holds anything. */
  readonly read: number;
  /** How many it reads, and leaves in a text what is a call: they do not count as read. */
  readonly callsAsText: number;
  /** How many it refuses for what they say, which edits would mend: they are meant for it. */
  readonly mendable: number;
  /** Whether it asks for a form: the responses' words alone it would not read. */
  readonly asksForForm: boolean;
  /** Whether it asks for certain words: the same form with other words it would not read. */
  readonly asksForWords: boolean;
  /** For a draft, `asksForWords` is of its type, which would be drafted for other words as well, and this of the draft as it is. */
  readonly asksForNames: boolean;
  /** Whether any words do for it and its values hold most of the responses' names as text: keys that it did not read as keys. */
  readonly takesNamesAsText: boolean;
  /** Whether that it reads the responses says little: it asks for no form, or takes any words in that form and the responses do not have its names. */
  readonly takesAnything: boolean;
  /** What share of the names in its example (keys, tags, labels) the responses have, from 0 to 1; 0 for a draft, which takes them from there. */
  readonly names: number;
  /** Whether that is so many that the responses are meant for it, read or not. */
  readonly hasNames: boolean;
  /** The mean of the responses' coverage, 0 where one is not read. */
  readonly words: number;
  readonly marks: number;
  /** Of all responses. */
  readonly repairs: number;
  readonly warnings: number;
}

/**
 * Where a candidate stands among others, however they were ranked: the one with the larger first number comes first, of
 * equal ones the one with the larger second, and so on.
 */
export function fitRank({ parts, score }: { readonly parts: FitParts; readonly score: number }): readonly number[] {
  return [levelOf(parts), weightOf(parts), parts.read > 0 ? 0 : parts.names, parts.mendable, score];
}

/** What asks for these words and reads; what has the names and does not; what reads any words in a form; what takes the names for text, too; what reads any text; the rest. */
function levelOf({ read, mendable, hasNames, asksForForm, takesNamesAsText, takesAnything }: FitParts): number {
  if (read > 0 && !takesAnything) return 5;
  if (hasNames || (read === 0 && mendable > 0)) return 4;
  if (read === 0) return 0;
  return !asksForForm ? 1 : takesNamesAsText ? 2 : 3;
}

/** One that can be mended counts half. A response counts twice for the definition whose names it has: another one, which takes any names, reads what this one refuses. */
function weightOf({ read, mendable, hasNames }: FitParts): number {
  return (hasNames ? 2 : 1) * (read + mendable / 2);
}

/** Orders two ranks of `fitRank`, the better first. */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [i, number] of a.entries()) if (number !== b[i]) return b[i]! - number;
  return 0;
}

/** The longest part of an error's message that is repeated. */
const maxMessage = 100;

/** Why a candidate stands where it stands, in a line for the user. */
export function explainFit(parts: FitParts, verdicts: readonly ResponseVerdict[]): string {
  const isUnchanged = parts.read > 0 && verdicts.every(verdict => !verdict.ok || verdict.isUnchanged);
  return [
    reading(parts, verdicts),
    ...mendable(parts, verdicts.length),
    ...(isUnchanged ? ['gives it back as it is'] : doubts(parts)),
  ].join('; ');
}

function reading({ read, callsAsText }: FitParts, verdicts: readonly ResponseVerdict[]): string {
  if (callsAsText > 0) {
    if (verdicts.length === 1) return 'Leaves a call in the text';
    const others = read > 0 ? `Reads ${read} of ${verdicts.length} responses; leaves` : 'Leaves';
    return `${others} a call in the text of ${callsAsText}`;
  }
  const failed = verdicts.findIndex(verdict => !verdict.ok);
  const failure = verdicts[failed];
  const one = verdicts.length === 1;
  if (!failure || failure.ok) {
    if (read === 0) return one ? 'Finds nothing in the response' : 'Finds nothing in the responses';
    return one
      ? 'Reads the response'
      : `Reads ${read === verdicts.length ? 'all' : read} of ${verdicts.length} responses`;
  }
  const reason = `${failure.error.class}: ${shortened(failure.error.message)}`;
  if (one) return `Does not read the response: ${reason}`;
  const first = `response ${failed + 1}: ${reason}`;
  return read === 0
    ? `Reads none of ${verdicts.length} responses; ${first}`
    : `Reads ${read} of ${verdicts.length} responses; ${first}`;
}

function mendable({ mendable: count }: FitParts, all: number): readonly string[] {
  if (count === 0) return [];
  return [all === 1 ? 'what breaks its schema can be repaired' : `${count} that break its schema can be repaired`];
}

function doubts(parts: FitParts): readonly string[] {
  const { read, words, repairs, warnings } = parts;
  if (read === 0) return [];
  const share = Math.round(100 * words);
  return [
    ...demands(parts),
    ...(share < 100 ? [`uses ${share} % of its words`] : []),
    ...(repairs > 0 ? [counted(repairs, 'repair')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
}

function demands({ asksForForm, asksForWords, takesNamesAsText }: FitParts): readonly string[] {
  if (!asksForForm) return ['would read any text'];
  if (takesNamesAsText) return ['takes its keys as text'];
  return asksForWords ? ['asks for what stands in it'] : [];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function shortened(message: string): string {
  const line = message.replace(/\s+/g, ' ');
  return line.length > maxMessage ? `${line.slice(0, maxMessage - 1)}…` : line;
}
