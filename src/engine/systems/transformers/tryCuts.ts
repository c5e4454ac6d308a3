import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { CutOutcome, CutSafety } from '../../parsers/shared/streamReader.ts';
import { pyEquals } from '../../python/index.ts';
import { isStructured } from './contentParsers.ts';
import type { ResponseTemplate } from './responseTemplate.ts';
import { TemplateReader } from './templateReader.ts';

/** How many cuts are tried: all of a short answer, of a longer one so many, evenly. */
const maxCuts = 300;

/**
 * Tries the cuts of an answer. The time is that of `maxCuts` readings of it. Never throws what reading raises: that is an
 * outcome.
 */
export function tryCuts(template: ResponseTemplate, prefix: string, answer: string, tools: PyValue = null): CutSafety {
  const read = (...chunks: readonly string[]) => outcomeOf(template, prefix, chunks, tools);
  const whole = read(answer);
  const cuts = cutsOf(answer);
  const differs = cuts
    .map(cut => ({ cut, outcome: read(answer.slice(0, cut), answer.slice(cut)) }))
    .find(({ outcome }) => !sameOutcome(outcome, whole));
  const passes =
    'message' in whole ? passingEnd(template, whole.message, cuts, end => read(answer.slice(0, end))) : undefined;
  return { whole, ...(differs && { differs }), ...(passes && { passes }) };
}

/** The places between characters where an answer is cut. */
function cutsOf(answer: string): readonly number[] {
  const step = Math.max(1, Math.ceil(answer.length / maxCuts));
  const cuts: number[] = [];
  for (let cut = 1; cut < answer.length; cut += step) if ((answer.charCodeAt(cut) & 0xfc00) !== 0xdc00) cuts.push(cut);
  return cuts;
}

function outcomeOf(template: ResponseTemplate, prefix: string, chunks: readonly string[], tools: PyValue): CutOutcome {
  try {
    const reader = new TemplateReader(template, prefix, tools);
    for (const chunk of chunks) reader.feed(chunk);
    return { message: reader.finalize().message };
  } catch (error) {
    if (error instanceof EngineError) return { error };
    throw error;
  }
}

function sameOutcome(one: CutOutcome, other: CutOutcome): boolean {
  if ('error' in one) return 'error' in other && one.error.class === other.error.class;
  return 'message' in other && pyEquals(one.message, other.message);
}

/** A value that only ends with the answer loses parts, not just its rest: the keys of its objects are counted. */
function passingEnd(
  template: ResponseTemplate,
  whole: PyDict,
  cuts: readonly number[],
  read: (end: number) => CutOutcome,
): CutSafety['passes'] {
  const fields = [...template.fields.values()].filter(field => isStructured(field.content)).map(({ name }) => name);
  for (const end of cuts) {
    const outcome = read(end);
    if (!('message' in outcome)) continue;
    const { message } = outcome;
    if (fields.some(name => lacksKeys(message.get(name) ?? null, whole.get(name) ?? null))) return { end, message };
  }
  return undefined;
}

/** Whether an object somewhere in a value has fewer keys than the one at its place in the whole. */
function lacksKeys(part: PyValue, whole: PyValue): boolean {
  if (isPyList(part) && isPyList(whole)) return part.some((item, i) => lacksKeys(item, whole[i] ?? null));
  if (!isPyDict(part) || !isPyDict(whole)) return false;
  return [...whole].some(([key, value]) => !part.has(key) || lacksKeys(part.get(key) ?? null, value));
}
