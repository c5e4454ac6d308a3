import { EngineError } from '../core/errors.ts';
import { NoGrammarError } from '../grammar/index.ts';

/** What `make` gives; `undefined` where there is none. */
export function orNone<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof EngineError || error instanceof NoGrammarError) return undefined;
    throw error;
  }
}
