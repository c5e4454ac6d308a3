import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../run/process.mjs';
import { runCli } from './runCli.ts';

const call = 'from agentscope.parsers import MarkdownJsonDictParser as P\n';
const files: Readonly<Record<string, string>> = {
  'plain.py': 'x = 1\n',
  'hints.py': 'HINT = {"a": "x"}\n',
  'a b/é/agent.py': `${call}from hints import HINT\nimport os\np = P(HINT)\nq = P({"a": os.environ["A"]})\n`,
  'open.py': `${call}p = P({"a": "x"\n`,
  'README.md': '# P\n',
  'index.ts': 'export const a = 1;\n',
};

suite('the pre-commit hook', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parserlens-hook-'));
  const [hook] = parse(readFileSync(join(root, '.pre-commit-hooks.yaml'), 'utf8')) as [
    { readonly entry: string; readonly files: string },
  ];
  const run = (staged: readonly string[]) =>
    runCli(folder, [...hook.entry.split(' ').slice(1), ...staged.filter(each => new RegExp(hook.files).test(each))]);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  suiteSetup(() => {
    for (const [name, text] of Object.entries(files)) write(name, text);
  });
  suiteTeardown(() => rmSync(folder, { recursive: true, force: true }));

  test('sees sources that are staged: what only a run can know is told and fails nothing, nor does a file without parsers', async () => {
    const { code, out } = await run(Object.keys(files));
    equal(code, 0, out);
    match(out, /^ {2}a b\/é\/agent\.py:5:\d+: info: `content_hint\.a` .*\[unknown-argument\]$/m);
    equal((await run(['plain.py', 'index.ts'])).code, 0);
    equal((await run(['README.md'])).code, 0);
  });

  test('a problem of a source is at its line; an error of a definition fails', async () => {
    write('agent.py', `${call}p = P({"a": "x"}, required_keys=["b"])\n`);
    match((await run(['agent.py'])).out, /agent\.py:2:34: warning: .*\[unasked-key\]/);
    write(
      'a.parser.json',
      '{ "type": "MarkdownJsonObjectParser", "content_hint": "{}", "samples": [{ "text": "no", "expect": { "value": {} } }] }',
    );
    const { code, out } = await run(['agent.py', 'a.parser.json']);
    deepEqual([code, /1 failed/.test(out)], [1, true]);
  });
});
