import assert from 'node:assert/strict';
import { streamSource } from '../../../../src/node/evaluation/fileSource.ts';
import { openLog } from '../../../../src/portable/logs/openLog.ts';

const encoder = new TextEncoder();

/** A log of so many bytes that arrives as a disk gives it. */
function logOf(name: string, head: string, row: string, size: number) {
  const chunk = encoder.encode(row.repeat(Math.ceil(65_536 / row.length)));
  return openLog(
    streamSource(async function* () {
      yield encoder.encode(head);
      for (let given = 0; given < size; given += chunk.length) yield chunk;
    }),
    name,
    {},
  );
}

suite('looking at a log', () => {
  for (const [title, name, head, row] of [
    ['CSV whose quotes are all broken', 'x.csv', 'id,response\n', `1,"a "b" ${'c'.repeat(9000)}\n""d"" "e", f"g"\n`],
    ['CSV that is one record', 'x.csv', 'id,response\n1,"', 'say ""hi""\nand go, '],
    ['lines that are all broken', 'x.jsonl', '', `{"response": "a" "${'b'.repeat(9000)}"}\n`],
    ['one line', 'x.jsonl', '{"response": "', 'ab cd '],
  ] as const)
    test(`decodes ${title} once, and its head once more`, async () => {
      const size = 3 * 1024 * 1024;
      const { decode } = TextDecoder.prototype;
      let decoded = 0;
      TextDecoder.prototype.decode = function (bytes, options) {
        decoded += bytes?.byteLength ?? 0;
        return decode.call(this, bytes, options);
      };
      try {
        assert.equal((await logOf(name, head, row, size)).reading.reader, 'json');
      } finally {
        TextDecoder.prototype.decode = decode;
      }
      assert.ok(decoded < 2 * size, `${decoded} of ${size}`);
    });
});
