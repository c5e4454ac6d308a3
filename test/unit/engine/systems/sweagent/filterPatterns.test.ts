import { deepEqual, equal } from 'node:assert/strict';
import { checkDefinitions, readDefinitions } from '../../../../../src/engine/definition/index.ts';

suite('patterns of SWE-agent’s filter', () => {
  /** The texts that problems stand at, and how many patterns a host was asked of that calls all of them slow. */
  const check = async (definition: object) => {
    const text = JSON.stringify(definition);
    let asked = 0;
    const problems = await checkDefinitions(readDefinitions(text, 'x.parser.json').definitions, {
      async analyzePattern() {
        asked++;
        return { growth: 'exponential', attack: 'a'.repeat(31), example: "'a'.repeat(31)" };
      },
      runPattern: async () => ({ ok: false, reason: 'timeout', message: '' }),
    });
    return { asked, at: problems.map(({ span }) => text.slice(span.start, span.end)) };
  };
  const filtered = (block_unless_regex: object) => ({ type: 'thought_action', filter: { block_unless_regex } });

  test('are looked at as any others', async () => deepEqual((await check(filtered({ x: '(a+)+$' }))).at, ['"(a+)+$"']));

  for (const [count, looked] of [
    [19, 19],
    [20, 20],
    [21, 20],
  ] as const)
    test(`of ${count}, ${looked} are looked at, each of its own`, async () => {
      const patterns = Array.from({ length: count }, (_, i) => [`c${i}`, `(?:x+)+${i}`]);
      const { asked, at } = await check(filtered(Object.fromEntries(patterns)));
      deepEqual([asked, at.length], [looked, looked]);
    });

  test('of a definition that cannot be made are not', async () => {
    equal((await check({ type: 'thought_action', commands: 3 })).asked, 0);
  });
});
