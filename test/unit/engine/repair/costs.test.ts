import { deepEqual, ok } from 'node:assert/strict';
import { diagnose } from '../../../../src/engine/repair/index.ts';

suite('faults that come again', () => {
  const many = 60;
  const list = (item: (i: number) => string, between = ',\n') =>
    `{${Array.from({ length: many }, (_, i) => item(i)).join(between)}}`;
  const rows: readonly (readonly [cause: string, text: string, value: (i: number) => unknown])[] = [
    ['missing-comma', list(i => `"k${i}": ${i}`, '\n'), i => i],
    ['trailing-comma', list(i => `"k${i}": [${i},]`), i => [i]],
    ['single-quotes', list(i => `'k${i}': 'v'`), () => 'v'],
    ['smart-quotes', list(i => `“k${i}”: “v”`), () => 'v'],
    ['backtick-quotes', list(i => `"k${i}": \`v\``), () => 'v'],
    ['triple-quotes', list(i => `"k${i}": """v"""`), () => 'v'],
    ['escaped-quotes', list(i => `\\"k${i}\\": \\"v\\"`), () => 'v'],
    ['html-entities', list(i => `&quot;k${i}&quot;: ${i}`), i => i],
    ['raw-newline', list(i => `"k${i}": "v\nw"`), () => 'v\nw'],
    ['invalid-escape', list(i => `"k${i}": "\\d"`), () => '\\d'],
    ['unquoted-key', list(i => `k${i}: ${i}`), i => i],
    ['python-literal', list(i => `"k${i}": None`), () => null],
    ['tuple', list(i => `"k${i}": (${i}, 2)`), i => [i, 2]],
    ['comment', list(i => `"k${i}": ${i} /* note */`), i => i],
    ['full-width', list(i => `"k${i}"：${i}`), i => i],
    ['odd-space', list(i => `"k${i}":\u00a0${i}`), i => i],
  ];
  for (const [cause, text, value] of rows)
    test(`${cause} on every line is a habit, and takes nothing from what is read`, () => {
      const [best] = diagnose(text).candidates;
      deepEqual(best?.value, Object.fromEntries(Array.from({ length: many }, (_, i) => [`k${i}`, value(i)])));
      deepEqual(best?.causes, [cause]);
      ok(best.confidence > 0.9, String(best.confidence));
    });
});
