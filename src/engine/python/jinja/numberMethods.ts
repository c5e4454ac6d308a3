import { PyFloat, pyFloat, pyInt } from '../../core/pyValue.ts';
import { bindArguments } from './arguments.ts';
import { JinjaError } from './jinjaError.ts';
import { type Numeric, numericOf } from './jinjaNumbers.ts';
import { type JinjaValue, PyFunction, PyTuple, typeName } from './value.ts';

/** The attributes of Python 3.11's `int`, which a bool has as well. */
const ofInt: Readonly<Record<string, (value: bigint) => JinjaValue>> = {
  real: pyInt,
  imag: () => 0,
  numerator: pyInt,
  denominator: () => 1,
};

const intMethods: Readonly<Record<string, (value: bigint) => JinjaValue>> = {
  bit_length: value => (value === 0n ? 0 : magnitude(value).toString(2).length),
  bit_count: value => magnitude(value).toString(2).replaceAll('0', '').length,
  conjugate: pyInt,
  as_integer_ratio: value => new PyTuple([pyInt(value), 1]),
};

const ofFloat: Readonly<Record<string, (value: number) => JinjaValue>> = {
  real: pyFloat,
  imag: () => pyFloat(0),
};

const floatMethods: Readonly<Record<string, (value: number) => JinjaValue>> = {
  is_integer: Number.isInteger,
  conjugate: pyFloat,
  as_integer_ratio: value => new PyTuple(integerRatio(value).map(pyInt)),
};

/** An attribute of an int, a bool or a float, a method bound to it; `undefined`: numbers have none of that name, or it is not a number. */
export function numberAttribute(owner: JinjaValue, name: string): JinjaValue | undefined {
  const value = numericOf(owner);
  if (value === undefined) return undefined;
  return owner instanceof PyFloat || typeof value === 'number'
    ? attributeOf(owner, name, Number(value), ofFloat, floatMethods)
    : attributeOf(owner, name, value, ofInt, intMethods);
}

function attributeOf<T extends Numeric>(
  owner: JinjaValue,
  name: string,
  value: T,
  plain: Readonly<Record<string, (value: T) => JinjaValue>>,
  methods: Readonly<Record<string, (value: T) => JinjaValue>>,
): JinjaValue | undefined {
  if (Object.hasOwn(plain, name)) return plain[name]?.(value);
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return (
    method &&
    new PyFunction(`<built-in method ${name} of ${typeName(owner)} object>`, (args, keywords) => {
      bindArguments(name, [], args, keywords);
      return method(value);
    })
  );
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Python's `float.as_integer_ratio()`: the exact fraction in lowest terms. Raises `OverflowError` and `ValueError`. */
function integerRatio(value: number): readonly [bigint, bigint] {
  if (Number.isNaN(value)) throw new JinjaError('ValueError', 'cannot convert NaN to integer ratio');
  if (!Number.isFinite(value)) throw new JinjaError('OverflowError', 'cannot convert Infinity to integer ratio');
  let denominator = 1n;
  let numerator = value;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return [BigInt(numerator), denominator];
}
