import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckedFile } from '../../../src/views/checkedFile.ts';
import { runCli } from './runCli.ts';

const files: Readonly<Record<string, string>> = {
  'shop/__init__.py': '',
  'shop/hints.py': 'import os\nREPLY = "your answer"\nTEAM = os.environ["TEAM"]\n',
  'shop/agent.py': `from agentscope.parsers import MarkdownJsonDictParser
from .hints import REPLY, TEAM
from secret import WORD

class Agent:
    def __init__(self):
        self.parser = MarkdownJsonDictParser({"reply": REPLY}, ["reply"])

part = MarkdownJsonDictParser({"reply": REPLY, "team": TEAM})
word = MarkdownJsonDictParser(WORD)
`,
  'a.parser.json': '{ "type": "MarkdownJsonObjectParser", "samples": [{ "response": "x" }] }',
};

suite('Sources on the command line', () => {
  const outside = mkdtempSync(join(tmpdir(), 'parserlens-sources-'));
  const folder = join(outside, 'project');
  suiteSetup(() => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    writeFileSync(join(outside, 'secret.py'), 'WORD = "secret"\n');
    symlinkSync(join(outside, 'secret.py'), join(folder, 'secret.py'));
  });
  suiteTeardown(() => rmSync(outside, { recursive: true, force: true }));

  test('check reports what is wrong with the parsers of sources, and what of them is unknown', async () => {
    const { code, out } = await runCli(folder, 'check . --reporter json');
    equal(code, 1);
    const problems = (
      JSON.parse(out) as { files: { file: string; problems: { code: string; line: number }[] }[] }
    ).files
      .filter(({ file }) => file.endsWith('.py'))
      .map(({ file, problems }) => [file, ...problems.map(each => `${each.line} ${each.code}`)]);
    deepEqual(problems, [['shop/agent.py', '3 unknown-argument', '9 unknown-argument']]);
    equal((await runCli(folder, 'check . --no-sources')).out.includes('agent.py'), false);
    const one = await runCli(folder, 'check shop/agent.py#part');
    equal(one.code, 0);
    match(one.out, /^ {2}shop\/agent\.py:9:\d+: info: `content_hint\.team` .*hints\.py:3/m);
    equal(one.out.includes(':10:'), false);
    equal((await runCli(folder, 'check shop/agent.py#nobody')).code, 2);
  });

  test('a definition that names a source is what the source says, wherever definitions are named', async () => {
    const own = mkdtempSync(join(tmpdir(), 'parserlens-linked-'));
    for (const [name, text] of Object.entries(files)) {
      if (!name.startsWith('shop/')) continue;
      mkdirSync(dirname(join(own, name)), { recursive: true });
      writeFileSync(join(own, name), text);
    }
    mkdirSync(join(own, 'tests'));
    const sample = { text: '```json\n{"reply": "x"}\n```', expect: { value: { reply: 'x' } } };
    const parsers = {
      reply: { source: '../shop/agent.py#Agent.parser', samples: [sample] },
      gone: { source: '../shop/agent.py#Agent.parsr' },
      open: { source: '../shop/agent.py#part', samples: [sample] },
    };
    writeFileSync(join(own, 'tests/shop.parser.json'), JSON.stringify({ parsers }));
    const checked = await runCli(own, 'check tests --reporter json');
    const [file] = (JSON.parse(checked.out) as { files: CheckedFile[] }).files;
    deepEqual(
      file?.samples.map(({ verdict }) => verdict),
      ['pass', 'pass'],
    );
    deepEqual(
      file?.problems.map(({ code }) => code),
      ['unknown-source', 'unknown-argument'],
    );
    match((await runCli(own, 'instruction tests/shop.parser.json#reply')).out, /"reply": "your answer"/);
    match(
      (await runCli(own, 'instruction tests/shop.parser.json#open')).err,
      /open is known in part.*content_hint\.team/,
    );
    equal((await runCli(own, 'parse tests/shop.parser.json#reply -', '```json\n{}\n```')).code, 1);
    match((await runCli(own, 'list tests')).out, /reply +MarkdownJsonDictParser +\d+ tokens · 1 sample/);
    rmSync(own, { recursive: true });
  });

  test('list names what files, models and sources define, and what of it is unknown; a link out of the folder is not followed', async () => {
    const { code, out } = await runCli(folder, 'list --json');
    equal(code, 0);
    const rows = JSON.parse(out) as {
      file: string;
      line: number;
      name: string;
      definition: object;
      unknown: { argument: string; file: string; line: number }[];
    }[];
    deepEqual(
      rows.map(({ file, line, name, unknown }) => [
        file,
        line,
        name,
        unknown.map(each => `${each.argument} ${each.file}:${each.line}`),
      ]),
      [
        ['a.parser.json', 1, 'a', []],
        ['shop/agent.py', 7, 'Agent.parser', []],
        ['shop/agent.py', 9, 'part', ['content_hint.team shop/hints.py:3']],
        ['shop/agent.py', 10, 'word', ['content_hint shop/agent.py:3']],
      ],
    );
    deepEqual(rows[1]!.definition, {
      type: 'MarkdownJsonDictParser',
      content_hint: { reply: 'your answer' },
      required_keys: ['reply'],
    });
    deepEqual(rows[2]!.definition, { type: 'MarkdownJsonDictParser' });
  });

  test('FILE#NAME of a source is a definition; what is unknown of it is told', async () => {
    const whole = await runCli(folder, ['instruction', 'shop/agent.py#Agent.parser']);
    match(whole.out, /"reply": "your answer"/);
    equal(whole.err, '');
    const answer = await runCli(
      folder,
      ['parse', 'shop/agent.py#part', '-'],
      '```json\n{"reply": "a", "team": "b"}\n```',
    );
    match(answer.out, /"team": "b"/);
    match(answer.err, /shop\/agent\.py:9: warning: part is known in part; unknown: `content_hint\.team`/);
  });
});
