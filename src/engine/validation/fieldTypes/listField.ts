import { isPyList, type PyValue } from '../../core/pyValue.ts';
import { compositeName } from '../compositeName.ts';
import { counted } from '../text.ts';
import { type Failed, fail, failed, inside, type Location, type Run, type Validator } from '../validator.ts';

/** The length constraints of a collection. */
export interface LengthRules {
  readonly min?: number;
  readonly max?: number;
}

/** `List[T]`. A list that is too long is noticed at the first item too many and hides the errors before it. */
export function listField(items: Validator, { min, max }: LengthRules): Validator {
  return {
    get name() {
      return compositeName('list[', [items]);
    },
    validate(input, place, run) {
      if (!isPyList(input)) return fail(run, place, input, 'list_type', 'Input should be a valid list');
      const mark = run.errors.length;
      const output: PyValue[] = [];
      for (let i = 0; i < input.length; i++) {
        const item = items.validate(input[i]!, inside(place, i), run);
        if (max !== undefined && i >= max) {
          run.errors.length = mark;
          return failTooLong('List', max, input.length, input, place, run);
        }
        if (item !== failed) output.push(item);
      }
      if (run.errors.length > mark) return failed;
      if (min !== undefined && output.length < min) return failTooShort('List', min, output.length, input, place, run);
      return output;
    },
    keeps: value =>
      Array.isArray(value) &&
      (max === undefined || value.length <= max) &&
      (min === undefined || value.length >= min) &&
      value.every(item => items.keeps?.(item)),
  };
}

/** The error of a collection with too few items. */
export function failTooShort(
  what: string,
  min: number,
  length: number,
  input: PyValue,
  place: Location | undefined,
  run: Run,
): Failed {
  const msg = `${what} should have at least ${counted(min, 'item')} after validation, not ${length}`;
  return fail(run, place, input, 'too_short', msg);
}

/** The error of a collection with too many items; `more` where Pydantic did not count them all. */
export function failTooLong(
  what: string,
  max: number,
  length: number | 'more',
  input: PyValue,
  place: Location | undefined,
  run: Run,
): Failed {
  const msg = `${what} should have at most ${counted(max, 'item')} after validation, not ${length}`;
  return fail(run, place, input, 'too_long', msg);
}
