import { deepEqual } from 'node:assert/strict';
import { diagnose } from '../../../../src/engine/repair/index.ts';

suite('where JSON begins in other words', () => {
  const rows: readonly (readonly [text: string, value: unknown])[] = [
    ['So {"a": 1} it is', { a: 1 }],
    ['So {\\n"a": 1} it is', { a: 1 }],
    ['So [true, None] it is', [true, null]],
    ['So [-1, 2] it is', [-1, 2]],
    ['So {} it is', {}],
    ['See [here]: {"a": 1}', { a: 1 }],
    ['A set {x | x > 1} and {"a": 1}', { a: 1 }],
    ['So {// why\n"a": 1} it is', { a: 1 }],
    ['So {# why\n"a": 1} it is', { a: 1 }],
    ["So {'a': 1} it is", { a: 1 }],
    ['So {a: 1} it is', { a: 1 }],
  ];
  for (const [text, value] of rows)
    test(text, () => {
      const [best] = diagnose(text).candidates;
      deepEqual(best?.value, value);
      deepEqual(text.slice(best!.span!.start).startsWith('{') || text.slice(best!.span!.start).startsWith('['), true);
    });
});
