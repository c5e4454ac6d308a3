import assert from 'node:assert/strict';
import { readLocalTime, strftime } from '../../../../src/engine/python/strftime.ts';

/** What Python 3.11 with glibc writes. */
const cases: readonly (readonly [format: string, time: string, text: string])[] = [
  ['%d %b %Y', '2026-07-24T13:05:09', '24 Jul 2026'],
  ['%T|%X|%R|%D|%F', '2026-07-24T13:05:09', '13:05:09|13:05:09|13:05|07/24/26|2026-07-24'],
  ['%-I:%M %p %e|%j|%U|%W|%V|%G|%u|%w', '2024-12-30T00:05:00', '12:05 AM 30|365|52|53|01|2025|1|1'],
  ['%^a %^b %^P %^c', '2026-07-24T13:05:09', 'FRI JUL pm FRI JUL 24 13:05:09 2026'],
  ['%#a %#B %#p %#P %#c %#r', '2026-07-24T13:05:09', 'FRI JULY pm pm Fri Jul 24 13:05:09 2026 01:05:09 PM'],
  ['%_d %-m %0e %_H', '2026-07-04T03:05:09', ' 4 7 04  3'],
  ['%a %j %V %u', '0099-10-24', 'Sat 297 43 6'],
  ['%Q %', '2026-07-24', '%Q %'],
];

suite('strftime', () => {
  for (const [format, time, text] of cases)
    test(`${format} of ${time}`, () => assert.equal(strftime(format, readLocalTime(time)!), text));

  test('what is no moment', () => assert.equal(readLocalTime('24 July'), undefined));
});
