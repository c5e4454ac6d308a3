import { deepEqual, equal } from 'node:assert/strict';
import { boundedLines } from '../../../../src/cli/mcp/serveAssistants.ts';

/** What comes out of chunks, and how many lines were too long. */
async function through(chunks: readonly string[], limit: number) {
  let tooLong = 0;
  const stream = boundedLines(() => tooLong++, limit);
  const lines: string[] = [];
  stream.on('data', (line: Buffer) => lines.push(String(line)));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await new Promise(resolve => stream.on('end', resolve));
  return { lines, tooLong };
}

suite('lines of a stream, bounded', () => {
  test('lines come whole, whatever the chunks; what has no end yet waits', async () => {
    deepEqual(await through(['a', 'b\nc\n', 'd'], 9), { lines: ['ab\n', 'c\n'], tooLong: 0 });
  });

  test('of a line that is too long nothing is kept, it is told of once, and the next one is read', async () => {
    deepEqual(await through(['abc', 'def', 'ghi\nj\n'], 4), { lines: ['j\n'], tooLong: 1 });
    deepEqual(await through(['abcd\nabc\n'], 4), { lines: ['abc\n'], tooLong: 1 });
    equal((await through(['abcdef\nabcdef\n'], 4)).tooLong, 2);
  });
});
