import { asciiDigits } from './numberOfText.ts';
import { parsePattern } from './re/parsePattern.ts';
import { translatePattern } from './re/translatePattern.ts';
import { pyRepr, timedeltaRepr } from './repr.ts';
import { dayMs, dayNames, dayOf, type LocalTime, monthNames } from './strftime.ts';

/** A moment as `datetime.strptime` gives it; `offset`: in microseconds east of UTC, absent for a naive one. */
export interface ParsedTime extends LocalTime {
  readonly offset?: number;
  /** The name of the time zone, which counts only beside an offset. */
  readonly zone?: string;
}

/** What `datetime.strptime` raises: `ValueError`, or `error` where a directive stands twice. */
export interface StrptimeFault {
  readonly class: 'ValueError' | 'error' | 'TooLong';
  readonly message: string;
}

/** The longest format that is read, in UTF-16 units: JavaScript refuses the patterns of longer ones. */
const maxFormat = 10_000;

const fault = (message: string): StrptimeFault => ({ class: 'ValueError', message });

const longestFirst = (names: readonly string[]) => [...names].sort((a, b) => b.length - a.length).join('|');
const shortened = (names: readonly string[]) => names.map(name => name.slice(0, 3));
/** `locale_time.f_weekday`: Monday comes first. */
const weekdays = [...dayNames.slice(1), dayNames[0] ?? ''].map(name => name.toLowerCase());
const months = monthNames.map(name => name.toLowerCase());

/** The patterns of `_strptime.TimeRE` in the C locale. */
const directives: Readonly<Record<string, string>> = {
  d: '3[0-1]|[1-2]\\d|0[1-9]|[1-9]| [1-9]',
  f: '[0-9]{1,6}',
  H: '2[0-3]|[0-1]\\d|\\d',
  I: '1[0-2]|0[1-9]|[1-9]',
  G: '\\d\\d\\d\\d',
  j: '36[0-6]|3[0-5]\\d|[1-2]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]',
  m: '1[0-2]|0[1-9]|[1-9]',
  M: '[0-5]\\d|\\d',
  S: '6[0-1]|[0-5]\\d|\\d',
  U: '5[0-3]|[0-4]\\d|\\d',
  W: '5[0-3]|[0-4]\\d|\\d',
  w: '[0-6]',
  u: '[1-7]',
  V: '5[0-3]|0[1-9]|[1-4]\\d|\\d',
  y: '\\d\\d',
  Y: '\\d\\d\\d\\d',
  z: '[+-]\\d\\d:?[0-5]\\d(?::?[0-5]\\d(?:\\.\\d{1,6})?)?|(?-i:Z)',
  A: longestFirst(weekdays),
  a: longestFirst(shortened(weekdays)),
  B: longestFirst(months),
  b: longestFirst(shortened(months)),
  p: 'am|pm',
  Z: 'utc|gmt',
};

/** Directives that stand for others. */
const composed: Readonly<Record<string, string>> = { c: '%a %b %d %H:%M:%S %Y', x: '%m/%d/%y', X: '%H:%M:%S' };

/**
 * CPython 3.11's `datetime.strptime(text, format)` in the C locale, on a machine whose time zone is UTC. The pattern that it
 * is made of takes each directive once, so that a text is read in time that is linear in its length.
 */
export function strptime(text: string, format: string): ParsedTime | StrptimeFault {
  if (format.length > maxFormat)
    return { class: 'TooLong', message: `The format has ${format.length} characters; at most ${maxFormat} are read.` };
  const pattern = patternOf(format);
  if (typeof pattern !== 'string') return pattern;
  const names = [...pattern.matchAll(/\(\?P<(\w)>/g)].map(([, name]) => name ?? '');
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) return { class: 'error', message: `redefinition of group name '${twice}'` };
  const flags = { ignoreCase: true, multiline: false, dotAll: false, ascii: false };
  const translated = translatePattern(parsePattern(pattern, flags), names);
  const match = new RegExp(translated.source, `${translated.flags}y`).exec(text);
  if (!match) return fault(`time data ${pyRepr(text)} does not match format ${pyRepr(format)}`);
  if (match[0].length < text.length) return fault(`unconverted data remains: ${text.slice(match[0].length)}`);
  const found = new Map<string, string>();
  for (const name of names) {
    const part = match[translated.groups.get(name) ?? 0];
    if (part !== undefined) found.set(name, part);
  }
  return momentOf(found);
}

/** The pattern of a format, or what is wrong with it. */
function patternOf(format: string): string | StrptimeFault {
  const escaped = format.replace(/[\\.^$*+?(){}[\]|]/g, '\\$&').replace(/[\s\x1c-\x1f\x85]+/gu, '\\s+');
  let made = '';
  for (let at = 0; at < escaped.length; at++) {
    if (escaped[at] !== '%') {
      made += escaped[at];
      continue;
    }
    const name = escaped[++at];
    if (name === undefined) return fault(`stray % in format '${format}'`);
    const whole = Object.hasOwn(composed, name) ? patternOf(composed[name] ?? '') : undefined;
    if (name === '%') made += '%';
    else if (whole !== undefined) made += whole;
    else if (Object.hasOwn(directives, name)) made += `(?P<${name}>${directives[name]})`;
    else return fault(`'${name === '\\' ? '%' : name}' is a bad directive in format '${format}'`);
  }
  return made;
}

/** What the directives of a format have said so far: those that say the same take each other's place, in the format's order. */
interface Parts {
  year?: number;
  isoYear?: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  microsecond: number;
  weekday?: number;
  julian?: number;
  week?: { readonly number: number; readonly startsMonday: boolean };
  isoWeek?: number;
  offset?: number | StrptimeFault;
}

type Setter = (parts: Parts, text: string, found: ReadonlyMap<string, string>) => void;

const monthOf =
  (names: readonly string[]): Setter =>
  (parts, text) => {
    parts.month = names.indexOf(text.toLowerCase()) + 1;
  };
const weekdayOf =
  (names: readonly string[]): Setter =>
  (parts, text) => {
    parts.weekday = names.indexOf(text.toLowerCase());
  };
const weekOf =
  (startsMonday: boolean): Setter =>
  (parts, text) => {
    parts.week = { number: int(text), startsMonday };
  };
const numberOf =
  (name: 'isoYear' | 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'julian' | 'isoWeek'): Setter =>
  (parts, text) => {
    parts[name] = int(text);
  };

const setters: Readonly<Record<string, Setter>> = {
  y(parts, text) {
    const year = int(text);
    parts.year = year + (year <= 68 ? 2000 : 1900);
  },
  Y: numberOf('year'),
  G: numberOf('isoYear'),
  m: numberOf('month'),
  B: monthOf(months),
  b: monthOf(shortened(months)),
  d: numberOf('day'),
  H: numberOf('hour'),
  I(parts, text, found) {
    const hour = int(text) % 12;
    parts.hour = found.get('p')?.toLowerCase() === 'pm' ? hour + 12 : hour;
  },
  M: numberOf('minute'),
  S: numberOf('second'),
  f(parts, text) {
    parts.microsecond = int(text.padEnd(6, '0'));
  },
  A: weekdayOf(weekdays),
  a: weekdayOf(shortened(weekdays)),
  w(parts, text) {
    parts.weekday = (int(text) + 6) % 7;
  },
  u(parts, text) {
    parts.weekday = int(text) - 1;
  },
  j: numberOf('julian'),
  U: weekOf(false),
  W: weekOf(true),
  V: numberOf('isoWeek'),
  z(parts, text) {
    parts.offset = offsetOf(text);
  },
};

/** What `_strptime` makes of the parts that it found, by directive in the format's order. */
function momentOf(found: ReadonlyMap<string, string>): ParsedTime | StrptimeFault {
  const parts: Parts = { month: 1, day: 1, hour: 0, minute: 0, second: 0, microsecond: 0 };
  for (const [name, text] of found) setters[name]?.(parts, text, found);
  const { hour, minute, second, microsecond, offset } = parts;
  if (typeof offset === 'object') return offset;
  const date = dateOf(parts);
  if ('message' in date) return date;
  // `datetime` has no leap seconds.
  if (second > 59) return fault('second must be in 0..59');
  if (offset !== undefined && Math.abs(offset) >= 86_400e6) return fault(badOffset(offset));
  const zone = found.get('Z');
  return {
    ...date,
    hour,
    minute,
    second,
    microsecond,
    ...(offset !== undefined && { offset, ...(zone !== undefined && { zone }) }),
  };
}

/** An offset in microseconds. */
function offsetOf(text: string): number | StrptimeFault {
  if (text === 'Z') return 0;
  let zone = text;
  if (zone[3] === ':') {
    zone = zone.slice(0, 3) + zone.slice(4);
    if (zone.length > 5 && zone[5] !== ':') return fault(`Inconsistent use of : in ${text}`);
    if (zone.length > 5) zone = zone.slice(0, 5) + zone.slice(6);
  }
  const seconds = int(zone.slice(1, 3)) * 3600 + int(zone.slice(3, 5)) * 60 + int(zone.slice(5, 7) || '0');
  const micros = seconds * 1e6 + int(zone.slice(8).padEnd(6, '0'));
  return zone.startsWith('-') ? -micros : micros;
}

function badOffset(offset: number): string {
  return `offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not ${timedeltaRepr(offset)}.`;
}

/** The year and day of the year that a date stands for, or why it stands for none. */
function dateOf(parts: Parts): Pick<LocalTime, 'year' | 'month' | 'day'> | StrptimeFault {
  const { isoYear, isoWeek, week, weekday, month, day } = parts;
  let { year, julian } = parts;
  if (year === undefined && isoYear !== undefined) {
    if (isoWeek === undefined || weekday === undefined)
      return fault(
        "ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday directive ('%A', '%a', '%w', or '%u').",
      );
    if (julian !== undefined)
      return fault("Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use '%Y' instead.");
  } else if (week === undefined && isoWeek !== undefined)
    return fault(
      weekday === undefined
        ? "ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday directive ('%A', '%a', '%w', or '%u')."
        : "ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead.",
    );
  // 29 February of no year is looked up in the first leap year of the century.
  const isLeapDay = year === undefined && month === 2 && day === 29;
  year ??= isLeapDay ? 1904 : 1900;
  if (year < 1) return fault(`year ${year} is out of range`);
  if (julian === undefined && weekday !== undefined) {
    if (week) julian = julianOfWeek(year, week.number, weekday, week.startsMonday);
    else if (isoYear !== undefined && isoWeek !== undefined) {
      year = isoYear;
      julian = julianOfIsoWeek(isoYear, isoWeek, weekday + 1);
    }
    if (julian !== undefined && julian <= 0) julian += daysBefore(year) - daysBefore(--year);
  }
  if (julian !== undefined) {
    const date = new Date(dayOf(year, 1, 1) + (julian - 1) * dayMs);
    year = date.getUTCFullYear();
    if (year < 1 || year > 9999) return fault(`year ${year} is out of range`);
    return { year: isLeapDay ? 1900 : year, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  }
  if (new Date(dayOf(year, month, day)).getUTCMonth() !== month - 1) return fault('day is out of range for month');
  if (isLeapDay) return fault('day is out of range for month');
  return { year, month, day };
}

/** The days before a year, counted from anywhere. */
function daysBefore(year: number): number {
  return Math.round(dayOf(year, 1, 1) / dayMs);
}

/** Monday is 0. */
function weekdayAt(year: number, month: number, day: number): number {
  return (new Date(dayOf(year, month, day)).getUTCDay() + 6) % 7;
}

function julianOfWeek(year: number, week: number, monday: number, startsMonday: boolean): number {
  const shift = startsMonday ? 0 : 1;
  const first = (weekdayAt(year, 1, 1) + shift) % 7;
  const weekday = (monday + shift) % 7;
  return week === 0 ? 1 + weekday - first : 1 + ((7 - first) % 7) + 7 * (week - 1) + weekday;
}

function julianOfIsoWeek(year: number, week: number, isoWeekday: number): number {
  return week * 7 + isoWeekday - (weekdayAt(year, 1, 4) + 1 + 3);
}

/** `int()` of decimal digits of any script. */
function int(digits: string): number {
  return Number(asciiDigits(digits));
}
