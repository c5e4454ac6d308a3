import {
  type CutSafety,
  type Definition,
  EngineError,
  type Host,
  type Sample,
  toJsonText,
} from '../../engine/index.ts';
import type { CheckedSample } from '../../views/checkedFile.ts';

/** Whether a sample's answer gives the same wherever its stream is cut; `undefined` for types that do not read answers as they come. */
export async function cutSample(
  { name, parserType, source }: Definition,
  sample: Sample,
  text: string,
  host: Host,
): Promise<Omit<CheckedSample, 'line' | 'column'> | undefined> {
  const cuts = parserType.streams?.cuts;
  if (!cuts) return undefined;
  const message = wordsOf(await attempt(() => cuts(source, text, host)), text);
  return {
    definition: name,
    name: `${sample.name}, cut`,
    verdict: message === undefined ? 'pass' : 'fail',
    ...(message !== undefined && { message }),
    differences: [],
  };
}

async function attempt(run: () => Promise<CutSafety>): Promise<CutSafety | EngineError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

/** What is not safe, in a sentence; `undefined`: nothing. */
function wordsOf(safety: CutSafety | EngineError, text: string): string | undefined {
  if (safety instanceof EngineError) return `${safety.class}: ${safety.message}`;
  const { differs, passes } = safety;
  if (differs) {
    const { cut, outcome } = differs;
    const given =
      'message' in outcome ? toJsonText(outcome.message, 0) : `${outcome.error.class}: ${outcome.error.message}`;
    return `Cut behind ${JSON.stringify(text.slice(Math.max(0, cut - 20), cut))}, the stream gives something else: ${given}`;
  }
  if (!passes) return undefined;
  const { end, message } = passes;
  return `An answer that ends behind ${JSON.stringify(text.slice(Math.max(0, end - 20), end))} passes for a complete one, with less in it: ${toJsonText(message, 0)}`;
}
