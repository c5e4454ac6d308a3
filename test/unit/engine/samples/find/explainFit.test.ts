import assert from 'node:assert/strict';
import { explainFit, type FitParts } from '../../../../../src/engine/samples/find/fitParts.ts';
import type { ResponseVerdict } from '../../../../../src/engine/samples/find/readAll.ts';

const read: ResponseVerdict = {
  ok: true,
  size: 1,
  keys: [],
  isUnchanged: false,
  coverage: { words: 1, marks: 1 },
  hasNamesAsText: false,
  hasCallAsText: false,
  repairs: [],
  warnings: [],
};
const unchanged: ResponseVerdict = { ...read, isUnchanged: true };
const failed: ResponseVerdict = { ok: false, error: { class: 'E', message: 'no\n  tags' } };
const long: ResponseVerdict = { ok: false, error: { class: 'E', message: 'x'.repeat(101) } };
const fits = {
  words: 1,
  marks: 1,
  asksForForm: true,
  asksForWords: false,
  asksForNames: false,
  takesNamesAsText: false,
  takesAnything: false,
  mendable: 0,
  callsAsText: 0,
  names: 0,
  hasNames: false,
};
const quiet = { ...fits, repairs: 0, warnings: 0 };

suite('why a parser fits, in words', () => {
  const rows: readonly (readonly [verdicts: readonly ResponseVerdict[], parts: Partial<FitParts>, why: string])[] = [
    [[read], { read: 1 }, 'Reads the response'],
    [[read, read], { read: 2 }, 'Reads all of 2 responses'],
    [[read, read], { read: 1 }, 'Reads 1 of 2 responses'],
    [[read], { read: 0 }, 'Finds nothing in the response'],
    [
      [failed],
      { read: 0, mendable: 1 },
      'Does not read the response: E: no tags; what breaks its schema can be repaired',
    ],
    [
      [read, failed],
      { read: 1, mendable: 1 },
      'Reads 1 of 2 responses; response 2: E: no tags; 1 that break its schema can be repaired',
    ],
    [[read, read], { read: 0 }, 'Finds nothing in the responses'],
    [[read], { read: 0, callsAsText: 1 }, 'Leaves a call in the text'],
    [[read, read], { read: 1, callsAsText: 1 }, 'Reads 1 of 2 responses; leaves a call in the text of 1'],
    [[read, read], { read: 0, callsAsText: 2 }, 'Leaves a call in the text of 2'],
    [[failed], { read: 0 }, 'Does not read the response: E: no tags'],
    [[long], { read: 0 }, `Does not read the response: E: ${'x'.repeat(99)}…`],
    [[read, failed], { read: 1 }, 'Reads 1 of 2 responses; response 2: E: no tags'],
    [[failed, failed], { read: 0 }, 'Reads none of 2 responses; response 1: E: no tags'],
    [[unchanged], { read: 1, asksForForm: false }, 'Reads the response; gives it back as it is'],
    [[unchanged, failed], { read: 1 }, 'Reads 1 of 2 responses; response 2: E: no tags; gives it back as it is'],
    [
      [unchanged, read],
      { read: 2, asksForForm: false, takesAnything: true, words: 0.504 },
      'Reads all of 2 responses; would read any text; uses 50 % of its words',
    ],
    [[read], { read: 1, takesNamesAsText: true, takesAnything: true }, 'Reads the response; takes its keys as text'],
    [[read], { read: 1, asksForWords: true, words: 0.996 }, 'Reads the response; asks for what stands in it'],
    [[read], { read: 1, repairs: 1, warnings: 2 }, 'Reads the response; 1 repair; 2 warnings'],
  ];
  for (const [verdicts, parts, why] of rows)
    test(why, () => assert.equal(explainFit({ ...quiet, read: 0, ...parts }, verdicts), why));
});
