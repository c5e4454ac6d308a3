import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';
import { isInt64, isPyInt } from '../pyNumber.ts';
import { orList } from '../text.ts';
import {
  failed,
  failUnicode,
  failValues,
  floorExactness,
  isBroken,
  lax,
  newRun,
  type Validator,
} from '../validator.ts';
import { hashOf } from './collectionFields.ts';
import { coerceFloat, coerceInt, failIntSize } from './numberFields.ts';

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

/** `Literal[…]`: the result is the declared value, not the input. */
export function literalField(expected: readonly PyValue[]): Validator {
  const lookup = literalLookup(expected);
  const reprs = expected.map(pyRepr);
  const msg = `Input should be ${orList(reprs)}`;
  const fault = { type: 'literal_error', msg, values: expected };
  const hasStrings = expected.some(value => typeof value === 'string');
  return {
    name: `literal[${reprs.join(',')}]`,
    validate(input, place, run) {
      if (hasStrings && isBroken(input)) return failUnicode(input, place, run);
      const index = lookup.find(input);
      if (index === 'too large') return failIntSize(input, place, run);
      return index === undefined ? failValues(run, place, input, fault) : expected[index]!;
    },
    // Numbers and booleans may equal each other.
    keeps: value => typeof value === 'string' && lookup.findExact(value) !== undefined && !isBroken(value),
  };
}

/** Finds an input among expected values: first one of its own type, then one that Python finds equal (1, 1.0 and True are). */
interface LiteralLookup {
  /** The index of the expected value; `too large` for an int past 64 bits where ints are expected, which Pydantic does not look up. */
  find(input: PyValue): number | undefined | 'too large';
  /** The index among the values of the input's own type only. */
  findExact(input: PyValue): number | undefined;
}

/** A lookup among expected values. */
export function literalLookup(expected: readonly PyValue[]): LiteralLookup {
  const exactly = new Map<unknown, number>();
  const others = new Map<unknown, number>();
  const primitives = new Map<unknown, number>();
  let hasInts = false;
  expected.forEach((value, index) => {
    const hash = hashOf(value);
    if (typeof value === 'boolean' || typeof value === 'string' || (isPyInt(value) && isInt64(value))) {
      exactly.set(value, index);
      primitives.set(hash, index);
      hasInts ||= isPyInt(value);
    } else if (hash !== undefined) others.set(hash, index);
  });
  return {
    findExact: input => exactly.get(input),
    find(input) {
      if (hasInts && isPyInt(input) && !isInt64(input)) return 'too large';
      const hash = hashOf(input);
      return exactly.get(input) ?? (hash === undefined ? undefined : (others.get(hash) ?? primitives.get(hash)));
    },
  };
}
