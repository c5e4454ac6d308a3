import type { PyValue } from '../../core/pyValue.ts';
import type { RefusedValue } from '../../core/refusedValue.ts';
import { BudgetSpent, failed, type LineError, newRun, type Validator } from '../validator.ts';
import type { Breach } from './breach.ts';
import { placeViolations } from './placeViolations.ts';
import { pydanticBreaches } from './pydanticBreaches.ts';
import { settled } from './schemaViolations.ts';

/** What tells where a value is not what a validator of Pydantic's wants, given the errors that it found. */
export function violationsOfModel(
  validator: Validator,
): (value: PyValue, errors: readonly LineError[]) => RefusedValue {
  const breachesOf = (value: PyValue): readonly Breach[] => {
    const run = newRun(value);
    try {
      return validator.validate(value, undefined, run) === failed ? pydanticBreaches(run.errors, value) : [];
    } catch (error) {
      if (error instanceof BudgetSpent || error instanceof RangeError) return [];
      throw error;
    }
  };
  return (value, errors) => ({
    value,
    violations: place => placeViolations(settled(value, pydanticBreaches(errors, value), breachesOf), place),
  });
}
