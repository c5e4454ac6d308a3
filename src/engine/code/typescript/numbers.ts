import { fromPlain, isPyDict, isPyList, type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';

/** The value of a number literal; of one with a point or an exponent the float. `undefined` for an integer of too many digits. */
export function numberValue(source: string): PyValue | undefined {
  const digits = source.replaceAll('_', '');
  if (/^(?:\d+|0[xob][\da-f]+)n?$/i.test(digits)) {
    // Number() first: BigInt() is quadratic in the digits and most integers are short.
    const number = Number(digits);
    return Number.isSafeInteger(number)
      ? number
      : digits.length > 4300
        ? undefined
        : pyInt(BigInt(digits.replace(/n$/, '')));
  }
  const number = Number(digits);
  return Number.isNaN(number) ? undefined : pyFloat(number);
}

/** A number with the other sign; `undefined` for what is not a number. */
export function negated(value: PyValue | undefined): PyValue | undefined {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean')
    return undefined;
  if (isPyDict(value) || isPyList(value)) return undefined;
  if (typeof value === 'bigint') return pyInt(-value);
  if (typeof value === 'number') return fromPlain(value === 0 ? 0 : -value);
  return 'value' in value ? pyFloat(-value.value) : undefined;
}
