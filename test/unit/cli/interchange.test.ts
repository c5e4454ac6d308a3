import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './runCli.ts';

const vote = '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "who" }, "keys_to_content": "vote" }';
const files: Readonly<Record<string, string>> = {
  'vote.parser.json': vote,
  'two.parser.json': `{ "parsers": { "a": ${vote}, "b": { "type": "MarkdownCodeBlockParser", "language_name": "python" } } }`,
  'broken.parser.json': '{\n  "type": tru\n}',
  'agent.yaml': 'agent:\n  tools:\n    bundles:\n      - path: tools/x\n    parse_function: {type: json}\n',
  'broken.yaml': 'a:\n  - [1',
  'taken.json': 'mine',
};

let folder: string;

const cli = (args: string, input = '') => runCli(folder, args, input);

suite('parserlens export and import', () => {
  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  });

  suiteTeardown(() => rmSync(folder, { recursive: true }));

  test('import: several YAML files are merged in their order, and what is wrong is told in its own file', async () => {
    writeFileSync(
      join(folder, 'base.yaml'),
      'agent:\n  system_template: You can use a shell.\n  instance_template: "Task: {{task}}"\nmodel:\n  action_regex: "a(.*?)b"\n',
    );
    writeFileSync(join(folder, 'own.yaml'), 'agent:\n  instance_template: "Do {{task}}"\n  step_limit: 3\n');
    const { code, out, err } = await cli('import base.yaml own.yaml --from mini-swe-agent');
    assert.equal(code, 0, err);
    assert.match(out, /"system_template": "You can use a shell\."/);
    assert.match(out, /"instance_template": "Do \{\{task\}\}"/);
    assert.match(err, /^own\.yaml:3:\d+: /m);
    const { problems } = JSON.parse((await cli('import base.yaml own.yaml --from mini-swe-agent --json')).out);
    assert.ok(problems.some((each: { file: string; line: number }) => each.file === 'own.yaml' && each.line === 3));
    assert.equal((await cli('import base.yaml vote.parser.json')).code, 2);
  });

  test('import: a class of AgentScope’s gives a module beside the definition, and overwrites nothing', async () => {
    const source =
      'class Vote(ParserBase):\n    format_instruction = "a"\n    def parse(self, response): return response\n';
    writeFileSync(join(folder, 'own.py'), source);
    const printed = await cli('import own.py');
    assert.deepEqual([printed.code, JSON.parse(printed.out).module], [0, 'vote.mjs']);
    assert.match(printed.err, /^own\.py:1:1: info: the module `vote\.mjs` belongs to this/);
    const { text, modules } = JSON.parse((await cli('import own.py --json')).out);
    assert.deepEqual([text, modules[0].fileName, modules[0].kind], [printed.out, 'vote.mjs', 'parser']);

    mkdirSync(join(folder, 'to'));
    const written = await cli('import own.py --out to/own.parser.json');
    assert.deepEqual([written.code, written.out], [0, '']);
    assert.equal(readFileSync(join(folder, 'to/vote.mjs'), 'utf8'), modules[0].text);
    writeFileSync(join(folder, 'to/vote.mjs'), 'mine');
    const refused = await cli('import own.py --out to/other.parser.json');
    assert.deepEqual([refused.code, existsSync(join(folder, 'to/other.parser.json'))], [2, false]);
    assert.match(refused.err, /vote\.mjs already exists\. Use --force/);
    assert.equal(readFileSync(join(folder, 'to/vote.mjs'), 'utf8'), 'mine');
    assert.equal((await cli('import own.py --out to/other.parser.json --force')).code, 0);
    assert.equal(readFileSync(join(folder, 'to/vote.mjs'), 'utf8'), modules[0].text);
    assert.equal((await cli('import own.py --out to/vote.mjs --force')).code, 2);
  });

  test('import: a formatter alone gives its module', async () => {
    writeFileSync(join(folder, 'f.py'), 'class F(FormatterBase):\n    async def format(self, msgs): return []\n');
    const { code, out, err } = await cli('import f.py');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^export function format\(msgs\)/m);
  });

  test('export: the text on standard output, what it loses on standard error', async () => {
    const { code, out, err } = await cli('export vote.parser.json --to json-schema');
    assert.deepEqual([code, Object.keys(JSON.parse(out).properties)], [0, ['vote']]);
    assert.equal(
      err,
      'vote.parser.json#vote: differs: The hints become the descriptions of a schema.\nvote.parser.json#vote: differs: `keys_to_content` has no place in this form.\n',
    );
    assert.deepEqual(await cli('export two.parser.json#a --to typescript').then(({ code, err }) => [code, err]), [
      0,
      '',
    ]);
    assert.match((await cli('export - --to typescript', vote)).out, /stdin/);
  });

  test('export --json: the text and the losses', async () => {
    const { code, out, err } = await cli('export vote.parser.json --to json-schema --json');
    const { text, losses } = JSON.parse(out);
    assert.deepEqual([code, err, JSON.parse(text).title], [0, '', 'vote']);
    assert.deepEqual(losses[1], {
      definition: 'vote',
      key: 'keys_to_content',
      message: '`keys_to_content` has no place in this form.',
    });
  });

  test('export: several definitions, of which the form refuses one', async () => {
    assert.deepEqual(await cli('export two.parser.json --to openai-tools'), {
      code: 1,
      out: '',
      err: 'two.parser.json#b: The value of `MarkdownCodeBlockParser` is not an object with known keys.\n',
    });
    assert.match(
      (await cli('export two.parser.json --to typescript')).out,
      /export const aSchema[\s\S]*export const bSchema/,
    );
  });

  test('--out never overwrites, unless it is told to', async () => {
    const made = await cli('export vote.parser.json --to typescript --out new.ts');
    assert.deepEqual([made.code, made.out], [0, '']);
    assert.match(readFileSync(join(folder, 'new.ts'), 'utf8'), /voteSchema/);
    assert.deepEqual(await cli('export vote.parser.json --to typescript --out taken.json'), {
      code: 2,
      out: '',
      err: 'taken.json already exists. Use --force to overwrite it.\n',
    });
    assert.equal(readFileSync(join(folder, 'taken.json'), 'utf8'), 'mine');
    assert.equal((await cli('import new.ts --out taken.json --force')).code, 0);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'taken.json'), 'utf8')), JSON.parse(vote));
    assert.match((await cli('import new.ts --out no/such/folder.json')).err, /cannot be written/);
  });

  test('import: a definition file, and what could not be taken over with its place', async () => {
    assert.deepEqual(await cli('import agent.yaml'), {
      code: 0,
      out: '{\n  "type": "json"\n}\n',
      err: 'agent.yaml:4:9: warning: The commands of the bundle tools/x are in its own config.yaml. Import that as well.\n',
    });
    const { out } = await cli('import agent.yaml --json');
    assert.deepEqual([JSON.parse(out).format, JSON.parse(out).problems[0].line], ['sweagent', 4]);
    const schema = (await cli('export vote.parser.json --to json-schema')).out;
    assert.equal(JSON.parse((await cli('import -', schema)).out).type, 'MarkdownJsonDictParser');
    assert.equal(JSON.parse((await cli('import - --from json-schema', schema)).out).type, 'MarkdownJsonDictParser');
  });

  test('import: nothing that can be read', async () => {
    const { code, out, err } = await cli('import broken.yaml');
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^broken\.yaml:2:\d+: error: /);
    assert.match((await cli('import -', 'hello')).err, /^<stdin>:1:1: error: /);
  });

  test('wrong use', async () => {
    for (const [args, message] of [
      ['export vote.parser.json', /--to must be one of .*json-schema.*, not left out/],
      ['export vote.parser.json --to xml', /not `xml`/],
      ['export vote.parser.json#x --to typescript', /no definition `x` in it. There are: vote.parser.json#vote/],
      ['export broken.parser.json --to typescript', /^broken\.parser\.json:2:11: /],
      ['export gone.json --to typescript', /there is no such file/],
      ['import agent.yaml --from xml', /not `xml`/],
      ['import gone.yaml', /there is no such file/],
    ] as const) {
      const { code, err } = await cli(args);
      assert.deepEqual([code, message.test(err)], [2, true], `${args}: ${err}`);
    }
  });
});
