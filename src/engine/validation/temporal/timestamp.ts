import { type CalendarDate, type ClockTime, TemporalError } from './calendar.ts';

/** From here on a timestamp counts milliseconds, below it seconds. */
const millisecondsFrom = 20_000_000_000;
const firstSecond = -62_167_219_200;
const lastSecond = 253_402_300_799;
const daySeconds = 86_400;

/** Seconds or milliseconds since 1970 (which of them is inferred) with extra microseconds, as a date and the time in UTC. */
export function dateTimeOfTimestamp(
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
export function timeOfSeconds(seconds: number, microsecond: number): ClockTime {
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return { hour, minute, second: seconds % 60, microsecond, offset: 0 };
}

/** A float timestamp: its fraction becomes microseconds, without regard to the sign (as in Pydantic, so that -6.25 is -6.75). */
export function dateTimeOfFloat(timestamp: number): { date: CalendarDate; time: ClockTime } | TemporalError {
  const scale = Math.abs(timestamp) <= millisecondsFrom ? 1_000_000 : 1000;
  const fraction = Math.abs(timestamp % 1) || 0;
  return dateTimeOfTimestamp(Math.floor(timestamp), Math.round(fraction * scale));
}

/** A timestamp written as digits, or as digits with a fraction; `undefined` when the text is not one. */
export function dateTimeOfDigits(text: string): { date: CalendarDate; time: ClockTime } | TemporalError | undefined {
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
export function parseInt64(text: string): number | undefined {
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
