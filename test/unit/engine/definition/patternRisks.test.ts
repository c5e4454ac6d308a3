import assert from 'node:assert/strict';
import type { Host, PatternRisk } from '../../../../src/engine/core/host.ts';
import { checkDefinitions, readDefinitions } from '../../../../src/engine/definition/index.ts';

const exponential: PatternRisk = { growth: 'exponential', attack: 'a'.repeat(31), example: "'a'.repeat(31)" };
const polynomial = (degree?: number): PatternRisk => ({
  ...exponential,
  growth: 'polynomial',
  ...(degree !== undefined && { degree }),
});
/** A form that says nothing about how it grows. */
const regex = JSON.stringify({
  type: 'RegexTaggedContentParser',
  tagged_content_pattern: '<(?P<name>(?:a+)+)>(?P<content>b)',
  format_instruction: 'x',
});

/** What a host was asked, in order, and what was made of its answers. */
async function check(text: string, risk: PatternRisk | undefined, host: Partial<Host> = {}) {
  const asked: string[] = [];
  const problems = await checkDefinitions(readDefinitions(text, 'x.parser.json').definitions, {
    async analyzePattern({ source }, limitMs) {
      asked.push(`analyze ${source} ${limitMs}`);
      return risk;
    },
    async runPattern({ text, groups }, limitMs) {
      asked.push(`run ${text.length} ${groups} ${limitMs}`);
      return { ok: false, reason: 'timeout', message: '' };
    },
    ...host,
  });
  return { asked, problems: problems.map(({ code, message }) => `${code}: ${message}`) };
}

// What the analysis says is a host's to give; what is asked, believed and told is ours.
suite('risks of patterns', () => {
  test('a pattern is analyzed, then tried on the text that was found', async () => {
    const { asked, problems } = await check(regex, exponential);
    assert.equal(asked.length, 2);
    assert.match(asked[0]!, /^analyze .* 5000$/);
    assert.equal(asked[1], 'run 31  500');
    assert.equal(problems.length, 1);
    assert.match(
      problems[0]!,
      /^exponential-pattern: On an answer such as `'a'\.repeat\(31\)` \(31 characters\) the steps of this pattern double with every character, /,
    );
  });

  for (const [title, risk, expected] of [
    ['nothing', undefined, undefined],
    ['the square of the length', polynomial(2), undefined],
    ['a power that is not known', polynomial(), undefined],
    ['the cube of the length', polynomial(3), 'the power 3 of the length'],
    ['a higher power', polynomial(7), 'the power 7 of the length'],
  ] as const)
    test(`growth with ${title}`, async () => {
      const { asked, problems } = await check(regex, risk);
      assert.equal(asked.length, expected ? 2 : 1);
      assert.equal(problems.length, expected ? 1 : 0);
      assert.ok(!expected || (problems[0]!.startsWith('polynomial-pattern: ') && problems[0]!.includes(expected)));
    });

  for (const [title, host] of [
    ['a pattern that ends all the same', { runPattern: async () => ({ ok: true, spans: new Int32Array() }) as const }],
    [
      'a pattern that does not run',
      { runPattern: async () => ({ ok: false, reason: 'failed', message: '' }) as const },
    ],
    ['a host that cannot look', { analyzePattern: undefined }],
    ['a host that cannot try', { runPattern: undefined }],
  ] as const)
    test(`nothing is said of ${title}`, async () =>
      assert.deepEqual((await check(regex, exponential, host as Partial<Host>)).problems, []));

  test('a long text is told in part', async () => {
    for (const [length, told] of [
      [120, `\`${'x'.repeat(120)}\` `],
      [121, `\`${'x'.repeat(120)}…\` `],
    ] as const) {
      const { problems } = await check(regex, { ...exponential, example: 'x'.repeat(length) });
      assert.ok(problems[0]!.includes(told), problems[0]);
    }
  });
});
