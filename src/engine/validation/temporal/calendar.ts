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
