import type { PyValue } from '../../core/pyValue.ts';
import { compositeName } from '../compositeName.ts';
import { type Exactness, exact, failed, floorExactness, labelled, spend, type Validator } from '../validator.ts';

/**
 * `Union[A, B]` in smart mode: the first member that fits exactly; else of those that fit, the one with the most fields
 * set (of models), then the one that fits more closely, then the first. When none fits, the errors of all.
 */
export function unionField(choices: readonly Validator[]): Validator {
  return {
    name: compositeName('union[', choices),
    validate(input, place, run) {
      const { exactness: outerExactness, fieldsSet: outerFields } = run;
      const mark = run.errors.length;
      let best: { value: PyValue; exactness: Exactness; fieldsSet: number | undefined } | undefined;
      for (const choice of choices) {
        spend(run);
        run.exactness = exact;
        run.fieldsSet = undefined;
        const errorsBefore = run.errors.length;
        const value = choice.validate(input, labelled(place, choice.name), run);
        if (value === failed) {
          if (best !== undefined) run.errors.length = errorsBefore;
          continue;
        }
        const { exactness, fieldsSet } = run as { exactness: Exactness; fieldsSet: number | undefined };
        const candidate = { value, exactness, fieldsSet };
        if (best === undefined || isBetter(candidate, best)) best = candidate;
        if (exactness === exact && fieldsSet === undefined) {
          best = candidate;
          break;
        }
      }
      run.exactness = outerExactness;
      run.fieldsSet = outerFields;
      if (best === undefined) return failed;
      run.errors.length = mark;
      floorExactness(run, best.exactness);
      if (best.fieldsSet !== undefined) run.fieldsSet = (run.fieldsSet ?? 0) + best.fieldsSet;
      return best.value;
    },
  };
}

interface Fit {
  readonly exactness: Exactness;
  readonly fieldsSet: number | undefined;
}

function isBetter(fit: Fit, than: Fit): boolean {
  if (fit.fieldsSet !== undefined && than.fieldsSet !== undefined && fit.fieldsSet !== than.fieldsSet)
    return fit.fieldsSet > than.fieldsSet;
  return fit.exactness > than.exactness;
}
