import { PyOpaque } from '../../core/pyValue.ts';

/** A day of the Gregorian calendar; year 0 exists here, but not in Python. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A time of day; `offset` from UTC in seconds, absent for a naive one. */
export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
  readonly offset?: number;
}

/** What a parser gives instead of a value: the words of the error. */
export class TemporalError {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

/** True in a leap year. */
function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** How many days a month has; `undefined` where there is no such month. */
export function daysInMonth(year: number, month: number): number | undefined {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
}

/** Python's `datetime.date`. */
export function pyDate(date: CalendarDate): PyOpaque {
  const { year, month, day } = date;
  return new PyOpaque('date', `datetime.date(${year}, ${month}, ${day})`, isoDate(date));
}

/** Python's `datetime.time`. */
export function pyTime(time: ClockTime): PyOpaque {
  return new PyOpaque('time', `datetime.time(${timeArguments(time)})`, isoTime(time));
}

/** Python's `datetime.datetime`; `zone`: the repr of its time zone, where it is not Pydantic's. */
export function pyDateTime(date: CalendarDate, time: ClockTime, zone = `TzInfo(${time.offset})`): PyOpaque {
  const repr = `datetime.datetime(${date.year}, ${date.month}, ${date.day}, ${timeArguments(time, zone)})`;
  return new PyOpaque('datetime', repr, `${isoDate(date)}T${isoTime(time)}`);
}

function timeArguments({ hour, minute, second, microsecond, offset }: ClockTime, zone = `TzInfo(${offset})`): string {
  const numbers = microsecond ? [hour, minute, second, microsecond] : second ? [hour, minute, second] : [hour, minute];
  return numbers.join(', ') + (offset === undefined ? '' : `, tzinfo=${zone}`);
}

function isoDate({ year, month, day }: CalendarDate): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

function isoTime({ hour, minute, second, microsecond, offset }: ClockTime): string {
  const fraction = microsecond ? `.${String(microsecond).padStart(6, '0')}` : '';
  return `${two(hour)}:${two(minute)}:${two(second)}${fraction}${isoOffset(offset)}`;
}

function isoOffset(offset: number | undefined): string {
  if (offset === undefined) return '';
  if (offset === 0) return 'Z';
  const minutes = Math.floor(Math.abs(offset) / 60);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const colon = 58;
const [dot, comma] = [46, 44];
const [plus, minus] = [43, 45];

/** Reads `HH:MM[:SS[.ffffff]]` from `start`; `end` is where it stops. Digits after the sixth of a fraction are dropped. */
export function parseClock(bytes: readonly number[], start: number): (ClockTime & { end: number }) | TemporalError {
  if (bytes.length - start < 5) return new TemporalError('input is too short');
  const hour = digitsAt(bytes, start, 2);
  if (hour === undefined) return new TemporalError('invalid character in hour');
  if (bytes[start + 2] !== colon) return new TemporalError('invalid time separator, expected `:`');
  const minute = digitsAt(bytes, start + 3, 2);
  if (minute === undefined) return new TemporalError('invalid character in minute');
  if (hour > 23) return new TemporalError('hour value is outside expected range of 0-23');
  if (minute > 59) return new TemporalError('minute value is outside expected range of 0-59');
  if (bytes[start + 5] !== colon) return { hour, minute, second: 0, microsecond: 0, end: start + 5 };
  const second = digitsAt(bytes, start + 6, 2);
  if (second === undefined) return new TemporalError('invalid character in second');
  if (second > 59) return new TemporalError('second value is outside expected range of 0-59');
  let end = start + 8;
  if (bytes[end] !== dot && bytes[end] !== comma) return { hour, minute, second, microsecond: 0, end };
  const fraction = ++end;
  let microsecond = 0;
  for (; digitAt(bytes, end) !== undefined; end++)
    if (end - fraction < 6) microsecond = microsecond * 10 + digitAt(bytes, end)!;
  if (end === fraction) return new TemporalError('second fraction digits missing after `.`');
  return { hour, minute, second, microsecond: microsecond * 10 ** Math.max(0, 6 - (end - fraction)), end };
}

/** Reads a time with its zone (`Z`, `+02:00`, `-0230`) from `start` to the end of UTF-8 bytes, as Rust's speedate does. */
export function parseTime(bytes: readonly number[], start: number): ClockTime | TemporalError {
  const clock = parseClock(bytes, start);
  if (clock instanceof TemporalError) return clock;
  const { end, ...time } = clock;
  const zone = bytes[end] === undefined ? { end } : parseZone(bytes, end);
  if (zone instanceof TemporalError) return zone;
  if (bytes.length > zone.end) return new TemporalError('unexpected extra characters at the end of the input');
  return zone.offset === undefined ? time : { ...time, offset: zone.offset };
}

function parseZone(bytes: readonly number[], start: number): { offset?: number; end: number } | TemporalError {
  let at = start + 1;
  if (bytes[start] === 90 || bytes[start] === 122) return { offset: 0, end: at };
  // U+2212, the true minus sign, in UTF-8.
  const isTrueMinus = bytes[start] === 226 && bytes[start + 1] === 136 && bytes[start + 2] === 146;
  if (isTrueMinus) at += 2;
  else if (bytes[start] !== plus && bytes[start] !== minus) return new TemporalError('invalid timezone sign');
  const hours = digitsAt(bytes, at, 2);
  if (hours === undefined) return new TemporalError('invalid timezone hour');
  at += bytes[at + 2] === colon ? 3 : 2;
  const minutes = digitsAt(bytes, at, 2);
  if (minutes === undefined) return new TemporalError('invalid timezone minute');
  if (minutes > 59) return new TemporalError('timezone minute value is outside expected range of 0-59');
  const seconds = hours * 3600 + minutes * 60;
  if (seconds >= 86_400) return new TemporalError('timezone offset must be less than 24 hours');
  const offset = bytes[start] === plus || seconds === 0 ? seconds : -seconds;
  return { offset, end: at + 2 };
}

/** The value of the digit at `index` of UTF-8 bytes, or `undefined`. */
function digitAt(bytes: readonly number[], index: number): number | undefined {
  const byte = bytes[index] ?? 0;
  return byte >= 48 && byte <= 57 ? byte - 48 : undefined;
}

/** The number written in `count` digits at `index`, or `undefined`. */
function digitsAt(bytes: readonly number[], index: number, count: number): number | undefined {
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
