import assert from 'node:assert/strict';
import type { Host, PatternRisk } from '../../../src/engine/index.ts';
import { readDefinitions } from '../../../src/engine/index.ts';
import { DefinitionChecks } from '../../../src/service/definitionChecks.ts';

suite('what is looked at aside', () => {
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
  const pattern = (body: string) => `<(?P<name>(?:${body}+)+)>(?P<content>x)`;
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
    const checks = new DefinitionChecks(host);
    const both = definitions(pattern('a'), pattern('b'));
    assert.deepEqual(checks.problemsSoFar(both), { problems: [], unchecked: true });
    assert.deepEqual(
      (await checks.find(both)).map(({ code }) => code),
      ['exponential-pattern'],
    );
    assert.equal(checks.problemsSoFar(definitions(pattern('b'))).problems.length, 1);
    assert.equal(checks.problemsSoFar(both).unchecked, false);
    await checks.find(definitions(pattern('b'), pattern('c')));
    assert.equal(asked.length, 3);
  });

  test('without a host that looks there is nothing to wait for', () =>
    assert.deepEqual(new DefinitionChecks({}).problemsSoFar(definitions(pattern('a'))), {
      problems: [],
      unchecked: false,
    }));

  test('a module is run again when it changed or its definition did, and not at all where it may not run', async () => {
    const custom = (text: string) =>
      readDefinitions(`{ "type": "custom", "module": "x.mjs", "more": "${text}" }`, 'test.parser.json').definitions;
    let runs = 0;
    let error: string | undefined = 'no';
    const host: Host = {
      runModule: async () => {
        runs++;
        return error === undefined
          ? { ok: true, value: 'Answer.', called: false }
          : { ok: false, error: { class: 'TypeError', message: error } };
      },
    };
    const checks = new DefinitionChecks(host);
    const found = async (text: string, revision?: number) =>
      (await checks.find(custom(text), revision === undefined ? {} : { revision })).map(({ message }) => message);
    assert.deepEqual(checks.problemsSoFar(custom('a')), { problems: [], unchecked: true });
    assert.deepEqual(await found('a'), []);
    assert.equal(runs, 0);
    assert.deepEqual(await found('a', 0), ['TypeError: no (x.mjs)']);
    assert.deepEqual(await found('a', 0), ['TypeError: no (x.mjs)']);
    assert.equal(runs, 1);
    await found('b', 0);
    assert.equal(runs, 2);
    error = undefined;
    assert.deepEqual(await found('b', 1), []);
    assert.equal(runs, 3);
  });
});
