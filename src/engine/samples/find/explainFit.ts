import type { FitParts } from './fitParts.ts';
import type { ResponseVerdict } from './readAll.ts';

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
