import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { failUnicode, isBroken } from '../fieldTypes/unicode.ts';
import { asFloat, isInt64, isPyInt } from '../pyNumber.ts';
import { fail, floorExactness, lax, type Validator } from '../validator.ts';
import { TemporalError } from './calendar.ts';
import { type Duration, newDuration, parseDuration } from './duration.ts';

/** A timedelta: from an ISO 8601 duration, a clock with hours or days, or a number of seconds. */
export const durationField: Validator = {
  name: 'timedelta',
  validate(input, place, run) {
    floorExactness(run, lax);
    if (isBroken(input)) return failUnicode(input, place, run);
    const duration = typeof input === 'string' ? parseDuration(input) : durationOfNumber(input);
    if (duration === undefined) return fail(run, place, input, 'time_delta_type', 'Input should be a valid timedelta');
    if (duration instanceof TemporalError)
      return fail(run, place, input, 'time_delta_parsing', `Input should be a valid timedelta, ${duration.words}`);
    return pyTimedelta(duration);
  },
};

function durationOfNumber(input: PyValue): Duration | TemporalError | undefined {
  if (isPyInt(input) && isInt64(input)) {
    const seconds = BigInt(input) < 0n ? -BigInt(input) : BigInt(input);
    const days = Number(BigInt.asUintN(32, seconds / 86_400n));
    return newDuration(input >= 0, { days, seconds: Number(seconds % 86_400n), microseconds: 0 });
  }
  const value = asFloat(input);
  if (value === undefined) return undefined;
  if (Number.isNaN(value)) return new TemporalError('NaN values not permitted');
  const total = Math.abs(value);
  const days = Math.min(Math.floor(total / 86_400), 2 ** 32 - 1);
  const seconds = Math.floor(total) % 86_400 || 0;
  return newDuration(value >= 0, { days, seconds, microseconds: Math.round((total % 1 || 0) * 1_000_000) });
}

/** Python's `datetime.timedelta`, which has a negative number of days and the rest positive. */
function pyTimedelta({ isPositive, days, seconds, microseconds }: Duration): PyOpaque {
  const sign = isPositive ? 1 : -1;
  const micro = carry(sign * microseconds, 1_000_000);
  const second = carry(sign * seconds + micro.over, 86_400);
  const parts = [
    ['days', sign * days + second.over],
    ['seconds', second.rest],
    ['microseconds', micro.rest],
  ] as const;
  const words = parts.filter(([, value]) => value !== 0).map(([name, value]) => `${name}=${value}`);
  const isZero = words.length === 0;
  const iso = isoDuration({ isPositive: isPositive || isZero, days, seconds, microseconds });
  return new PyOpaque('timedelta', `datetime.timedelta(${isZero ? '0' : words.join(', ')})`, iso);
}

function carry(value: number, base: number): { over: number; rest: number } {
  const over = Math.floor(value / base);
  return { over, rest: value - over * base };
}

function isoDuration({ isPositive, days, seconds, microseconds }: Duration): string {
  const [years, hours] = [Math.floor(days / 365), Math.floor(seconds / 3600)];
  const fraction = microseconds ? `.${String(microseconds).padStart(6, '0').replace(/0+$/, '')}` : '';
  const part = (value: number, unit: string) => (value ? `${value}${unit}` : '');
  const date = part(years, 'Y') + part(days % 365, 'D');
  const last = seconds % 60 || fraction ? `${seconds % 60}${fraction}S` : '';
  const time = part(hours, 'H') + part(Math.floor((seconds % 3600) / 60), 'M') + last;
  return `${isPositive ? '' : '-'}P${date}${time ? `T${time}` : date ? '' : 'T0S'}`;
}
