import { fromPlain, type PyValue, toPlain } from '../../../core/pyValue.ts';
import type { RefusedValue } from '../../../core/refusedValue.ts';
import { placeViolations, settled } from '../../../validation/index.ts';
import { zodBreaches } from './zodBreaches.ts';
import type { ZodModel } from './zodModel.ts';

/** A value that a zod schema refused, with its issues. */
export function refusedByZod(model: ZodModel, value: unknown, issues: readonly unknown[]): RefusedValue {
  const given = fromPlain(value);
  const breachesOf = (input: PyValue) => {
    const outcome = model.validate(toPlain(input), true);
    return outcome.ok ? [] : zodBreaches(outcome.issues, input);
  };
  return {
    value: given,
    violations: place => placeViolations(settled(given, zodBreaches(issues, given), breachesOf), place),
  };
}
