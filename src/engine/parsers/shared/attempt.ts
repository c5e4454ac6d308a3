import { EngineError } from '../../core/errors.ts';

/** What `read` gives; `undefined` where it raises an `EngineError`. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
