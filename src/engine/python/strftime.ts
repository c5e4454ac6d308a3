/** A moment on a clock that no time zone belongs to: `2026-07-24T13:05:09`, with or without a fraction. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
}

/** Reads a moment; `undefined` for what is not one. */
export function readLocalTime(text: string): LocalTime | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(part => Number(part ?? 0));
  return { year, month, day, hour, minute, second, microsecond: Number((match[7] ?? '').padEnd(6, '0')) };
}

/** The days of the week, Sunday first. */
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** Python's `time.strftime(format)` in the C locale, with the flags `-`, `_`, `0`, `^` and `#` of glibc. Linear. */
export function strftime(format: string, time: LocalTime): string {
  return format.replace(/%([-_0^#]?)([EO]?)([A-Za-z%])/g, (whole, flag: string, _modifier, directive: string) => {
    const made = directives(directive, time);
    if (made === undefined) return whole;
    const text = typeof made === 'string' ? made : padded(made, flag);
    return cased(text, flag, directive);
  });
}

type Padded = readonly [value: number, width: number, fill: string];

function padded([value, width, fill]: Padded, flag: string): string {
  if (flag === '-') return String(value);
  return String(value).padStart(width, flag === '_' ? ' ' : flag === '0' ? '0' : fill);
}

/** As glibc: `^` leaves `%P` small, and `#` changes names and `%p` alone. */
function cased(text: string, flag: string, directive: string): string {
  const isUpper = flag === '^' ? directive !== 'P' : flag === '#' && 'aAbBh'.includes(directive);
  if (isUpper) return text.toUpperCase();
  return flag === '#' && directive === 'p' ? text.toLowerCase() : text;
}

function directives(directive: string, time: LocalTime): string | Padded | undefined {
  const { year, month, day, hour, minute, second, microsecond } = time;
  const date = dayOf(year, month, day);
  const weekday = new Date(date).getUTCDay();
  const yearDay = Math.round((date - dayOf(year, 1, 1)) / dayMs);
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  const two = (value: number): Padded => [value, 2, '0'];
  const format = (text: string) => strftime(text, time);
  const [isoYear, isoWeek] = isoWeekOf(date);
  switch (directive) {
    case 'a':
      return dayNames[weekday]?.slice(0, 3);
    case 'A':
      return dayNames[weekday];
    case 'b':
    case 'h':
      return monthNames[month - 1]?.slice(0, 3);
    case 'B':
      return monthNames[month - 1];
    case 'c':
      return format('%a %b %e %H:%M:%S %Y');
    case 'C':
      return two(Math.floor(year / 100));
    case 'd':
      return two(day);
    case 'D':
    case 'x':
      return format('%m/%d/%y');
    case 'e':
      return [day, 2, ' '];
    case 'f':
      return [microsecond, 6, '0'];
    case 'F':
      return format('%Y-%m-%d');
    case 'g':
      return two(isoYear % 100);
    case 'G':
      return String(isoYear);
    case 'H':
      return two(hour);
    case 'I':
      return two(hour12);
    case 'j':
      return [yearDay + 1, 3, '0'];
    case 'k':
      return [hour, 2, ' '];
    case 'l':
      return [hour12, 2, ' '];
    case 'm':
      return two(month);
    case 'M':
      return two(minute);
    case 'n':
      return '\n';
    case 'p':
      return hour < 12 ? 'AM' : 'PM';
    case 'P':
      return hour < 12 ? 'am' : 'pm';
    case 'r':
      return format('%I:%M:%S %p');
    case 'R':
      return format('%H:%M');
    case 's':
      return String(Math.floor((date + ((hour * 60 + minute) * 60 + second) * 1000) / 1000));
    case 'S':
      return two(second);
    case 't':
      return '\t';
    case 'T':
    case 'X':
      return format('%H:%M:%S');
    case 'u':
      return String(weekday === 0 ? 7 : weekday);
    case 'U':
      return two(Math.floor((yearDay + 7 - weekday) / 7));
    case 'V':
      return two(isoWeek);
    case 'w':
      return String(weekday);
    case 'W':
      return two(Math.floor((yearDay + 7 - ((weekday + 6) % 7)) / 7));
    case 'y':
      return two(year % 100);
    case 'Y':
      return String(year);
    case 'z':
    case 'Z':
      return '';
    case '%':
      return '%';
    default:
      return undefined;
  }
}

/** The milliseconds of a day. `Date.UTC` would put the years before 100 into the last century. */
export function dayOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** The ISO year and week of a day: that of its Thursday. */
function isoWeekOf(date: number): readonly [year: number, week: number] {
  const weekday = (new Date(date).getUTCDay() + 6) % 7;
  const thursday = date + (3 - weekday) * dayMs;
  const year = new Date(thursday).getUTCFullYear();
  return [year, Math.floor((thursday - dayOf(year, 1, 1)) / dayMs / 7) + 1];
}
