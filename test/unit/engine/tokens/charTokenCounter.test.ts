import assert from 'node:assert/strict';
import { fromPlain, type PyDict, type PyList } from '../../../../src/engine/core/pyValue.ts';
import { codePointLength } from '../../../../src/engine/python/codePoints.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';
import { createTokenCounter } from '../../../../src/engine/tokens/index.ts';

suite('CharTokenCounter', () => {
  const counter = createTokenCounter('CharTokenCounter', {});
  const message = { role: 'user', content: 'é😀' };
  // {'role': 'user', 'content': 'é😀'}
  const printed = 33;

  /** What, messages, tools, the characters of what Python prints. */
  const rows: readonly (readonly [what: string, payload: readonly unknown[], tools: unknown, expected: number])[] = [
    ['nothing', [], undefined, 0],
    ['a message', [message], null, printed],
    ['a text with an apostrophe, in double quotes', [{ role: "it's" }], undefined, "{'role': \"it's\"}".length],
    [
      'a text with both quotes, apostrophes escaped',
      [{ role: `'it's" '` }],
      undefined,
      `{'role': '\\'it\\'s" \\''}`.length,
    ],
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

  for (const text of [`it's`, `'a'`, `say "so"`, `it's "so"`, `"'"`, 'plain é\\\n'])
    test(`${text}: without any stretch, as Python prints what is left`, async () => {
      const { total, without } = (await counter.additive!(undefined))!.textCounts!(text);
      const printed = (left: string) => codePointLength(pyRepr(left));
      assert.equal(total, printed(text));
      for (let start = 0; start < text.length; start++)
        for (let end = start; end <= text.length; end++)
          assert.equal(without(start, end), printed(text.slice(0, start) + text.slice(end)), `${start}-${end}`);
    });
});
