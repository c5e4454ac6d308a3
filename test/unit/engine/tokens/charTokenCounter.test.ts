import assert from 'node:assert/strict';
import { createTokenCounter, fromPlain, type PyDict, type PyList } from '../../../../src/engine/index.ts';

suite('CharTokenCounter', () => {
  const counter = createTokenCounter('CharTokenCounter', {});
  const message = { role: 'user', content: 'é😀' };
  // {'role': 'user', 'content': 'é😀'}
  const printed = 33;

  /** What, messages, tools, the characters of what Python prints. */
  const rows: readonly (readonly [what: string, payload: readonly unknown[], tools: unknown, expected: number])[] = [
    ['nothing', [], undefined, 0],
    ['a message', [message], null, printed],
    ['messages, a line each', [message, message], [], printed + 1 + printed],
    ['tools are a line as well', [message], [1, 2], printed + 1 + 6],
    ['tools alone', [], [1, 2], 6],
  ];
  for (const [what, payload, tools, expected] of rows)
    test(`${what}: whole and added up`, async () => {
      assert.equal(await counter.count(payload, tools), expected);
      const counting = (await counter.additive!(tools))!;
      const messages = fromPlain(payload) as PyList as readonly PyDict[];
      const start = counting.fixed + (counting.opening?.(messages[0]?.get('role')) ?? 0);
      assert.equal(
        messages.reduce((sum, each) => sum + counting.message(each), start),
        expected,
      );
    });
});
