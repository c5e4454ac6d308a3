import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Host } from '../../../../../src/engine/core/host.ts';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import type { Definition } from '../../../../../src/engine/parsers/definition.ts';
import { toJsonText } from '../../../../../src/engine/python/index.ts';
import {
  judgeSample,
  type MutationOutcome,
  mutationOperators,
  type RobustnessReport,
  robustnessOf,
  robustnessOfSample,
  robustnessTotals,
} from '../../../../../src/engine/samples/index.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

const define = (definition: object): Definition =>
  readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions[0]!;

const outcomesOf = (report: RobustnessReport): readonly MutationOutcome[] => {
  assert.ok(report.ok, report.ok ? '' : report.reason);
  return report.outcomes;
};

const find = (report: RobustnessReport, operator: string) => {
  const outcome = outcomesOf(report).find(each => each.operator === operator);
  assert.ok(outcome, operator);
  return outcome;
};

/** The first sample of a definition. */
const ofSample = (definition: object, host: Host = nodeHost) => {
  const read = define(definition);
  const [sample] = read.samples;
  return robustnessOfSample(read, sample!, sample!.text ?? '', {}, host);
};

const dict = { type: 'MarkdownJsonDictParser', content_hint: { speak: 'what you say' } };
const fenced = '```json\n{"speak": "Ann said no"}\n```';
const regex = { type: 'RegexTaggedContentParser' };
const tags = '<thought>one two</thought>\n<speak>three four</speak>';

suite('robustness of a definition', () => {
  test('the same value passes, an error does not, another value is the worst', async () => {
    const report = await robustnessOf(define(dict), fenced);
    const facts = (operator: string) => {
      const { outcome, passed } = find(report, operator);
      return [outcome, passed];
    };
    assert.deepEqual(facts('prose-before'), ['same', true]);
    assert.deepEqual(facts('fence-one-line'), ['same', true]);
    assert.deepEqual(facts('trailing-comma'), ['error', false]);
    assert.deepEqual(facts('draft-before'), ['changed', false]);
    const draft = find(report, 'draft-before');
    assert.equal(draft.outcome === 'changed' && draft.difference, 'speak: "..."');
  });

  test('what is cut off must not be taken for an answer', async () => {
    const [weak, strict] = [define(regex), define({ ...regex, required_keys: ['thought', 'speak'] })];
    const [one, other] = [await robustnessOf(weak, tags, {}, nodeHost), await robustnessOf(strict, tags, {}, nodeHost)];
    const facts = (report: RobustnessReport) => {
      const { outcome, passed } = find(report, 'cut-before-end');
      return [outcome, passed];
    };
    assert.deepEqual(facts(one), ['changed', false]);
    assert.deepEqual(facts(other), ['error', true]);
  });

  test('a weak definition scores lower than its fix', async () => {
    const scores = [];
    for (const keys of [{}, { required_keys: ['thought', 'speak'] }])
      scores.push(robustnessTotals(outcomesOf(await robustnessOf(define({ ...regex, ...keys }), tags, {}, nodeHost))));
    assert.ok(scores[0]!.score! < scores[1]!.score!, JSON.stringify(scores));
    assert.ok(scores[0]!.changed > scores[1]!.changed);
  });

  test('a text of good form says the same where the mutation adds something', async () => {
    const tolerant = define({ type: 'AgentOutput', allowed_kinds: ['a'], fallback_kind: 'a' });
    const report = await robustnessOf(tolerant, '{"kind": "a", "text": "one two three"}');
    const quote = find(report, 'raw-quote');
    assert.match(toJsonText(quote.expect?.value ?? null), /\\"(two|three)\\"/);
  });

  test('prose around the answer is the thought’s own', async () => {
    const report = await robustnessOf(define({ type: 'thought_action' }), 'I list.\n```\nls\n```\n');
    assert.equal(find(report, 'prose-before').outcome, 'same');
    const command = await robustnessOf(define({ type: 'action_only' }), 'ls -l');
    assert.equal(find(command, 'prose-before').outcome, 'changed');
  });

  test('a tool that is meant but not recognised is an error', async () => {
    const tool = {
      request: 'find',
      purpose: 'To find',
      schema: { properties: { what: { type: 'string' } }, required: ['what'] },
    };
    const report = await robustnessOf(
      define({ type: 'ToolMessage', tools: [tool] }),
      '{"request": "find", "what": "x y"}',
    );
    assert.equal(find(report, 'two-answers').outcome, 'changed');
    assert.equal(find(report, 'wrapped-in-array').outcome, 'same');
  });

  test('every operator is in the report, tried or with what it needs', async () => {
    const report = await robustnessOf(define(dict), fenced);
    assert.ok(report.ok);
    assert.equal(report.outcomes.length + report.skipped.length, mutationOperators.length);
    assert.equal(report.skipped.find(({ operator }) => operator === 'tag-case')?.reason, 'Needs tags.');
  });

  const unusable: readonly (readonly [what: string, samples: object, reason: RegExp])[] = [
    ['gives an error', { text: 'no', expect: { error: 'JsonParsingError' } }, /^It expects an error\.$/],
    ['fails', { text: fenced, expect: { content: 1 } }, /^It fails\. content not as expected/],
    ['does not parse', { text: 'no' }, /^It fails\. JsonParsingError/],
    ['needs a repair', { text: '```json\n{"a": 1}' }, /only with a repair: missing-end-tag/],
    ['is empty', { text: '```json\n{}\n```' }, /^Nothing is found in it\.$/],
  ];
  for (const [what, sample, reason] of unusable)
    test(`a sample that ${what} is not mutated`, async () => {
      const report = await ofSample({ ...dict, samples: [sample] });
      assert.match(report.ok ? 'mutated' : report.reason, reason);
    });

  test('a sample that is read with a warning is not mutated, and the warning is told', async () => {
    const agent = { type: 'AgentOutput', allowed_kinds: ['a'], fallback_kind: 'a' };
    const report = await ofSample({ ...agent, samples: [{ text: '{"kind": "z", "text": "one"}' }] });
    assert.deepEqual(report, {
      ok: false,
      reason: "It is read only with a warning: The kind 'z' is not allowed; 'a' takes its place.",
    });
  });

  test('a response that does not parse is not mutated, and its error is told', async () => {
    const report = await robustnessOf(define({ ...dict, required_keys: ['vote'] }), fenced);
    assert.match(
      report.ok ? '' : report.reason,
      /^It does not parse\. RequiredFieldNotFoundError: Missing required field vote/,
    );
  });

  test('a line break that is not escaped is expected to be read as one that is', async () => {
    const { response, expect, passed } = find(await robustnessOf(define(dict), fenced), 'raw-newline');
    assert.equal(passed, false);
    assert.deepEqual(
      toJsonText(expect?.value ?? null, 0),
      response.replaceAll(/^```json\n|\n```$/g, '').replace('\n', '\\n'),
    );
  });

  test('a mutated sample expects what the sample expects, or an error where something is lost', async () => {
    const sample = { text: fenced, expect: { content: { speak: 'Ann said no' } } };
    const report = await ofSample({ ...dict, samples: [sample] });
    assert.deepEqual([...Object.keys(find(report, 'trailing-comma').expect ?? {})], ['content']);
    assert.deepEqual(find(report, 'cut-before-end').expect, { error: 'JsonParsingError' });
    // Saved as a sample, a failing mutation is a test that fails.
    const definition = define({ ...dict, samples: [sample] });
    for (const { response, expect, passed, operator } of outcomesOf(report)) {
      const saved = { ...definition.samples[0]!, ...(expect && { expect }) };
      const { verdict } = await judgeSample(definition, saved, response);
      assert.equal(verdict, passed ? 'pass' : 'fail', operator);
    }
  });

  test('nothing more is tried after two time limits', async () => {
    let calls = 0;
    const host: Host = {
      async runPattern(job, limitMs) {
        calls++;
        return job.text === tags
          ? nodeHost.runPattern!(job, limitMs)
          : { ok: false, reason: 'timeout', message: 'too long' };
      },
    };
    const own = { ...regex, tagged_content_pattern: '<(?P<name>\\w+)>(?P<content>.*?)</(?P=name)>' };
    const report = await robustnessOf(define(own), tags, {}, host);
    assert.equal(outcomesOf(report).length, 2);
    assert.ok(calls < 6);
    assert.ok(report.ok && /time limit/.test(report.skipped.at(-1)?.reason ?? ''));
  });

  test('it can be ended, and a very long response is left alone', async () => {
    const report = await robustnessOf(define(dict), fenced, { signal: { aborted: true } });
    assert.deepEqual([outcomesOf(report).length, robustnessTotals([]).score], [0, undefined]);
    const long = await robustnessOf(define(dict), `"${'x'.repeat(10_000_000)}"`);
    assert.match(long.ok ? '' : long.reason, /million/);
  });

  const hostile: readonly (readonly [what: string, definition: object, response: string])[] = [
    ['fences on one line', dict, `${fenced}\n${' '.repeat(50_000)}${'``` '.repeat(50_000)}`],
    ['open tags', regex, `<a>x</a>${'<b>'.repeat(60_000)}`],
    ['brackets', dict, `${'['.repeat(200_000)}\n${fenced}`],
    ['deep JSON', { type: 'MarkdownJsonObjectParser' }, `\`\`\`json\n${'['.repeat(900)}1${']'.repeat(900)}\n\`\`\``],
    ['escapes', dict, `\`\`\`json\n{"a": "${'\\"'.repeat(100_000)} b c"}\n\`\`\``],
    ['many objects', { type: 'identity' }, '{"a": 1}\n'.repeat(20_000)],
    [
      'names of tags',
      { type: 'XMLToolMessage', tools: [] },
      `<tool>${Array.from({ length: 40_000 }, (_, i) => `<n${i}>`).join('')}</tool>`,
    ],
  ];
  for (const [what, definition, response] of hostile)
    test(`hostile text ends: ${what}`, async () => {
      const report = await robustnessOf(define(definition), response, {}, nodeHost);
      if (report.ok) assert.ok(report.outcomes.length > 0);
    });

  test('the examples', async () => {
    const scores: Record<string, number> = {};
    const folder = join(import.meta.dirname, '../../../../../examples');
    for (const file of readdirSync(folder).filter(name => name.endsWith('.parser.json'))) {
      const path = join(folder, file);
      for (const definition of readDefinitions(readFileSync(path, 'utf8'), path).definitions) {
        const outcomes: MutationOutcome[] = [];
        for (const sample of definition.samples) {
          const text = sample.text ?? readFileSync(join(dirname(path), sample.file!), 'utf8');
          const report = await robustnessOfSample(definition, sample, text, {}, nodeHost);
          if (report.ok) outcomes.push(...report.outcomes);
        }
        const { score } = robustnessTotals(outcomes);
        if (score !== undefined) scores[definition.name] = score;
      }
    }
    // What takes the whole response as it is takes every mistake with it; strict JSON takes next to none.
    assert.equal(scores['as it is'], 0);
    assert.equal(scores['action only'], 0);
    assert.ok(scores.json! < 40);
    assert.ok(scores.librarian! > scores['wolf discussion']!);
    assert.ok(scores['thought and action']! > scores.command!);
  });
});
