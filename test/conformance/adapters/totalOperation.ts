import { EngineError } from '../../../src/engine/core/errors.ts';

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

/** The group with each of its functions as a {@link totalOperation}, for those whose arguments come one by one. */
export function totalOperations<Group extends object>(group: Group, tooDeep?: TooDeep): Readonly<Group> {
  const members = Object.entries(group).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, member];
    const total = totalOperation((args: unknown[]): unknown => member(...args), tooDeep);
    return [name, (...args: unknown[]) => total(args)];
  });
  return Object.freeze(Object.fromEntries(members)) as Group;
}

/** What an operation threw, as {@link totalOperation} throws it. */
export function asEngineError(error: unknown, tooDeep: TooDeep = 'RecursionError'): EngineError {
  if (error instanceof EngineError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EngineError(error instanceof RangeError ? tooDeep : 'TypeError', message);
}
