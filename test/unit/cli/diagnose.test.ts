import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './runCli.ts';

suite('parserlens diagnose', () => {
  let folder: string;
  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-diagnose-'));
    writeFileSync(
      join(folder, 'a.parser.json'),
      '{ "type": "MarkdownJsonDictParser", "content_hint": { "a": "text" }, "required_keys": ["a"] }',
    );
  });
  suiteTeardown(() => rmSync(folder, { recursive: true, force: true }));

  const fine = '```json\n{"a": 1}\n```';
  const broken = '```json\n{"a": 1,}\n```';

  test('says the framework’s error, the edits with their causes and places, and what is read then', async () => {
    const { code, out } = await runCli(folder, 'diagnose a.parser.json', broken);
    equal(code, 1);
    const lines = out.trimEnd().split('\n');
    match(lines[0]!, /^(?:<stdin>|stdin|-): JsonParsingError · trailing-comma: /);
    match(lines[1]!, /^With \d\d? % confidence: \{"a": 1\}$|^With 100 % confidence: \{"a": 1\}$/);
    equal(lines[2], '  2:8: trailing-comma: take out ",". A comma stands before the closing bracket.');
  });

  test('what reads as it is, and what nothing can be made of', async () => {
    deepEqual(await runCli(folder, 'diagnose a.parser.json', fine), {
      code: 0,
      out: 'It reads as it is: {"a": 1}\n',
      err: '',
    });
    const { code, out } = await runCli(folder, 'diagnose a.parser.json', 'no');
    equal(code, 1);
    match(out, /No edits were found/);
  });

  test('of what the framework reads and something is odd about, it says that and not that it reads', async () => {
    const { code, out } = await runCli(
      folder,
      'diagnose a.parser.json',
      '```json\n{"a": 1}\n```\n```json\n{"a": 2}\n```',
    );
    equal(code, 0);
    const [odd, read, ...others] = out.trimEnd().split('\n');
    match(odd!, /: answers-lost: Several answers stood there/);
    equal(read, 'The framework reads: {"a": 1}');
    deepEqual(others, []);
  });

  test('--json, and --jsonl with a field', async () => {
    const { code, out } = await runCli(folder, 'diagnose a.parser.json --json', broken);
    equal(code, 1);
    const { ok, candidates } = JSON.parse(out) as { ok: boolean; candidates: Record<string, unknown>[] };
    equal(ok, false);
    deepEqual(candidates[0]!.value, { a: 1 });
    deepEqual(candidates[0]!.edits, [{ start: 15, end: 16, text: '', cause: 'trailing-comma', line: 2, column: 8 }]);
    const lines = [fine, broken].map(answer => JSON.stringify({ said: { text: answer } })).join('\n');
    const many = await runCli(folder, ['diagnose', 'a.parser.json', '--jsonl', '--field', 'said.text'], lines);
    equal(many.code, 1);
    deepEqual(
      many.out
        .trimEnd()
        .split('\n')
        .map(line => (JSON.parse(line) as { ok: boolean }).ok),
      [true, false],
    );
  });

  test('good JSON that is not what is wanted: where, in words and as JSON, also of parse', async () => {
    const lacking = '```json\n{"b": 2}\n```';
    const { code, out } = await runCli(folder, 'diagnose a.parser.json', lacking);
    equal(code, 1);
    match(out, /RequiredFieldNotFoundError · missing-key: /);
    equal(out.split('\n')[1], '  2:1: /a: missing-key: wanted a value, got nothing.');
    const violation = {
      path: '/a',
      cause: 'missing-key',
      span: { start: 8, end: 9 },
      line: 2,
      column: 1,
      wanted: 'a value',
      got: 'nothing',
      message: 'Missing required field a in the JSON dictionary object.',
    };
    const diagnosed = JSON.parse((await runCli(folder, 'diagnose a.parser.json --json', lacking)).out);
    deepEqual([diagnosed.cause, diagnosed.candidates, diagnosed.violations], ['missing-key', [], [violation]]);
    const parsed = JSON.parse((await runCli(folder, 'parse a.parser.json --json', lacking)).out);
    deepEqual(parsed.error.violations, [violation]);
  });

  test('--apply prints the response that reads', async () => {
    deepEqual(await runCli(folder, 'diagnose a.parser.json --apply', broken), { code: 0, out: fine, err: '' });
    equal((await runCli(folder, 'diagnose a.parser.json --apply', 'no')).code, 1);
  });

  test('the response may be a file, and the definition may come from standard input', async () => {
    writeFileSync(join(folder, 'answer.txt'), `\ufeff${broken}`);
    const { code, out } = await runCli(folder, 'diagnose a.parser.json answer.txt', 'not read');
    equal(code, 1);
    match(out, /^answer\.txt: JsonParsingError · trailing-comma: /);
    match(out, /^ {2}2:8: trailing-comma: /m);
    const definition = readFileSync(join(folder, 'a.parser.json'), 'utf8');
    deepEqual(await runCli(folder, 'diagnose - answer.txt --apply', definition), { code: 0, out: fine, err: '' });
    deepEqual(await runCli(folder, 'diagnose a.parser.json - --apply', broken), { code: 0, out: fine, err: '' });
    const both = await runCli(folder, 'diagnose - -', definition);
    deepEqual([both.code, both.out], [2, '']);
    match(both.err, /cannot both be standard input/);
    const missing = await runCli(folder, 'diagnose a.parser.json nowhere.txt');
    deepEqual([missing.code, missing.out], [2, '']);
    match(missing.err, /nowhere\.txt: cannot be read: there is no such file\./);
  });

  test('a response that was cut off is applied with a word on it', async () => {
    const cut = '```json\n{"a": "so f';
    const { code, out, err } = await runCli(folder, 'diagnose a.parser.json --apply', cut);
    deepEqual([code, err], [0, '<stdin>: part of the answer is missing, it is cut off.\n']);
    match(out, /^```json\n\{"a": "so f"\}\n?```$/);
    match(
      (await runCli(folder, 'diagnose a.parser.json', cut)).out,
      / % confidence \(part of the answer is missing\): /,
    );
  });

  test('what is put in, and a confidence of four digits', async () => {
    const unclosed = '```json\n{"a": [1\n```';
    const { out } = await runCli(folder, 'diagnose a.parser.json', unclosed);
    match(out, /^ {2}\d:\d+: missing-brace: put in "\]\}"\. /m);
    const { candidates } = JSON.parse((await runCli(folder, 'diagnose a.parser.json --json', unclosed)).out) as {
      candidates: { confidence: number }[];
    };
    match(String(candidates[0]!.confidence), /^0\.\d{1,4}$/);
  });

  test('bytes that are not UTF-8 are replaced', async () => {
    writeFileSync(join(folder, 'latin1.txt'), Buffer.from('```json\n{"a": "\xe9",}\n```', 'latin1'));
    const { code, out } = await runCli(folder, 'diagnose a.parser.json latin1.txt --apply');
    deepEqual([code, out], [0, '```json\n{"a": "\ufffd"}\n```']);
  });

  test('wrong use', async () => {
    for (const args of ['--json --apply', '--limit 0', '--limit x', '--field a', '--json --jsonl'])
      equal((await runCli(folder, `diagnose a.parser.json ${args}`, fine)).code, 2, args);
  });
});
