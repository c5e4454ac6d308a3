import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckedFile } from '../../../src/views/checkedFile.ts';
import { assistClient } from './mcp/assistClient.ts';
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
    match(
      (await runCli(own, 'export tests/shop.parser.json#open --to agentscope')).err,
      /open is known in part; unknown: `content_hint\.team`/,
    );
    const client = await assistClient({ root: own });
    const { definitions } = (await client.call('list_definitions', { path: 'tests' })).answer as {
      definitions: { definition: string; partly_known?: { argument: string }[] }[];
    };
    deepEqual(
      definitions.map(each => each.partly_known?.map(({ argument }) => argument)),
      [undefined, ['content_hint.team']],
    );
    match((await runCli(own, 'list tests')).out, /reply +MarkdownJsonDictParser +\d+ tokens · 1 sample/);
    const listed = (await runCli(own, 'list')).out;
    match(listed, /^shop\/agent\.py:7 +Agent\.parser +\S+ +\d+ tokens · 1 sample$/m);
    match(listed, /^tests\/shop\.parser\.json:1 +open +\S+ +\d+ tokens · 1 sample · unknown: content_hint\.team$/m);
    match(
      (await runCli(own, 'list tests --json')).out,
      /"argument": "content_hint\.team",[^}]*"file": "shop\/hints\.py",\s*"line": 3/,
    );
    rmSync(own, { recursive: true });
  });

  test('links on disk are followed where they stay inside, and nowhere else', async () => {
    const own = mkdtempSync(join(tmpdir(), 'parserlens-links-'));
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(own, name)), { recursive: true });
      writeFileSync(join(own, name), text);
    };
    const head = 'from agentscope.parsers import MarkdownJsonObjectParser as P\n';
    write('out/hints.py', 'WORD = "secret"\n');
    write('out/agent.py', `${head}p = P("secret")\n`);
    write('in/pkg/real.py', 'WORD = "inside"\n');
    write('in/made.py', `${head}p = P("made")\n`);
    const imports =
      'from away.hints import WORD as A\nfrom pkg.alias import WORD as B\nfrom short.real import WORD as C\nfrom loop import D\n';
    write('in/agent.py', `${imports}${head}a = P(A)\nb = P(B + C)\nd = P(D)\n`);
    const source = (reference: string) => ({ source: reference });
    const parsers = { away: source('away/agent.py#p'), linked: source('linked.py#p'), inside: source('alias.py#p') };
    write('in/a.parser.json', JSON.stringify({ parsers }));
    for (const [name, to] of [
      ['away', join(own, 'out')],
      ['linked.py', join(own, 'out/agent.py')],
      ['alias.py', 'made.py'],
      ['pkg/alias.py', 'real.py'],
      ['short', 'pkg'],
      ['loop.py', 'loop.py'],
    ] as const)
      symlinkSync(to, join(own, 'in', name));
    const { out } = await runCli(join(own, 'in'), 'list --json');
    const rows = JSON.parse(out) as { file: string; name: string; definition: object; unknown: object[] }[];
    deepEqual(
      rows.map(({ file, name, definition, unknown }) => [
        file,
        name,
        (definition as { content_hint?: string }).content_hint ?? unknown.length,
      ]),
      [
        ['a.parser.json', 'inside', 'made'],
        ['agent.py', 'a', 1],
        ['agent.py', 'b', 'insideinside'],
        ['agent.py', 'd', 1],
        ['alias.py', 'p', 'made'],
        ['made.py', 'p', 'made'],
      ],
    );
    equal(out.includes('secret'), false);
    equal((await runCli(join(own, 'in'), 'check . --reporter json')).out.includes('linked.py"'), false);
    // Who names the file means it.
    match((await runCli(join(own, 'in'), 'instruction linked.py#p')).out, /secret/);
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

  test('every command that takes FILE#NAME takes that of a source, and says that it is known in part', async () => {
    const partly = /shop\/agent\.py:9: warning: part is known in part; unknown: `content_hint\.team`/;
    const answer = '```json\n{"reply": "a"}\n```';
    const row = `${JSON.stringify({ response: answer })}\n`;
    writeFileSync(join(folder, 'a.md'), answer);
    writeFileSync(join(folder, 'log.jsonl'), row);
    const commands: readonly (readonly [string, RegExp, string?])[] = [
      ['diagnose shop/agent.py#part a.md', /It reads as it is/],
      ['evaluate log.jsonl --parser shop/agent.py#part', /100\.0 % ok/],
      ['evaluate log.jsonl --parser shop/agent.py#Agent.parser --compare shop/agent.py#part', /Compared with shop/],
      ['find a.md --in shop', /^shop\/agent\.py#part /m],
      ['judge shop/agent.py#part --field response', /"verdict": ?"ok"/, row],
      ['constrain shop/agent.py#part --for llama.cpp', /^root ::= /m],
      ['run shop/agent.py#part --task x --model http://127.0.0.1:9/v1#m --show', /⟨content_hint\.team⟩/],
    ];
    for (const [command, expected, input] of commands) {
      const { code, out, err } = await runCli(folder, command, input);
      deepEqual([command, code], [command, 0]);
      match(out, expected, command);
      match(err, partly, command);
    }
    // What it says of mutations of samples, it says once there are some.
    match((await runCli(folder, 'robustness shop/agent.py#part')).err, partly);
    rmSync(join(folder, 'a.md'));
    rmSync(join(folder, 'log.jsonl'));
  });

  test('a conversation names the parser of a source', async () => {
    const message = '{ "role": "user", "name": "user", "content": "hi" }';
    const conversation = (parser: string) =>
      `{ "formatter": "OpenAIChatFormatter", "parser": "${parser}", "messages": [${message}] }`;
    writeFileSync(join(folder, 'c.messages.json'), conversation('shop/agent.py#Agent.parser'));
    writeFileSync(join(folder, 'part.messages.json'), conversation('shop/agent.py#part'));
    const whole = await runCli(folder, 'format c.messages.json');
    deepEqual([whole.code, whole.err], [0, '']);
    match(whole.out, /your answer/);
    match(
      (await runCli(folder, 'check part.messages.json')).out,
      /`content_hint\.team` of the parser .*hints\.py:3.*\[unknown-argument\]/,
    );
    for (const name of ['c', 'part']) rmSync(join(folder, `${name}.messages.json`));
  });

  test('the server for the package for Python has the parsers of sources, and what of them is unknown', async () => {
    const file = join(folder, 'shop/agent.py');
    const ask = (op: string, name?: string) => `${JSON.stringify({ id: op, op, file, name })}\n`;
    const { out } = await runCli(folder, 'serve', ask('definitions') + ask('instruction', 'Agent.parser'));
    const [definitions, instruction] = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).result);
    deepEqual(
      definitions.definitions.map((each: { name: string; line: number; unknown: { argument: string }[] }) => [
        each.name,
        each.line,
        each.unknown.map(({ argument }) => argument),
      ]),
      [
        ['Agent.parser', 7, []],
        ['part', 9, ['content_hint.team']],
        ['word', 10, ['content_hint']],
      ],
    );
    match(instruction, /your answer/);
  });

  test('the server names the errors of a file at their lines, and nothing that is not one', async () => {
    const file = join(folder, 'faults.parser.json');
    const dict = '"type": "MarkdownJsonDictParser", "content_hint": { "a": "x" }';
    writeFileSync(
      file,
      `{ "parsers": {\n"a": { ${dict}, "keys_to_content": "b",\n"samples": [{ "text": "x" }] },\n"b": { "type": 1 } } }`,
    );
    const ask = (op: string) => `${JSON.stringify({ id: op, op, file, name: 'a' })}\n`;
    const { out } = await runCli(folder, 'serve', ask('definitions') + ask('instruct'));
    rmSync(file);
    const [{ result }, unknown] = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    deepEqual(
      result.definitions.map((each: { name: string; line: number; samples: { line: number }[] }) => [
        each.name,
        each.line,
        each.samples.map(({ line }) => line),
      ]),
      [['a', 2, [3]]],
    );
    deepEqual(
      result.errors.map(({ line }: { line: number }) => line),
      [4],
    );
    match(JSON.stringify(unknown), /There is no `instruct`/);
  });

  test('tools of assistants take FILE#NAME of sources, and say what is unknown', async () => {
    const client = await assistClient({ root: folder });
    const { definitions } = (await client.call('list_definitions', {})).answer as {
      definitions: { definition: string; partly_known?: { argument: string }[] }[];
    };
    deepEqual(
      definitions.map(each => [each.definition, each.partly_known?.map(({ argument }) => argument)]),
      [
        ['a.parser.json#a', undefined],
        ['shop/agent.py#Agent.parser', undefined],
        ['shop/agent.py#part', ['content_hint.team']],
        ['shop/agent.py#word', ['content_hint']],
      ],
    );
    const definition = 'shop/agent.py#part';
    const response = '```json\n{"reply": "a"}\n```';
    writeFileSync(join(folder, 'log.jsonl'), `${JSON.stringify({ response })}\n`);
    for (const [tool, args] of [
      ['get_instruction', { definition }],
      ['parse_response', { definition, response }],
      ['diagnose_response', { definition, response }],
      ['convert_definition', { definition, to: 'agentscope' }],
      ['evaluate_log', { definition, log: 'log.jsonl' }],
    ] as const) {
      const { isError, answer, text } = await client.call(tool, args);
      equal(isError, false, `${tool}: ${text}`);
      equal((answer.partly_known as { argument: string }[])[0]?.argument, 'content_hint.team', tool);
    }
    rmSync(join(folder, 'log.jsonl'));
    const checked = await client.call('check_definitions', { path: 'shop/agent.py' });
    match(checked.text, /unknown-argument/);
    await client.close();
  });
});
