import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { runCli } from './runCli.ts';

const formatter = `export const formatSystemMessage = ({ content }) => ({ role: 'system', content });
export const formatToolSequence = () => [];
export const formatAgentMessage = msgs => msgs.map(({ id, content }) => ({ role: 'user', content: id + content }));
export const truncate = msgs => msgs.slice(0, -1);
`;
const conversation = {
  formatter: 'custom',
  module: './lib/formatter.mjs',
  token_counter: { type: 'o200k_base' },
  messages: ['one', 'two', 'three'].map(content => ({ name: 'Ann', role: 'user', content })),
};
const files: Readonly<Record<string, string>> = {
  'good.parser.json': `{ "type": "custom", "module": "lib/parser.mjs", "unit": "words",
    "samples": [{ "text": "a b", "expect": { "value": { "words": 2 } } }] }`,
  'bad.parser.json': `{ "parsers": {
    "gone": { "type": "custom", "module": "lib/gone.mjs" },
    "broken": { "type": "custom",
      "module": "lib/broken.mjs" } } }`,
  'lib/parser.mjs': `
export const formatInstruction = async ({ unit }) => 'Count ' + unit + '.';
export const parse = (text, { unit }) => {
  if (text === '') throw new RangeError('Nothing to count.');
  return { [unit]: text.split(' ').length };
};
`,
  'lib/broken.mjs': 'export const formatInstruction = () => {\n  throw new TypeError("broken");\n};\n',
  'lib/formatter.mjs': formatter,
  'x.messages.json': JSON.stringify(conversation),
};

suite('parserlens runs modules', () => {
  let folder: string;
  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
    mkdirSync(join(folder, 'lib'));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  });
  suiteTeardown(() => rmSync(folder, { recursive: true }));

  const cli = (args: string, input = '') => runCli(folder, args, input);

  test('for an instruction, a value, an error with its place', async () => {
    assert.deepEqual(await cli('instruction good.parser.json'), { code: 0, out: 'Count words.\n', err: '' });
    assert.deepEqual(JSON.parse((await cli('parse good.parser.json -', 'a b c')).out), { words: 3 });
    assert.deepEqual(await cli('parse good.parser.json -'), {
      code: 1,
      out: '',
      err: '<stdin>:1:1: RangeError: Nothing to count. (lib/parser.mjs:4:26)\n',
    });
    assert.match(
      (await cli('instruction bad.parser.json#broken')).err,
      /TypeError: broken \(lib\/broken\.mjs:2:9\)\n$/,
    );
  });

  test('for samples; a module that gives no instruction is a problem of its definition', async () => {
    assert.equal((await cli('check good.parser.json')).code, 0);
    const { code, out } = await cli('check bad.parser.json --reporter json --allow-empty');
    const [{ problems }] = JSON.parse(out).files;
    assert.equal(code, 1);
    assert.deepEqual(
      problems.map(({ code, line }: { code: string; line: number }) => [code, line]),
      [
        ['module-error', 2],
        ['module-error', 4],
      ],
    );
    assert.match(problems[0].message, /^ModuleNotFound: There is no module .*gone\.mjs\. \(lib\/gone\.mjs\)$/);
  });

  test('for a conversation, its formatter and its truncation', async () => {
    const format = async (more: string) => {
      const { out } = await cli(`format x.messages.json --json ${more}`.trim());
      return JSON.parse(out).payload.map(({ content }: { content: string }) => content);
    };
    assert.deepEqual(await format(''), ['0one', '1two', '2three']);
    assert.deepEqual(await format('--max-tokens 20'), ['0one']);
    assert.deepEqual(await format('--max-tokens 20 --truncation fifo'), ['2three']);
    assert.match((await cli('format x.messages.json --truncation lifo')).err, /there is no truncation `lifo`/);
  });

  const places: readonly (readonly [file: string, module: string, expected: RegExp])[] = [
    ['untitled:Untitled-1', 'm.mjs', /^`m\.mjs` is relative to a file on disk\. Save the file to a folder first\.$/],
    ['vscode-vfs://github/a/b/x.parser.json', 'm.mjs', /relative to a file on disk/],
    ['/d/x.parser.json', 'm.ts', /^`m\.ts` is neither JavaScript nor Python/],
    ['file:///d%20e/x.parser.json', '../m.mjs', /^There is no module \/m\.mjs\.$/],
    ['/d%20e/x.parser.json', 'm.mjs', /^There is no module \/d%20e\/m\.mjs\.$/],
  ];
  for (const [file, module, expected] of places)
    test(`looks for ${module} beside ${file}`, async () => {
      const outcome = await nodeHost.runModule!({ file, module, args: [] }, 1000);
      assert.match(!outcome || outcome.ok ? '' : outcome.error.message, expected);
    });
});
