import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './runCli.ts';

const good = '```json\n{"vote": "Ann, of course"}\n```';
const files: Readonly<Record<string, string>> = {
  'vote.parser.json': JSON.stringify({
    type: 'MarkdownJsonDictParser',
    content_hint: { vote: 'player' },
    samples: [
      { name: 'good', file: 'vote.md' },
      { name: 'no JSON', text: 'Ann', expect: { error: 'JsonParsingError' } },
    ],
  }),
  'vote.md': good,
  'none.parser.json': '{ "type": "MarkdownJsonDictParser" }',
  'xml.parser.json': JSON.stringify({
    type: 'XMLAdapter',
    signature: 'question -> answer: Optional[str]',
    samples: [{ text: '<answer>yes</answer>' }],
  }),
  'gone.parser.json': '{ "type": "MarkdownJsonDictParser", "samples": [{ "file": "gone.md" }] }',
};

suite('parserlens robustness', () => {
  let folder: string;

  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  });
  suiteTeardown(() => rmSync(folder, { recursive: true }));

  const cli = (args: string, input = '') => runCli(folder, args, input);

  test('the failing mutations of all good samples, and the score', async () => {
    const { code, out, err } = await cli('robustness vote.parser.json');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^good: \d+ of \d+ mutations passed, \d+ errors, 6 silently different\n/);
    assert.match(
      out,
      /\n {2}✗ trailing-comma +a trailing comma in the JSON: JsonParsingError: .* … .*line 2 column 27 \(char 27\)\n/,
    );
    assert.match(out, /\n {2}⚠ draft-before +.*: vote: "\.\.\."\n/);
    assert.doesNotMatch(out, /prose-before/);
    assert.match(out, /\nno JSON: not mutated\. It expects an error\.\n\nscore \d+: /);
  });

  test('what the framework does not read as it writes it comes first, and leaves the score', async () => {
    const { code, out } = await cli('robustness xml.parser.json');
    assert.equal(code, 0);
    assert.match(
      out,
      /^⚠ XMLAdapter writes `"a < b & c"` for `answer` and does not read it again: .*\nsample 1: \d+ of/,
    );
    const [message] = JSON.parse((await cli('robustness xml.parser.json --json')).out).ownUnread;
    assert.match(message, /^XMLAdapter writes/);
    assert.deepEqual(JSON.parse((await cli('robustness vote.parser.json --json')).out).ownUnread, []);
  });

  test('--json: every mutation with its text, the same for the same seed', async () => {
    const { out } = await cli('robustness vote.parser.json --json --seed 5');
    const { definition, seed, score, tried, passed, responses } = JSON.parse(out);
    assert.deepEqual([definition, seed, Math.floor((100 * passed) / tried)], ['vote', 5, score]);
    const [first, second] = responses;
    assert.equal(first.outcomes.length, tried);
    const comma = first.outcomes.find(({ operator }: { operator: string }) => operator === 'trailing-comma');
    assert.deepEqual(
      [comma.family, comma.outcome, comma.passed, comma.error.class, comma.response],
      ['json', 'error', false, 'JsonParsingError', good.replace('}', ',}')],
    );
    assert.deepEqual(second, { name: 'no JSON', reason: 'It expects an error.' });
    assert.ok(first.skipped.some(({ reason }: { reason: string }) => reason === 'Needs tags.'));
    assert.equal((await cli('robustness vote.parser.json --json --seed 5')).out, out);
    assert.notEqual((await cli('robustness vote.parser.json --json --seed 6')).out, out);
  });

  test('--min: the exit code', async () => {
    const { score } = JSON.parse((await cli('robustness vote.parser.json --json')).out);
    assert.equal((await cli(`robustness vote.parser.json --min ${score}`)).code, 0);
    assert.equal((await cli(`robustness vote.parser.json --min ${score + 1}`)).code, 1);
  });

  test('a response of one’s own', async () => {
    assert.match((await cli('robustness none.parser.json -', good)).out, /^<stdin>: \d+ of/);
    assert.match((await cli('robustness none.parser.json vote.md')).out, /^vote\.md: \d+ of/);
    const bad = await cli('robustness none.parser.json -', 'no');
    assert.equal(bad.code, 1);
    assert.match(bad.out, /^<stdin>: not mutated\. It does not parse\. JsonParsingError/);
  });

  test('a sample whose file is gone does not concern the others', async () => {
    const { out } = await cli('robustness gone.parser.json');
    assert.equal(out, 'sample 1: not mutated. gone.md: cannot be read: there is no such file.\n');
  });

  const wrong: readonly (readonly [args: string, code: number, err: RegExp])[] = [
    ['robustness none.parser.json', 1, /^none\.parser\.json: there is no sample\.\n$/],
    ['robustness gone.parser.json', 1, /^gone\.parser\.json: no response can be mutated\.\n$/],
    ['robustness vote.parser.json --seed x', 2, /^--seed x: write a whole number from -/],
    ['robustness vote.parser.json --min 101', 2, /^--min 101: write a whole number from 0 to 100/],
    ['robustness - -', 2, /cannot both be standard input/],
  ];
  for (const [args, expected, message] of wrong)
    test(args, async () => {
      const { code, err } = await cli(args);
      assert.equal(code, expected);
      assert.match(err, message);
    });
});
