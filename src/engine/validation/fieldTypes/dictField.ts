import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import { compositeName } from '../compositeName.ts';
import { counted } from '../text.ts';
import { fail, failed, inside, labelled, type Validator } from '../validator.ts';
import type { LengthRules } from './listField.ts';

/** `Dict[K, V]`. Keys are checked as `K` but stay strings: a Python dict with other keys is not told apart. */
export function dictField(keys: Validator, values: Validator, { min, max }: LengthRules): Validator {
  return {
    name: compositeName('dict[', [keys, values]),
    validate(input, place, run) {
      if (!isPyDict(input)) return fail(run, place, input, 'dict_type', 'Input should be a valid dictionary');
      const mark = run.errors.length;
      const output = new Map<string, PyValue>();
      for (const [key, value] of input) {
        const at = inside(place, key);
        const outputKey = keys.validate(key, labelled(at, '[key]'), run);
        const item = values.validate(value, at, run);
        if (outputKey !== failed && item !== failed) output.set(key, item);
      }
      if (run.errors.length > mark) return failed;
      const wrong =
        min !== undefined && output.size < min ? 'least' : max !== undefined && output.size > max ? 'most' : '';
      if (wrong === '') return output;
      const bound = counted((wrong === 'least' ? min : max) ?? 0, 'item');
      const msg = `Dictionary should have at ${wrong} ${bound} after validation, not ${output.size}`;
      return fail(run, place, input, wrong === 'least' ? 'too_short' : 'too_long', msg);
    },
    keeps(value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const members = Object.entries(value);
      if ((min !== undefined && members.length < min) || (max !== undefined && members.length > max)) return false;
      return members.every(([key, item]) => keys.keeps?.(key) && values.keeps?.(item));
    },
  };
}
