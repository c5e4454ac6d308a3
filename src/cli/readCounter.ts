import { createTokenCounter, EngineError, type TokenCounterSpec, tokenCounterSpec } from '../engine/index.ts';
import { type Io, UsageError } from './io.ts';

/** The counter of `--tokens TYPE[:MODEL]`; `undefined` where the option is absent. Throws `UsageError` where there is no such counter. */
export function readCounter(given: string | undefined, { host, reach }: Io): TokenCounterSpec | undefined {
  if (given === undefined) return undefined;
  try {
    const spec = tokenCounterSpec(given);
    createTokenCounter(spec, host);
    reach?.nameCounter(spec);
    return spec;
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`--tokens: ${error.message}`);
    throw error;
  }
}
