import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readLines } from '../../../src/cli/readInput.ts';

async function lines(chunks: readonly (Uint8Array | string)[], limit?: number): Promise<(string | undefined)[]> {
  async function* arrive() {
    yield* chunks;
  }
  const found: (string | undefined)[] = [];
  for await (const line of readLines(arrive(), limit)) found.push(line);
  return found;
}

suite('readLines', () => {
  test('lines without their ends', async () => {
    const cases: [text: string, ...lines: string[]][] = [
      [''],
      ['a', 'a'],
      ['a\nb\r\n\nc\r', 'a', 'b', '', 'c'],
      ['\uFEFFa\u2028b\n', 'a\u2028b'],
    ];
    for (const [text, ...expected] of cases) assert.deepEqual(await lines([Buffer.from(text)]), expected);
  });

  test('the same however the bytes are cut', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('é', '😀', 'a', '\n', '\r\n')),
        fc.infiniteStream(fc.nat(3)),
        async (parts, sizes) => {
          const bytes = Buffer.from(parts.join(''));
          const chunks: Buffer[] = [];
          for (let at = 0; at < bytes.length; ) {
            const size = sizes.next().value ?? 1;
            chunks.push(bytes.subarray(at, at + size));
            at += size;
          }
          assert.deepEqual(await lines(chunks), await lines([bytes]));
        },
      ),
    ));

  test('a line that is too long is not kept', async () =>
    assert.deepEqual(await lines(['ab', 'cd', 'e\nabcd\nabcde'], 4), [undefined, 'abcd', undefined]));
});
