import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { Definition } from '../../parsers/definition.ts';
import type { CutSafety } from '../../parsers/shared/streamReader.ts';
import { difference, type MutationOutcome, type MutationResult } from './outcome.ts';

/** How much of the response before a cut is quoted, in UTF-16 units. */
const quoted = 24;

/**
 * What becomes of a good response, whose value is `good`, when its stream is cut in two, and when it ends too early: none
 * for types that do not read responses as they come. A response that passes for a whole one though a part of a call is
 * missing fails; an end that is an error, or that only shortens a text, is no outcome. Never throws but for a bug.
 */
export async function cutOutcomes(
  { parserType, source }: Definition,
  response: string,
  good: PyValue,
  host: Host,
): Promise<readonly MutationOutcome[]> {
  const { cuts } = parserType.streams ?? {};
  if (!cuts) return [];
  let safety: CutSafety;
  try {
    safety = await cuts(source, response, host);
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
  const { differs, passes } = safety;
  const behind = (end: number) => JSON.stringify(response.slice(Math.max(0, end - quoted), end));
  const common = { family: 'truncation', response, expect: { value: good } } as const;
  const outcomes: MutationOutcome[] = [
    differs
      ? {
          ...common,
          ...resultOf(good, differs.outcome),
          operator: 'stream-cut',
          summary: `a stream that is cut behind ${behind(differs.cut)}`,
          passed: false,
        }
      : { ...common, outcome: 'same', operator: 'stream-cut', summary: 'a stream that is cut in two', passed: true },
  ];
  if (passes)
    outcomes.push({
      outcome: 'changed',
      difference: difference(good, passes.message),
      value: passes.message,
      operator: 'early-end',
      family: 'truncation',
      summary: `an answer that ends behind ${behind(passes.end)} passes for a whole one`,
      passed: false,
      response: response.slice(0, passes.end),
    });
  return outcomes;
}

function resultOf(good: PyValue, outcome: CutSafety['whole']): MutationResult {
  if ('message' in outcome)
    return { outcome: 'changed', difference: difference(good, outcome.message), value: outcome.message };
  return { outcome: 'error', error: { class: outcome.error.class, message: outcome.error.message } };
}
