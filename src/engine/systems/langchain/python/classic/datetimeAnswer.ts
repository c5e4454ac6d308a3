import { EngineError } from '../../../../core/errors.ts';
import type { Reading } from '../../../../parsers/parser.ts';
import {
  type LocalTime,
  readLocalTime,
  strftime,
  stripSpan,
  strptime,
  timezoneRepr,
} from '../../../../python/index.ts';
import { pyDateTime } from '../../../../validation/index.ts';
import { pythonException } from '../../langchainError.ts';

/** `DatetimeOutputParser.format`, unless its author says another one. */
export const usualFormat = '%Y-%m-%dT%H:%M:%S.%fZ';

const usualExamples = ['2023-07-04T14:30:00.000000Z', '1999-12-31T23:59:59.999999Z', '2025-01-01T00:00:00.000000Z'];

/** `DatetimeOutputParser.get_format_instructions()`; `now`: the clock, in milliseconds since 1970, which formats other than the usual one are shown with. */
export function datetimeInstruction(format: string, now: number): string {
  const examples = (format === usualFormat ? usualExamples : examplesOf(format, now)).join(', ');
  return `Write a datetime string that matches the following pattern: '${format}'.\n\nExamples: ${examples}\n\nReturn ONLY this string, no other words!`;
}

/** Now, a year ago, and yesterday; on a leap day, which the year before does not have, there is no example. */
function examplesOf(format: string, now: number): readonly string[] {
  const time = utcTime(now);
  const lastYear = { ...time, year: time.year - 1 };
  if (time.month === 2 && time.day === 29) return [`e.g., a valid string in the format ${format}`];
  return [time, lastYear, utcTime(now - 86_400_000)].map(each => strftimeUtc(format, each));
}

function utcTime(milliseconds: number): LocalTime {
  const text = new Date(milliseconds).toISOString().replace('Z', '');
  return readLocalTime(text)!;
}

/** `strftime` of a `datetime` whose time zone is UTC. */
function strftimeUtc(format: string, time: LocalTime): string {
  const zones: Readonly<Record<string, string>> = { '%z': '+0000', '%Z': 'UTC' };
  return strftime(
    format.replace(/%[%zZ]/g, directive => zones[directive] ?? directive),
    time,
  );
}

/** A text of a format, for examples. */
export function datetimeExample(format: string): string {
  const time = { year: 2026, month: 3, day: 14, hour: 15, minute: 9, second: 26, microsecond: 535_897 };
  return strftimeUtc(format, time);
}

/** `DatetimeOutputParser.parse`. Throws `OutputParserException`, and Python's `error` for a format that names a directive twice. */
export function readDatetime(text: string, format: string): Reading {
  const span = stripSpan(text);
  const made = strptime(text.slice(span.start, span.end), format);
  if ('message' in made) {
    if (made.class !== 'ValueError') throw new EngineError(made.class, made.message);
    throw pythonException(`Could not parse datetime string: ${text}`);
  }
  const { offset, zone } = made;
  const value =
    offset === undefined
      ? pyDateTime(made, made)
      : pyDateTime(made, { ...made, offset: Math.trunc(offset / 1e6) }, timezoneRepr(offset, zone));
  return { value, fields: [{ key: 'value', value, span, inner: span }] };
}
