import { type CalendarDate, daysInMonth, TemporalError } from './calendar.ts';

/** The value of the digit at `index` of UTF-8 bytes, or `undefined`. */
export function digitAt(bytes: readonly number[], index: number): number | undefined {
  const byte = bytes[index] ?? 0;
  return byte >= 48 && byte <= 57 ? byte - 48 : undefined;
}

/** The number written in `count` digits at `index`, or `undefined`. */
export function digitsAt(bytes: readonly number[], index: number, count: number): number | undefined {
  let value = 0;
  for (let i = index; i < index + count; i++) {
    const digit = digitAt(bytes, i);
    if (digit === undefined) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

const dash = 45;

/** Reads `YYYY-MM-DD` at the start of UTF-8 bytes, as Rust's speedate does; what follows is not looked at. */
export function parseDateStart(bytes: readonly number[]): CalendarDate | TemporalError {
  if (bytes.length < 10) return new TemporalError('input is too short');
  const year = digitsAt(bytes, 0, 4);
  if (year === undefined) return new TemporalError('invalid character in year');
  if (bytes[4] !== dash) return new TemporalError('invalid date separator, expected `-`');
  const month = digitsAt(bytes, 5, 2);
  if (month === undefined) return new TemporalError('invalid character in month');
  if (bytes[7] !== dash) return new TemporalError('invalid date separator, expected `-`');
  const day = digitsAt(bytes, 8, 2);
  if (day === undefined) return new TemporalError('invalid character in day');
  const days = daysInMonth(year, month);
  if (days === undefined) return new TemporalError('month value is outside expected range of 1-12');
  if (day < 1 || day > days) return new TemporalError('day value is outside expected range');
  return { year, month, day };
}
