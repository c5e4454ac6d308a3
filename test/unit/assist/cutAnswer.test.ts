import { deepEqual, equal, match, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { cutAnswer } from '../../../src/assist/cutAnswer.ts';
import { createTokenCounter } from '../../../src/node/engine.ts';

suite('answers that are cut', () => {
  test('a short answer stays as it is', () => {
    const answer = { a: [1, 2, 3], b: 'x' };
    equal(cutAnswer(answer), answer);
  });

  test('a long list loses its end, and says how much and how to get it', () => {
    const rows = Array.from({ length: 5000 }, (_, i) => ({ id: i }));
    const cut = cutAnswer({ ok: true, rows }) as { ok: boolean; rows: unknown[]; left_out: Left };
    equal(cut.ok, true);
    ok(cut.rows.length > 100 && cut.rows.length < 5000);
    deepEqual(cut.rows, rows.slice(0, cut.rows.length));
    deepEqual(cut.left_out.places, [{ at: 'rows', kept: cut.rows.length, of: 5000 }]);
    match(cut.left_out.more, /max_tokens \(4000 now/);
  });

  test('the small members of an object stay whole beside a long one', () => {
    const cut = cutAnswer({ value: 'x'.repeat(100_000), error: { class: 'E' } }) as {
      value: string;
      error: unknown;
      left_out: Left;
    };
    deepEqual(cut.error, { class: 'E' });
    ok(cut.value.endsWith('…') && cut.value.length > 5000);
    equal(cut.left_out.places[0]?.of, 100_000);
  });

  test('a list whose first item is too long shows the beginning of that', () => {
    const cut = cutAnswer({ rows: [{ text: 'y'.repeat(50_000) }, { text: 'z' }] }) as { rows: { text: string }[] };
    equal(cut.rows.length, 1);
    match(cut.rows[0]!.text, /^y+…$/);
  });

  test('whatever an answer holds, it is cut below the limit, and asks for more never fail', async () => {
    const counter = createTokenCounter('o200k_base');
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })),
        fc.integer({ min: 200, max: 600 }),
        async (answer, limit) => {
          const big = {
            ...answer,
            many: Array.from({ length: 300 }, () => answer),
            long: JSON.stringify(answer).repeat(20),
          };
          const text = JSON.stringify(cutAnswer(big, limit));
          ok(text.length <= limit * 2.5 + 900, `${text.length} of ${limit}`);
        },
      ),
      { numRuns: 100 },
    );
    const english = JSON.stringify(cutAnswer({ text: 'The quick brown fox jumps over the lazy dog. '.repeat(2000) }));
    ok((await counter.countText(english)) < 4000);
  });
});

interface Left {
  readonly places: readonly { at: string; kept: number; of: number }[];
  readonly more: string;
}
