import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli } from './runCli.ts';

/** A module, of a parser or a formatter, that leaves a mark when it runs. */
const module = `import { writeFileSync } from 'node:fs';
const mark = value => (writeFileSync(new URL('./ran.txt', import.meta.url), ''), value);
export const formatInstruction = () => mark('Say it.');
export const parse = text => mark({ said: text });
export const format = msgs => mark(msgs.map(({ content }) => ({ role: 'user', content })));
`;
const custom = (path: string, more: object = {}) => JSON.stringify({ type: 'custom', module: path, ...more });
const talk = (more: object) => JSON.stringify({ ...more, messages: [{ name: 'Ann', role: 'user', content: 'Hi' }] });
const asked = { formatter: 'OpenAIChatFormatter' };
const tokenizer = JSON.stringify({
  version: '1.0',
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: null,
  decoder: null,
  model: { type: 'WordPiece', unk_token: '?', max_input_chars_per_word: 100, vocab: { '?': 0 } },
});
const counter = (path: string) => ({
  token_counter: { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: path },
});

suite('parserlens and code that is reached through another file', () => {
  let top: string;
  let here: string;
  setup(async () => {
    top = mkdtempSync(join(tmpdir(), 'parserlens-'));
    here = join(top, 'here');
    const files: Readonly<Record<string, string>> = {
      'out.mjs': module,
      'out/own.parser.json': custom('../out.mjs'),
      'model/tokenizer.json': tokenizer,
      'here/lib/own.mjs': module,
      'here/own.parser.json': custom('lib/own.mjs'),
      'here/away.parser.json': custom('../out.mjs', { samples: [{ name: 'a', text: 'x' }] }),
      'here/found/away.parser.json': custom('../../out.mjs', { samples: [{ name: 'a', text: 'x' }] }),
      'here/found/linked.parser.json': custom('../link/out.mjs', { samples: [{ name: 'a', text: 'x' }] }),
      'here/tasked.parser.json': JSON.stringify({
        type: 'MarkdownJsonObjectParser',
        samples: [
          { name: 'a', text: '1', task: 'task.messages.json' },
          { name: 'b', text: '1', task: 'counted.messages.json' },
        ],
      }),
      'here/plain.parser.json': '{ "type": "MarkdownJsonObjectParser" }',
      'here/task.messages.json': talk({ formatter: 'custom', module: 'lib/own.mjs' }),
      'here/counted.messages.json': talk({ ...asked, ...counter('../model') }),
      'here/own.messages.json': talk({ ...asked, parser: 'own.parser.json' }),
      'here/away.messages.json': talk({ ...asked, parser: 'away.parser.json' }),
      'here/up.messages.json': talk({ ...asked, parser: '../out/own.parser.json' }),
      'here/lines.jsonl': `${talk({ ...asked, parser: 'own.parser.json' })}\n`,
      'here/log.jsonl': '{ "response": "{}" }\n',
      'here/answers.responses.jsonl': '{ "id": 1, "retry": 0, "response": "{}" }\n',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), text);
    }
    symlinkSync(top, join(here, 'link'));
    // An evaluation without rows, whose definition is then made another.
    await cli('evaluate log.jsonl --parser plain.parser.json --out plain.evaluation.json');
  });
  teardown(() => rmSync(top, { recursive: true }));

  const cli = (args: string) => runCli(here, args);
  /** Whether a module ran, inside or outside of the current folder; forgets it. */
  const ran = () => {
    const marks = [join(here, 'lib', 'ran.txt'), join(top, 'ran.txt')];
    const found = marks.map(mark => existsSync(mark));
    for (const mark of marks) rmSync(mark, { force: true });
    return { inside: found[0], outside: found[1] };
  };
  const nothing = { inside: false, outside: false };
  const notRun = /modules run only for definition files that the command line names, or with --run-modules\./;

  const ways: readonly string[] = [
    'format own.messages.json',
    'format own.messages.json --json',
    'format lines.jsonl --jsonl',
    'tokens own.messages.json',
    'run own.messages.json --model http://127.0.0.1:9/v1#m --show',
    'run own.messages.json --replay answers.responses.jsonl',
  ];
  for (const way of ways)
    test(`${way}: the module of the definition that a conversation names needs --run-modules`, async () => {
      const { code, out, err } = await cli(way);
      assert.deepEqual(ran(), nothing);
      assert.notEqual(code, 0);
      assert.match(out + err, notRun);
      const allowed = await cli(`${way} --run-modules`);
      assert.deepEqual(ran(), { inside: true, outside: false }, allowed.err);
    });

  for (const name of ['away', 'up'])
    for (const command of ['format', 'tokens'])
      test(`${command} ${name}.messages.json: nothing outside of the roots, which --root names`, async () => {
        const file = `${name}.messages.json`;
        assert.equal((await cli(`${command} ${file}`)).code, 1);
        const { code, out, err } = await cli(`${command} ${file} --run-modules`);
        assert.equal(code, 1);
        assert.match(out + err, /outside of the current folder\. Use --root DIR/);
        assert.deepEqual(ran(), nothing);
        await cli(`${command} ${file} --root ..`);
        assert.deepEqual(ran(), nothing);
        assert.equal((await cli(`${command} ${file} --root .. --run-modules`)).code, 0);
        assert.deepEqual(ran(), { inside: false, outside: true });
      });

  /** Makes the evaluation's definition one that nobody named. */
  function poisoned(file: string, path: string): string {
    const kept = JSON.parse(readFileSync(join(here, 'plain.evaluation.json'), 'utf8'));
    Object.assign(kept.parser, { file, definition: { type: 'custom', module: path } });
    writeFileSync(join(here, 'evil.evaluation.json'), JSON.stringify(kept));
    return 'evaluate log.jsonl --parser own.parser.json --json --baseline evil.evaluation.json';
  }

  for (const threads of [0, 1])
    test(`evaluate --baseline: the module that a baseline names needs --run-modules, with ${threads} threads`, async () => {
      for (const [file, path] of [
        ['own.parser.json', '../out.mjs'],
        ['../out/own.parser.json', '../out.mjs'],
        ['plain.parser.json', `${top}/out.mjs`],
        ['plain.parser.json', 'link/out.mjs'],
      ] as const) {
        const way = `${poisoned(file, path)} --threads ${threads}`;
        const { out } = await cli(way);
        assert.deepEqual(ran(), { inside: true, outside: false }, `${file} ${path}`);
        assert.match(JSON.parse(out).baseline.note, /--run-modules/);
        const outside = await cli(`${way} --run-modules`);
        assert.deepEqual(ran(), { inside: true, outside: false }, `${file} ${path} --run-modules`);
        assert.match(JSON.parse(outside.out).baseline.note, /outside of the current folder/);
        await cli(`${way} --run-modules --root ${top}`);
        assert.deepEqual(ran(), { inside: true, outside: true }, `${file} ${path} --root`);
      }
    });

  test('evaluate --baseline: the module that the user names as well runs', async () => {
    const { out } = await cli(poisoned('own.parser.json', 'lib/own.mjs'));
    assert.doesNotMatch(JSON.parse(out).baseline.note ?? '', /--run-modules/);
    assert.deepEqual(ran(), { inside: true, outside: false });
  });

  test('evaluate --parser and --compare name their own modules', async () => {
    const { code } = await cli('evaluate log.jsonl --parser plain.parser.json --compare own.parser.json');
    assert.deepEqual([code, ran()], [0, { inside: true, outside: false }]);
  });

  test('run: the conversation that is a sample’s task brings no module and no tokenizer', async () => {
    const way = 'run tasked.parser.json --model http://127.0.0.1:9/v1#m --show';
    await cli(way);
    assert.deepEqual(ran(), nothing);
  });

  test('a tokenizer that a conversation names must be inside of the roots; one of --counter can be anywhere', async () => {
    for (const command of ['format', 'tokens']) {
      const { code, err } = await cli(`${command} counted.messages.json`);
      assert.equal(code, 1);
      assert.match(err, /outside of the current folder\. Use --root DIR/);
      assert.doesNotMatch((await cli(`${command} counted.messages.json --root ..`)).err, /outside/);
      const given = `--counter HuggingFaceTokenCounter:${join(top, 'model')}`;
      assert.doesNotMatch((await cli(`${command} counted.messages.json ${given}`)).err, /outside/);
    }
  });

  for (const command of ['check found', 'check found/../found'])
    test(`${command} --run-modules runs no module outside of the roots`, async () => {
      const { code, out } = await cli(`${command} --run-modules`);
      assert.deepEqual(ran(), nothing);
      assert.equal(code, 1);
      assert.match(out, /FileNotAllowed: It was not run: it is outside of the current folder/);
      await cli(`${command} --run-modules --root ..`);
      assert.deepEqual(ran(), { inside: false, outside: true });
    });

  test('find --run-modules runs no module outside of the roots', async () => {
    await cli('find log.jsonl --in found --run-modules');
    assert.deepEqual(ran(), nothing);
  });

  test('a definition that is named vouches for its own module, wherever that is', async () => {
    for (const way of ['instruction away.parser.json', 'parse away.parser.json log.jsonl', 'check away.parser.json']) {
      await cli(way);
      assert.deepEqual(ran(), { inside: false, outside: true }, way);
    }
    for (const way of ['diagnose own.parser.json log.jsonl', 'robustness own.parser.json log.jsonl']) {
      await cli(way);
      assert.deepEqual(ran(), { inside: true, outside: false }, way);
    }
    assert.equal((await cli('format task.messages.json')).code, 0);
    assert.deepEqual(ran(), { inside: true, outside: false });
  });
});
