import { deepEqual } from 'node:assert/strict';
import type { Violation } from '../../../../../src/engine/core/violation.ts';
import { bareTextAttempt, trusts } from '../../../../../src/engine/repair/index.ts';

const wants = { types: ['string'], values: ['calm', 'very angry'] };
const outside: Violation = {
  path: '',
  cause: 'outside-enum',
  span: { start: 2, end: 6 },
  wanted: 'a mood',
  got: 'another',
  message: 'none',
  wants,
};

/** What is put in the place of an answer, how likely it is meant, and what is lost. */
function mended(answer: string, ...violations: readonly Violation[]) {
  const attempt = bareTextAttempt(`> ${answer} <`, { start: 2, end: 2 + answer.length }, violations);
  if (!attempt) return undefined;
  const [{ start, end, text, cause } = { start: 0, end: 0, text: '', cause: '' }] = attempt.edits;
  deepEqual([start, end, attempt.edits.length], [2, 2 + answer.length, 1]);
  deepEqual([attempt.after([]), attempt.others()], [undefined, []]);
  return [text, cause, attempt.trust, ...attempt.lost];
}

suite('a bare text that should be one of some texts', () => {
  const rows: readonly (readonly [answer: string, mended: ReturnType<typeof mended>])[] = [
    ['CALM', ['calm', 'outside-enum', trusts.enumCase]],
    ['very_angry', ['very angry', 'outside-enum', trusts.enumSpelling]],
    ['I am calm', ['calm', 'outside-enum', trusts.outOfProse, 'I am']],
    ['happy', undefined],
  ];
  for (const [answer, expected] of rows) test(answer, () => deepEqual(mended(answer, outside), expected));

  test('is mended where that is all that is wrong with it', () => {
    deepEqual(mended('CALM'), undefined);
    deepEqual(mended('CALM', outside, outside), undefined);
    deepEqual(mended('CALM', { ...outside, path: '/mood' }), undefined);
    deepEqual(mended('CALM', { ...outside, wants: { types: ['string'] } }), undefined);
    const { wants: _, ...unknown } = outside;
    deepEqual(mended('CALM', unknown), undefined);
  });
});
