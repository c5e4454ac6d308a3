import { EngineError } from '../../core/errors.ts';

/** What `read` gives; `undefined` where it raises an `EngineError`. */
export function attempt<T>(read: () => T): T | undefined {
  const made = resultOrError(read);
  return made instanceof EngineError ? undefined : made;
}

/** What `read` gives, or the `EngineError` that it raises. */
export function resultOrError<T>(read: () => T): T | EngineError {
  try {
    return read();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}
