import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';
import { isInt64, isPyInt } from '../pyNumber.ts';
import { orList } from '../text.ts';
import { failed, failValues, floorExactness, lax, newRun, type Validator } from '../validator.ts';
import { coerceFloat } from './floatField.ts';
import { coerceInt, failIntSize } from './intField.ts';
import { literalLookup } from './literalLookup.ts';
import { failUnicode, isBroken } from './unicode.ts';

/** What the members of an enum are: `str`, `int` or `float` for `class Color(str, Enum)` and the like, else `plain`. */
export type EnumKind = 'str' | 'int' | 'float' | 'plain';

/**
 * An `Enum` class: the result is the member with the input's value. A schema knows only the values of the members, so
 * the name of a member is guessed (`red` is taken for RED), and a plain class for one with a mixed-in type.
 */
export function enumField(className: string, values: readonly PyValue[], kind: EnumKind): Validator {
  const lookup = literalLookup(values);
  const msg = `Input should be ${orList(values.map(pyRepr))}`;
  const fault = { type: 'enum', msg, values };
  const members = values.map(value => new PyOpaque(className, memberRepr(className, value), value));
  const find = (input: PyValue): number | undefined | 'too large' => {
    if (kind === 'str') return typeof input === 'string' ? lookup.findExact(input) : undefined;
    if (kind === 'plain') return lookup.find(input) ?? (typeof input === 'boolean' ? findInt(input) : undefined);
    return kind === 'int' ? findInt(input) : lookup.find(coerced(coerceFloat, input) ?? input);
  };
  const findInt = (input: PyValue) => {
    const value = coerced(coerceInt, input);
    if (value === undefined) return undefined;
    return isPyInt(value) && !isInt64(value) ? 'too large' : lookup.findExact(value);
  };
  return {
    name: `${kind === 'plain' ? 'enum' : `${kind}-enum`}[${className}]`,
    validate(input, place, run) {
      floorExactness(run, lax);
      if (kind !== 'int' && kind !== 'float' && isBroken(input)) return failUnicode(input, place, run);
      const index = find(input);
      if (index === 'too large') return failIntSize(coerced(coerceInt, input) ?? input, place, run);
      return index === undefined ? failValues(run, place, input, fault) : members[index]!;
    },
    keeps: value =>
      (kind === 'str' || kind === 'plain') &&
      typeof value === 'string' &&
      lookup.findExact(value) !== undefined &&
      !isBroken(value),
  };
}

function coerced(coerce: typeof coerceInt | typeof coerceFloat, input: PyValue): PyValue | undefined {
  const value = coerce(input, undefined, newRun());
  return value === failed ? undefined : value;
}

function memberRepr(className: string, value: PyValue): string {
  const isWord = typeof value === 'string' && /^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(value);
  const member = isWord ? `.${value.toUpperCase().replace(/[ -]/g, '_')}` : '';
  return `<${className}${member}: ${pyRepr(value)}>`;
}
