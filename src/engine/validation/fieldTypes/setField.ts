import { isPyDict, isPyList, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';
import { compositeName } from '../compositeName.ts';
import { asFloat } from '../pyNumber.ts';
import { fail, failed, floorExactness, inside, lax, type Validator } from '../validator.ts';
import { failTooLong, failTooShort, type LengthRules } from './listField.ts';

/** `Set[T]`, from a list. A schema cannot tell it from `FrozenSet[T]`. Its items keep the order of the list, which in Python they do not. */
export function setField(items: Validator, { min, max }: LengthRules): Validator {
  return {
    name: compositeName('set[', [items]),
    validate(input, place, run) {
      if (!isPyList(input)) return fail(run, place, input, 'set_type', 'Input should be a valid set');
      floorExactness(run, lax);
      const mark = run.errors.length;
      const output = new Map<unknown, PyValue>();
      for (let i = 0; i < input.length; i++) {
        const item = items.validate(input[i]!, inside(place, i), run);
        if (item === failed) continue;
        const key = hashOf(item);
        if (key === undefined) {
          fail(run, inside(place, i), input[i]!, 'set_item_not_hashable', 'Set items should be hashable');
          continue;
        }
        if (!output.has(key)) output.set(key, item);
        if (max !== undefined && output.size > max) {
          run.errors.length = mark;
          return failTooLong('Set', max, 'more', input, place, run);
        }
      }
      if (run.errors.length > mark) return failed;
      if (min !== undefined && output.size < min) return failTooShort('Set', min, output.size, input, place, run);
      const members = [...output.values()];
      const repr = members.length === 0 ? 'set()' : `{${members.map(pyRepr).join(', ')}}`;
      return new PyOpaque('set', repr, members);
    },
  };
}

/** A key that is equal for values that Python finds equal (1, 1.0 and True); `undefined` for what has no hash. */
export function hashOf(value: PyValue): unknown {
  if (isPyList(value) || isPyDict(value) || (value instanceof PyOpaque && value.type === 'set')) return undefined;
  if (typeof value === 'string') return `"${value}`;
  if (value instanceof PyOpaque) return `${value.type} ${value.repr}`;
  if (typeof value === 'bigint') return BigInt(Number(value)) === value ? Number(value) : value;
  return asFloat(value) ?? value;
}
