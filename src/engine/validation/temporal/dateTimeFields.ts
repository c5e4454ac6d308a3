import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { utf8Bytes } from '../../python/index.ts';
import { failUnicode, isBroken } from '../fieldTypes/unicode.ts';
import { intToFloat, isInt64, isPyInt, pyFloatValue } from '../pyNumber.ts';
import { fail, floorExactness, lax, type Validator } from '../validator.ts';
import { type CalendarDate, type ClockTime, pyDate, pyDateTime, pyTime, TemporalError } from './calendar.ts';
import { parseDateStart, parseTime } from './parseDateTime.ts';
import { dateTimeOfDigits, dateTimeOfFloat, dateTimeOfTimestamp, parseInt64, timeOfSeconds } from './timestamp.ts';

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
