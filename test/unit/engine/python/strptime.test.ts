import { deepEqual } from 'node:assert/strict';
import { strptime } from '../../../../src/engine/python/strptime.ts';

/** What a text is, as `YYYY-MM-DD hh:mm:ss.ffffff`, with the offset in microseconds and the zone's name; or the error. */
function read(text: string, format: string): string {
  const made = strptime(text, format);
  if ('message' in made) return `${made.class}: ${made.message}`;
  const { year, month, day, hour, minute, second, microsecond, offset, zone } = made;
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}.${microsecond}`;
  return [date, offset, zone].filter(part => part !== undefined).join(' ');
}

/** As CPython 3.11 printed it. */
const cases: readonly (readonly [text: string, format: string, wanted: string])[] = [
  ['2024-2-9T1:2:3.1Z', '%Y-%m-%dT%H:%M:%S.%fZ', '2024-02-09 01:02:03.100000'],
  ['saturday, 14 MARCH 2026', '%A, %d %B %Y', '2026-03-14 00:00:00.0'],
  ['12:05 am', '%I:%M %p', '1900-01-01 00:05:00.0'],
  ['12:05 PM', '%I:%M %p', '1900-01-01 12:05:00.0'],
  ['073 2026', '%j %Y', '2026-03-14 00:00:00.0'],
  ['2026-W10-1', '%Y-W%W-%w', '2026-03-09 00:00:00.0'],
  ['2026-W01-1', '%G-W%V-%u', '2025-12-29 00:00:00.0'],
  ['2026 00 Thu', '%Y %U %a', '2026-01-01 00:00:00.0'],
  ['68 69', '%y %m', 'ValueError: unconverted data remains: 9'],
  ['68', '%y', '2068-01-01 00:00:00.0'],
  ['69', '%y', '1969-01-01 00:00:00.0'],
  ['٢٠٢٦', '%Y', '2026-01-01 00:00:00.0'],
  ['10:00 +0530', '%H:%M %z', '1900-01-01 10:00:00.0 19800000000'],
  ['-05:30 UTC', '%z %Z', '1900-01-01 00:00:00.0 -19800000000 UTC'],
  ['Z', '%z', '1900-01-01 00:00:00.0 0'],
  ['z', '%z', "ValueError: time data 'z' does not match format '%z'"],
  ['+01:0203', '%z', 'ValueError: Inconsistent use of : in +01:0203'],
  ['2026\t03', '%Y  %m', '2026-03-01 00:00:00.0'],
  ['31.02.2026', '%d.%m.%Y', 'ValueError: day is out of range for month'],
  ['29 Feb', '%d %b', 'ValueError: day is out of range for month'],
  ['2026 1', '%Y', 'ValueError: unconverted data remains:  1'],
  ['2026', '%Y %q', "ValueError: 'q' is a bad directive in format '%Y %q'"],
  ['2026', '%Y%', "ValueError: stray % in format '%Y%'"],
  [
    '10',
    '%V',
    "ValueError: ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday directive ('%A', '%a', '%w', or '%u').",
  ],
  ['100 %', '100 %%', '1900-01-01 00:00:00.0'],
  ['1 (2)', '%d (%m)', '1900-02-01 00:00:00.0'],
  ['12:00:61', '%H:%M:%S', 'ValueError: second must be in 0..59'],
];

suite('strptime', () => {
  for (const [text, format, wanted] of cases)
    test(`${JSON.stringify(text)} by ${JSON.stringify(format)}`, () => deepEqual(read(text, format), wanted));

  test('a directive that stands twice is an error of its pattern', () => {
    const made = strptime('1 1', '%d %d');
    deepEqual('message' in made && made.class, 'error');
  });

  test('a long text takes linear time', () => {
    // Quadratic steps would take minutes.
    for (const text of ['1'.repeat(1_000_000), ' '.repeat(1_000_000), 'a'.repeat(1_000_000)])
      deepEqual('message' in strptime(text, '%d  %m  %Y %B'), true);
  });
});
