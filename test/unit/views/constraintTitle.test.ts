import { equal } from 'node:assert/strict';
import type { ConstraintSummary } from '../../../src/engine/index.ts';
import { constraintTitle } from '../../../src/views/constraintTitle.ts';

suite('the lens of a constraint', () => {
  const words = {
    enforces: (engine: string) => `${engine} enforces`,
    partly: (engine: string, keywords: string) => `${engine} enforces · drops ${keywords}`,
    drops: (engine: string, keywords: string) => `${engine} drops ${keywords}`,
    refuses: (engine: string, keywords: string) => `${engine} refuses ${keywords}`,
    dropsAlone: (count: number) => `drops ${count}`,
    refusesAlone: (count: number) => `refuses ${count}`,
  };
  const made = (title: string, more: Partial<ConstraintSummary> = {}): ConstraintSummary => ({
    ...{ title, form: 'json', refuses: [], drops: [], narrows: [] },
    ...more,
  });
  const title = (room: number, ...summaries: readonly ConstraintSummary[]) => constraintTitle(summaries, words, room);

  test('of one engine: that it enforces, and what it drops or refuses', () => {
    equal(title(100, made('vLLM', { drops: ['minLength'] })), 'vLLM enforces · drops minLength');
    equal(title(100, made('vLLM', { narrows: ['pattern'] })), 'vLLM enforces');
    equal(title(100, made('vLLM', { drops: ['not'], refuses: ['minItems'] })), 'vLLM refuses minItems');
    equal(title(100, made('vLLM', { drops: ['a', 'b', 'c', 'd', 'e'] })), 'vLLM enforces · drops a, b, c +2');
    equal(title(100), undefined);
  });

  test('of several: each in short', () =>
    equal(
      title(100, made('vLLM', { drops: ['minLength'] }), made('SGLang'), made('OpenAI', { refuses: ['not'] })),
      'vLLM drops minLength · SGLang ✓ · OpenAI refuses not',
    ));

  test('where there is less room: fewer keywords, their number, no engine', () => {
    const many = made('vLLM', { drops: ['minLength', 'maxLength', 'uniqueItems'] });
    equal(title(80, many), 'vLLM enforces · drops minLength, maxLength, uniqueItems');
    equal(title(45, many), 'vLLM enforces · drops minLength +2');
    equal(title(30, many), 'vLLM enforces · drops 3');
    equal(title(10, many), 'drops 3');
    equal(title(10, many, made('SGLang', { refuses: ['not'] })), 'refuses 1');
    equal(title(3, made('vLLM'), made('SGLang')), '✓');
  });
});
