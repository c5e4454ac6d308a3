import { EngineError } from '../core/errors.ts';

/** What a system raises for what is nested too deeply: Python, or JavaScript. */
type TooDeep = 'RecursionError' | 'RangeError';

/**
 * An operation that throws nothing but `EngineError`: also a `TypeError`, for a case whose members are not what they should
 * be, and `tooDeep` for what is nested too deeply.
 */
export function totalOperation<Input, T>(
  operation: (input: Input) => T,
  tooDeep: TooDeep = 'RecursionError',
): (input: Input) => T {
  return input => {
    try {
      return operation(input);
    } catch (error) {
      throw asEngineError(error, tooDeep);
    }
  };
}

/** What an operation threw, as {@link totalOperation} throws it. */
export function asEngineError(error: unknown, tooDeep: TooDeep = 'RecursionError'): EngineError {
  if (error instanceof EngineError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EngineError(error instanceof RangeError ? tooDeep : 'TypeError', message);
}
