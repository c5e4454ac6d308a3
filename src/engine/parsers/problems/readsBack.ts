import { EngineError } from '../../core/errors.ts';
import { fromPlain, type PyValue, toPlain } from '../../core/pyValue.ts';
import { pyEquals } from '../../python/index.ts';

/**
 * Whether what a framework writes for a value gives that value again, as JSON has both. `read` reads what was written; where
 * it raises an `EngineError`, as for text that the class refuses, it does not.
 */
export function readsBack(value: PyValue, read: () => PyValue): boolean {
  try {
    return isSame(read(), value);
  } catch (error) {
    if (error instanceof EngineError) return false;
    throw error;
  }
}

/** Whether two values are the same as JSON. */
export function isSame(one: PyValue, other: PyValue): boolean {
  return pyEquals(fromPlain(toPlain(one)), fromPlain(toPlain(other)));
}
