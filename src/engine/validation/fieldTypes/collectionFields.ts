import { isPyDict, isPyList, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';
import { asFloat } from '../pyNumber.ts';
import { counted } from '../text.ts';
import {
  compositeName,
  type Failed,
  fail,
  failed,
  failMissing,
  floorExactness,
  inside,
  type Location,
  labelled,
  lax,
  type Run,
  type Validator,
} from '../validator.ts';

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
