import assert from 'node:assert/strict';
import { type ReadRow, shownRowText } from '../../../src/views/shownRowText.ts';

const row: ReadRow = { name: 'a', text: 'one\ntwo three', log: 'log.jsonl', line: 7, verdict: 'error', code: 'x' };

suite('a row’s response below its list', () => {
  test('says where it stands and where its cause does', () => {
    const { span, line, column, place, isCut, text, verdict, code } = shownRowText(3, {
      ...row,
      span: { start: 8, end: 13 },
    });
    assert.deepEqual([span, line, column, place], [{ start: 8, end: 13 }, 2, 5, 'log.jsonl:7']);
    assert.deepEqual([isCut, text, verdict, code], [false, row.text, 'error', 'x']);
    assert.equal(shownRowText(3, row).line, undefined);
    assert.deepEqual(shownRowText(0, { ...row, span: { start: 0, end: 0 } }).column, 1);
    assert.equal(shownRowText(0, { ...row, span: { start: 4, end: 4 } }).column, 1);
    assert.ok(!('sentence' in shownRowText(0, row)));
    assert.equal(shownRowText(0, { ...row, sentence: 'It ends.' }).sentence, 'It ends.');
  });

  test('is bounded, and cut between characters; a cause behind that is told by its place alone', () => {
    const text = `${'x'.repeat(99_999)}😀 and more`;
    const cut = shownRowText(0, { ...row, text, span: { start: 99_990, end: 100_005 } });
    assert.equal(cut.text, 'x'.repeat(99_999));
    assert.ok(cut.isCut);
    assert.deepEqual(cut.span, { start: 99_990, end: 99_999 });
    const beyond = shownRowText(0, { ...row, text, span: { start: 100_003, end: 100_005 } });
    assert.deepEqual([beyond.span, beyond.column], [undefined, 100_004]);
    assert.ok(!shownRowText(0, { ...row, text: 'x'.repeat(100_000) }).isCut);
  });

  test('names are on one line and bounded', () => {
    const { name, detail } = shownRowText(0, { ...row, name: `a\n${'b'.repeat(300)}`, detail: 'a\nb' });
    assert.ok(!name.includes('\n') && name.length <= 200);
    assert.equal(detail?.includes('\n'), false);
  });
});
