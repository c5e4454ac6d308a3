import { deepEqual, equal } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli } from './runCli.ts';

const files: Readonly<Record<string, string>> = {
  'shop/__init__.py': '',
  'shop/hints.py': 'import os\nTEAM = os.environ["TEAM"]\n',
  'shop/agent.py': `from agentscope.parsers import MarkdownJsonDictParser as P
from .hints import TEAM
full = P({"reply": "r"}, ["reply"])
none = P({"team": TEAM})
`,
  'team.parser.json': `{ "parsers": {
  "two": { "type": "MarkdownJsonObjectParser", "samples": [{ "text": "x" }, { "text": "y" }] },
  "one": { "type": "RegexTaggedContentParser", "samples": [{ "text": "x" }] },
  "full": { "source": "shop/agent.py#full", "samples": [{ "text": "x" }] },
  "again": { "source": "shop/agent.py#full", "samples": [{ "text": "x" }] },
  "none": { "source": "shop/agent.py#none" }
} }`,
};

suite('list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parserlens-list-'));
  suiteSetup(() => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  });
  suiteTeardown(() => rmSync(folder, { recursive: true, force: true }));

  const list = async (args: string, cwd = '') => (await runCli(join(folder, cwd), `list ${args}`)).out;

  test('is a table by file and line: what an instruction costs, whose samples there are, what is unknown', async () => {
    equal(
      await list(''),
      `shop/agent.py:3     full   MarkdownJsonDictParser    24 tokens · 2 samples
shop/agent.py:4     none   MarkdownJsonDictParser    32 tokens · unknown: content_hint.team
team.parser.json:2  two    MarkdownJsonObjectParser  24 tokens · 2 samples
team.parser.json:3  one    RegexTaggedContentParser  1 sample
team.parser.json:4  full   MarkdownJsonDictParser    24 tokens · 1 sample
team.parser.json:5  again  MarkdownJsonDictParser    24 tokens · 1 sample
team.parser.json:6  none   MarkdownJsonDictParser    32 tokens · unknown: content_hint.team
`,
    );
  });

  test('FILE#NAME names one of a file, and files beside it all of theirs', async () => {
    equal(
      await list('team.parser.json#one shop/agent.py'),
      `shop/agent.py:3     full  MarkdownJsonDictParser    24 tokens · 2 samples
shop/agent.py:4     none  MarkdownJsonDictParser    32 tokens · unknown: content_hint.team
team.parser.json:3  one   RegexTaggedContentParser  1 sample
`,
    );
    equal(
      await list('team.parser.json#one team.parser.json#none shop/agent.py#full'),
      `shop/agent.py:3     full  MarkdownJsonDictParser    24 tokens · 2 samples
team.parser.json:3  one   RegexTaggedContentParser  1 sample
team.parser.json:6  none  MarkdownJsonDictParser    32 tokens · unknown: content_hint.team
`,
    );
  });

  test('a place is named as its file is: from the folder, or whole where that is above', async () => {
    const places = async (args: string, cwd = '') =>
      (JSON.parse(await list(`${args} --json`, cwd)) as { file: string; unknown: { file: string; line: number }[] }[])
        .filter(({ unknown }) => unknown.length > 0)
        .map(({ file, unknown }) => [file, ...unknown.map(each => `${each.file}:${each.line}`)]);
    deepEqual(await places('.'), [
      ['shop/agent.py', 'shop/hints.py:2'],
      ['team.parser.json', 'shop/hints.py:2'],
    ]);
    deepEqual(await places('../shop', 'model'), [['../shop/agent.py', `${folder}/shop/hints.py:2`]]);
    deepEqual(await places(join(folder, 'shop')), [[`${folder}/shop/agent.py`, `${folder}/shop/hints.py:2`]]);
    writeFileSync(
      join(folder, 'shop/own.py'),
      files['shop/agent.py']!.replace('.hints import TEAM', 'secret import TEAM'),
    );
    deepEqual(await places('../shop/own.py', 'model'), [['../shop/own.py', '../shop/own.py:2']]);
    rmSync(join(folder, 'shop/own.py'));
  });
});
