import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { utf8Bytes } from '../../python/index.ts';
import { intToFloat, isInt64, isPyInt, pyFloatValue } from '../pyNumber.ts';
import { fail, failUnicode, floorExactness, isBroken, lax, type Validator } from '../validator.ts';
import {
  type CalendarDate,
  type ClockTime,
  parseDateStart,
  parseTime,
  pyDate,
  pyDateTime,
  pyTime,
  TemporalError,
} from './calendar.ts';

interface Moment {
  readonly date: CalendarDate;
  readonly time: ClockTime;
}
const midnight: ClockTime = { hour: 0, minute: 0, second: 0, microsecond: 0 };
const nan = new TemporalError('NaN values not permitted');

/** A datetime: from an ISO string, a date string, or a timestamp (a number, or a string of digits). One that is there already stays. */
export const dateTimeField: Validator = {
  name: 'datetime',
  validate(input, place, run) {
    if (input instanceof PyOpaque && input.type === 'datetime') return input;
    floorExactness(run, lax);
    if (input instanceof PyOpaque && input.type === 'date') return dateTimeField.validate(input.json, place, run);
    if (isBroken(input)) return failUnicode(input, place, run);
    let moment = momentOf(input);
    if (moment === undefined) return fail(run, place, input, 'datetime_type', 'Input should be a valid datetime');
    if (moment instanceof TemporalError && typeof input === 'string') {
      const date = dateOfString(input);
      if (date instanceof TemporalError) {
        const msg = `Input should be a valid datetime or date, ${date.words}`;
        return fail(run, place, input, 'datetime_from_date_parsing', msg);
      }
      moment = { date, time: midnight };
    }
    if (!(moment instanceof TemporalError) && moment.date.year === 0)
      moment = new TemporalError('year 0 is out of range');
    if (moment instanceof TemporalError)
      return fail(run, place, input, 'datetime_parsing', `Input should be a valid datetime, ${moment.words}`);
    return pyDateTime(moment.date, moment.time);
  },
};

/** A date: from an ISO string, or from whatever is a datetime at midnight. One that is there already stays. */
export const dateField: Validator = {
  name: 'date',
  validate(input, place, run) {
    if (input instanceof PyOpaque && input.type === 'date') return input;
    floorExactness(run, lax);
    if (isBroken(input)) return failUnicode(input, place, run);
    let date = typeof input === 'string' ? dateOfString(input) : undefined;
    if (date === undefined || date instanceof TemporalError) {
      const moment = momentOf(input instanceof PyOpaque && input.type === 'datetime' ? input.json : input);
      if (moment === undefined) return fail(run, place, input, 'date_type', 'Input should be a valid date');
      if (moment instanceof TemporalError) {
        const msg = `Input should be a valid date or datetime, ${moment.words}`;
        return fail(run, place, input, 'date_from_datetime_parsing', msg);
      }
      const { hour, minute, second, microsecond } = moment.time;
      if (hour || minute || second || microsecond) {
        const msg = 'Datetimes provided to dates should have zero time - e.g. be exact dates';
        return fail(run, place, input, 'date_from_datetime_inexact', msg);
      }
      date = moment.date;
    }
    if (date.year > 0) return pyDate(date);
    const msg = 'Input should be a valid date in the format YYYY-MM-DD, year 0 is out of range';
    return fail(run, place, input, 'date_parsing', msg);
  },
};

/** A time: from an ISO string or the seconds since midnight. */
export const timeField: Validator = {
  name: 'time',
  validate(input, place, run) {
    floorExactness(run, lax);
    if (isBroken(input)) return failUnicode(input, place, run);
    const time = typeof input === 'string' ? parseTime(utf8Bytes(input), 0) : timeOfNumber(input);
    if (time === undefined) return fail(run, place, input, 'time_type', 'Input should be a valid time');
    if (time instanceof TemporalError)
      return fail(run, place, input, 'time_parsing', `Input should be in a valid time format, ${time.words}`);
    return pyTime(time);
  },
};

function momentOf(input: PyValue): Moment | TemporalError | undefined {
  if (typeof input === 'string') return momentOfString(input);
  if (isPyInt(input) && isInt64(input)) return dateTimeOfTimestamp(Number(input), 0);
  const float = isPyInt(input) ? intToFloat(input) : pyFloatValue(input);
  if (float === undefined) return undefined;
  return Number.isNaN(float) ? nan : dateTimeOfFloat(float);
}

function momentOfString(text: string): Moment | TemporalError {
  const bytes = utf8Bytes(text);
  const date = parseDateStart(bytes);
  if (!(date instanceof TemporalError) && [84, 116, 32, 95].includes(bytes[10] ?? 0)) {
    const time = parseTime(bytes, 11);
    return time instanceof TemporalError ? (dateTimeOfDigits(text) ?? time) : { date, time };
  }
  const error =
    date instanceof TemporalError
      ? date
      : new TemporalError('invalid datetime separator, expected `T`, `t`, `_` or space');
  return dateTimeOfDigits(text) ?? error;
}

function dateOfString(text: string): CalendarDate | TemporalError {
  const bytes = utf8Bytes(text);
  const date = parseDateStart(bytes);
  if (!(date instanceof TemporalError) && bytes.length === 10) return date;
  const timestamp = parseInt64(text);
  if (timestamp === undefined)
    return date instanceof TemporalError
      ? date
      : new TemporalError('unexpected extra characters at the end of the input');
  const moment = dateTimeOfTimestamp(timestamp, 0);
  if (moment instanceof TemporalError) return moment;
  const { hour, minute, second, microsecond } = moment.time;
  return hour || minute || second || microsecond ? new TemporalError('Timestamp is not an exact date') : moment.date;
}

function timeOfNumber(input: PyValue): ClockTime | TemporalError | undefined {
  const value = isPyInt(input) ? intToFloat(input) : pyFloatValue(input);
  if (value === undefined) return undefined;
  if (Number.isNaN(value)) return nan;
  if (value < 0) return new TemporalError('time in seconds should be positive');
  const microseconds = Math.round((value % 1 || 0) * 1_000_000);
  const seconds = Math.floor(value) + Math.floor(microseconds / 1_000_000);
  if (seconds >= 86_400) return new TemporalError('numeric times may not exceed 86,399 seconds');
  return timeOfSeconds(seconds, microseconds % 1_000_000);
}

/** From here on a timestamp counts milliseconds, below it seconds. */
const millisecondsFrom = 20_000_000_000;
const firstSecond = -62_167_219_200;
const lastSecond = 253_402_300_799;
const daySeconds = 86_400;

/** Seconds or milliseconds since 1970 (which of them is inferred) with extra microseconds, as a date and the time in UTC. */
function dateTimeOfTimestamp(
  unbounded: number,
  extraMicroseconds: number,
): { date: CalendarDate; time: ClockTime } | TemporalError {
  // An infinity would leave no number behind; in Pydantic it is the largest integer of 64 bits.
  const timestamp = Math.max(-(2 ** 63), Math.min(2 ** 63, unbounded));
  const inMilliseconds = Math.abs(timestamp) > millisecondsFrom;
  let seconds = inMilliseconds ? Math.floor(timestamp / 1000) : timestamp;
  let microseconds = extraMicroseconds + (inMilliseconds ? (timestamp - seconds * 1000) * 1000 : 0);
  seconds += Math.floor(microseconds / 1_000_000);
  microseconds %= 1_000_000;
  if (seconds < firstSecond) return new TemporalError('dates before 0000 are not supported as unix timestamps');
  if (seconds > lastSecond) return new TemporalError('dates after 9999 are not supported as unix timestamps');
  const days = Math.floor(seconds / daySeconds);
  return { date: dateOfDays(days), time: timeOfSeconds(seconds - days * daySeconds, microseconds) };
}

/** The time of day in UTC. */
function timeOfSeconds(seconds: number, microsecond: number): ClockTime {
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return { hour, minute, second: seconds % 60, microsecond, offset: 0 };
}

/** A float timestamp: its fraction becomes microseconds, without regard to the sign (as in Pydantic, so that -6.25 is -6.75). */
function dateTimeOfFloat(timestamp: number): { date: CalendarDate; time: ClockTime } | TemporalError {
  const scale = Math.abs(timestamp) <= millisecondsFrom ? 1_000_000 : 1000;
  const fraction = Math.abs(timestamp % 1) || 0;
  return dateTimeOfTimestamp(Math.floor(timestamp), Math.round(fraction * scale));
}

/** A timestamp written as digits, or as digits with a fraction; `undefined` when the text is not one. */
function dateTimeOfDigits(text: string): { date: CalendarDate; time: ClockTime } | TemporalError | undefined {
  const integer = parseInt64(text);
  if (integer !== undefined) return dateTimeOfTimestamp(integer, 0);
  if (!/^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) return undefined;
  const float = Number(text);
  const seconds = Math.abs(float) > millisecondsFrom ? float / 1000 : float;
  const whole = Math.floor(seconds);
  return dateTimeOfTimestamp(whole, Math.round((seconds - whole) * 1_000_000) || 0);
}

/**
 * An integer of 64 bits as Rust's speedate reads it (one sign, then digits), or `undefined`. A larger number is refused
 * only at a step where it has become negative: some wrap around to another number.
 */
function parseInt64(text: string): number | undefined {
  const parts = /^([+-]?)([0-9]+)$/.exec(text);
  if (parts === null || text.length > 400) return undefined;
  let value = 0n;
  for (const digit of parts[2] ?? '') {
    value = BigInt.asIntN(64, value * 10n + BigInt(digit));
    if (value < 0n) return undefined;
  }
  return Number(parts[1] === '-' ? -value : value);
}

/** The date of a number of days since 1970-01-01, for years from 0 on. */
function dateOfDays(days: number): CalendarDate {
  const date = new Date(days * daySeconds * 1000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
