import { isPyList, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';
import { compositeName } from '../compositeName.ts';
import { fail, failed, failMissing, floorExactness, inside, lax, type Validator } from '../validator.ts';
import { failTooLong, failTooShort, type LengthRules } from './listField.ts';

/** `Tuple[A, B]`, and with `rest` `Tuple[A, B, *Tuple[C, ...]]`; from a list. */
export function tupleField(items: readonly Validator[], rest: Validator | undefined, rules: LengthRules): Validator {
  return {
    name: compositeName('tuple[', rest ? [...items, rest, { name: '...' }] : items, ', '),
    validate(input, place, run) {
      if (!isPyList(input)) return fail(run, place, input, 'tuple_type', 'Input should be a valid tuple');
      floorExactness(run, lax);
      const mark = run.errors.length;
      const output: PyValue[] = [];
      const max = rest ? rules.max : items.length;
      const count = Math.max(items.length, rest ? input.length : 0);
      for (let i = 0; i < count; i++) {
        if (i >= input.length) failMissing(run, inside(place, i), input);
        else {
          const item = (items[i] ?? rest!).validate(input[i]!, inside(place, i), run);
          if (item !== failed) output.push(item);
        }
        if (max !== undefined && output.length > max) break;
      }
      if (max !== undefined && (rest ? output.length > max : input.length > max)) {
        run.errors.length = mark;
        return failTooLong('Tuple', max, input.length, input, place, run);
      }
      if (rest && rules.min !== undefined && output.length < rules.min)
        failTooShort('Tuple', rules.min, output.length, input, place, run);
      return run.errors.length > mark ? failed : tupleOf(output);
    },
  };
}

/** A Python tuple. */
function tupleOf(items: readonly PyValue[]): PyOpaque {
  const reprs = items.map(pyRepr);
  return new PyOpaque('tuple', reprs.length === 1 ? `(${reprs[0]},)` : `(${reprs.join(', ')})`, items);
}
