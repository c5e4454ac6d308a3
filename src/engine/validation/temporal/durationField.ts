import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { asFloat, isInt64, isPyInt } from '../pyNumber.ts';
import { utf8Units } from '../text.ts';
import { fail, failUnicode, floorExactness, isBroken, lax, type Validator } from '../validator.ts';
import { parseClock, TemporalError } from './calendar.ts';

/** A length of time: the sign applies to all parts. */
interface Duration {
  readonly isPositive: boolean;
  readonly days: number;
  readonly seconds: number;
  readonly microseconds: number;
}
type Parts = Omit<Duration, 'isPositive'>;

const maxUint32 = 2 ** 32 - 1;
const tooLarge = new TemporalError('a numeric value in the duration is too large');
const tooShort = new TemporalError('input is too short');
const badDays = new TemporalError('"day" identifier in duration not correctly formatted');
const hoursTooLarge = new TemporalError('durations may not exceed 999,999,999 hours');
const badHour = new TemporalError('invalid character in hour');

/** A duration with its parts carried over; an error past 999,999,999 days. */
function newDuration(isPositive: boolean, parts: Parts): Duration | TemporalError {
  const seconds = parts.seconds + Math.floor(parts.microseconds / 1_000_000);
  const days = parts.days + Math.floor(seconds / 86_400);
  if (seconds > maxUint32 || days > maxUint32) return tooLarge;
  if (days > 999_999_999) return new TemporalError('durations may not exceed 999,999,999 days');
  return { isPositive, days, seconds: seconds % 86_400, microseconds: parts.microseconds % 1_000_000 };
}

/** Reads `P1DT2H`, `1 day, 02:00` or `-12:30:00.5`, as Rust's speedate does. */
function parseDuration(text: string): Duration | TemporalError {
  const units = utf8Units(text).replace(/^[+-]/, '');
  if (units === '') return tooShort;
  let parts: Parts | TemporalError;
  if (units.startsWith('P')) parts = parseIso(units.slice(1));
  else parts = /[dD]/.test(units) || units.length < 5 ? parseDaysAndClock(units) : parseHours(units);
  return parts instanceof TemporalError ? parts : newDuration(!text.startsWith('-'), parts);
}

const dateUnits: Readonly<Record<string, number>> = { Y: 365, M: 30, W: 7, D: 1 };
const timeUnits: Readonly<Record<string, number>> = { H: 3600, M: 60, S: 1 };

function parseIso(text: string): Parts | TemporalError {
  let [days, seconds, microseconds] = [0, 0, 0];
  let inTime = false;
  let hadFraction = false;
  const quantity = /([0-9]+)(?:[.,]([0-9]*))?/y;
  let at = 0;
  for (; at < text.length; at++) {
    if (text[at] === 'T') {
      if (inTime) return new TemporalError('`t` character repeated in duration');
      inTime = true;
      continue;
    }
    quantity.lastIndex = at;
    const [all, whole, fraction] = quantity.exec(text) ?? [];
    if (all === undefined) return new TemporalError('invalid digit in duration');
    if (Number(whole) > maxUint32) return tooLarge;
    if (hadFraction) return new TemporalError('quantity fraction invalid in duration');
    hadFraction = fraction !== undefined;
    at += all.length;
    const multiple = (inTime ? timeUnits : dateUnits)[text[at] ?? ''];
    if (multiple === undefined)
      return new TemporalError(`quantity invalid in ${inTime ? 'time' : 'date'} part of duration`);
    const part = Number(fraction ? `0.${fraction}` : 0) * multiple;
    if (inTime) {
      seconds += multiple * Number(whole) + Math.trunc(part);
      microseconds += Math.round((part - Math.trunc(part)) * 1_000_000);
    } else {
      days += multiple * Number(whole) + Math.trunc(part);
      const rest = (part - Math.trunc(part)) * 86_400;
      seconds += Math.trunc(rest);
      microseconds += Math.round((rest - Math.trunc(rest)) * 1_000_000);
    }
    if (days > maxUint32 || seconds > maxUint32) return tooLarge;
  }
  return at < 2 ? tooShort : { days, seconds, microseconds };
}

function parseDaysAndClock(text: string): Parts | TemporalError {
  const number = /^[0-9]+/.exec(text)?.[0];
  if (number === undefined) return new TemporalError('invalid digit in duration');
  const days = Number(number);
  if (days > maxUint32) return tooLarge;
  const word = /^ ?[dD](?:ays?|AYS?|(?![aA]))/.exec(text.slice(number.length));
  if (word === null) return badDays;
  const rest = text.slice(number.length + word[0].length).replace(/^(?:, |,| )/, '');
  if (rest === '') return { days, seconds: 0, microseconds: 0 };
  const clock = parseHours(rest);
  if (clock instanceof TemporalError) return clock;
  return clock.days > 0 ? hoursTooLarge : { ...clock, days };
}

function parseHours(text: string): Parts | TemporalError {
  if (text.length < 5) return tooShort;
  const colon = text.indexOf(':');
  if (colon < 0) return badHour;
  const hours = text.slice(0, colon);
  if (hours.length > 10) return hoursTooLarge;
  if (!/^[0-9]*$/.test(hours)) return badHour;
  if (Number(hours) > 2_400_000_000) return hoursTooLarge;
  // Twelve bytes have room for minutes, seconds and six digits of a fraction; more are dropped.
  const clock = [...`00:${text.slice(colon + 1, colon + 13)}`].map(unit => unit.charCodeAt(0));
  const time = parseClock(clock, 0);
  if (time instanceof TemporalError) return time;
  if (clock.length > time.end) return new TemporalError('unexpected extra characters at the end of the input');
  return {
    days: Math.floor(Number(hours) / 24),
    seconds: (Number(hours) % 24) * 3600 + time.minute * 60 + time.second,
    microseconds: time.microsecond,
  };
}

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
