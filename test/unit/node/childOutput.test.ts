import assert from 'node:assert/strict';
import { ChildOutput } from '../../../src/node/child/childOutput.ts';

const report = '\n<--- Last few GCs --->\n\n[123:0x1]  100 ms: Mark-sweep\n\n\nFATAL ERROR: Reached heap limit\n\n';

suite('ChildOutput', () => {
  const passed = (chunks: readonly string[], limit = 1000) => {
    let text = '';
    const output = new ChildOutput(part => {
      text += part;
    }, limit);
    const accepted = chunks.map(chunk => output.push(Buffer.from(chunk)));
    output.end();
    return { text, accepted };
  };

  const texts: readonly (readonly [name: string, chunks: readonly string[], text: string])[] = [
    ['lines', ['a\nb\n'], 'a\nb\n'],
    ['a line without an end', ['a\nb'], 'a\nb'],
    ['a line in parts', ['a', 'b\n'], 'ab\n'],
    ['blank lines', ['a\n\n', '\nb\n'], 'a\n\n\nb\n'],
    ['nothing of the report', [report], ''],
    ['what stands before the report', [`a\n${report}`], 'a\n'],
    ['nothing of a report that comes unit by unit', [...`a\n${report}`], 'a\n'],
    ['what only looks like it', ['a FATAL ERROR\n'], 'a FATAL ERROR\n'],
  ];
  for (const [name, chunks, text] of texts)
    test(`passes on ${name}`, () => {
      assert.equal(passed(chunks).text, text);
    });

  test('says when it is too much', () => {
    assert.deepEqual(passed(['12345', '67890', '1'], 10).accepted, [true, true, false]);
  });
});
