import assert from 'node:assert/strict';
import type { Host, PatternRisk } from '../../../src/engine/index.ts';
import { readDefinitions } from '../../../src/engine/index.ts';
import { PatternChecks } from '../../../src/service/patternChecks.ts';

suite('patterns that are looked at aside', () => {
  const definitions = (...patterns: string[]) =>
    readDefinitions(
      JSON.stringify({
        parsers: Object.fromEntries(
          patterns.map((pattern, i) => [
            `p${i}`,
            { type: 'RegexTaggedContentParser', tagged_content_pattern: pattern, format_instruction: 'x' },
          ]),
        ),
      }),
      'test.parser.json',
    ).definitions;
  const pattern = (body: string) => `<(?P<name>${body})>(?P<content>x)`;
  const risk: PatternRisk = { growth: 'exponential', attack: 'aaa', example: "'a'.repeat(3)" };

  test('each is looked at once, and known from then on', async () => {
    const asked: string[] = [];
    const host: Host = {
      analyzePattern: async ({ source }) => {
        asked.push(source);
        return source.includes('b') ? risk : undefined;
      },
      runPattern: async () => ({ ok: false, reason: 'timeout', message: '' }),
    };
    const checks = new PatternChecks(host);
    const both = definitions(pattern('a'), pattern('b'));
    assert.deepEqual(checks.known(both), { problems: [], unchecked: true });
    assert.deepEqual(
      (await checks.find(both)).map(({ code }) => code),
      ['exponential-pattern'],
    );
    assert.equal(checks.known(definitions(pattern('b'))).problems.length, 1);
    assert.equal(checks.known(both).unchecked, false);
    await checks.find(definitions(pattern('b'), pattern('c')));
    assert.equal(asked.length, 3);
  });

  test('without a host that looks there is nothing to wait for', () =>
    assert.deepEqual(new PatternChecks({}).known(definitions(pattern('a'))), { problems: [], unchecked: false }));
});
