import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli } from './runCli.ts';

/** A module that leaves a mark when it runs. */
const module = `import { writeFileSync } from 'node:fs';
const mark = text => (writeFileSync(new URL('./ran.txt', import.meta.url), ''), text);
export const formatInstruction = () => mark('');
export const parse = mark;
`;
const files: Readonly<Record<string, string>> = {
  'answer.md': 'hello',
  'own/own.parser.json': `{ "type": "custom", "module": "../lib/own.mjs",
    "samples": [{ "name": "a", "text": "x" }, { "name": "b", "text": "x", "expect": { "value": "other" } }] }`,
  'own/plain.parser.json': '{ "type": "MarkdownJsonObjectParser", "samples": [{ "text": "1" }] }',
  'alone/alone.parser.json': '{ "type": "custom", "module": "../lib/own.mjs" }',
  'odd/odd.parser.json': '{ "type": "custom", "module": 1, "samples": [{ "text": "x" }] }',
  'lib/own.mjs': module,
};

suite('parserlens and the modules of definitions that are found in a folder', () => {
  let folder: string;
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  teardown(() => rmSync(folder, { recursive: true }));

  const cli = (args: string) => runCli(folder, args);
  const ran = () => existsSync(join(folder, 'lib', 'ran.txt'));

  test('check skips their samples, says so, and its exit code is that of the others', async () => {
    const { code, out, err } = await cli('check own');
    assert.deepEqual([code, ran()], [0, false]);
    assert.match(out, /^own\/own\.parser\.json\n {2}○ own: a: skipped\n {2}○ own: b: skipped\n/);
    assert.match(out, /\n2 definitions, 3 samples: 1 passed, 2 skipped\n$/);
    assert.match(err, /^Skipped own\/own\.parser\.json#own: .*--run-modules.*\n$/);
    writeFileSync(
      join(folder, 'own/plain.parser.json'),
      '{ "type": "MarkdownJsonObjectParser", "samples": [{ "text": "" }] }',
    );
    assert.equal((await cli('check own')).code, 1);
  });

  test('check with nothing but such samples is fine; without any sample it is not', async () => {
    rmSync(join(folder, 'own/plain.parser.json'));
    assert.equal((await cli('check own')).code, 0);
    const { code, err } = await cli('check alone');
    assert.equal(code, 1);
    assert.match(err, /^Skipped alone\/alone\.parser\.json#alone: [^\n]*\nNo samples found in alone/);
    assert.equal(ran(), false);
  });

  test('check runs them for a file that is named, and with --run-modules', async () => {
    const named = await cli('check own own/own.parser.json');
    assert.deepEqual([named.code, named.err, ran()], [1, '', true]);
    assert.equal(named.out.match(/own\/own\.parser\.json\n/g)?.length, 1);
    assert.match(named.out, /✓ own: a\n {2}✗ own: b\n/);
    rmSync(join(folder, 'lib', 'ran.txt'));
    assert.deepEqual([(await cli('check --run-modules')).code, ran()], [1, true]);
    assert.deepEqual([(await cli('check own/own.parser.json#own')).code], [1]);
  });

  test('check: a definition that names no module has its own error, and is not skipped', async () => {
    const { code, out } = await cli('check odd');
    assert.equal(code, 1);
    assert.match(out, /✗ odd: sample 1/);
  });

  test('check reports skipped samples to programs', async () => {
    const json = JSON.parse((await cli('check own --reporter json')).out);
    assert.deepEqual([json.ok, json.samples, json.passed, json.failed, json.skipped], [true, 3, 1, 0, 2]);
    const [{ samples }] = json.files;
    assert.equal(samples[0].verdict, 'skipped');
    assert.match(samples[0].message, /--run-modules/);
    const junit = (await cli('check own --reporter junit')).out;
    assert.match(junit, /<testsuites name="parserlens" tests="3" failures="0" errors="0" skipped="2">/);
    assert.match(junit, /<testsuite name="own\/own\.parser\.json" tests="2" failures="0" errors="0" skipped="2">/);
    assert.match(junit, /name="own: a"[^>]*>\n {6}<skipped message="[^"]*--run-modules[^"]*"\/>\n {4}<\/testcase>/);
    const github = (await cli('check own --reporter github')).out;
    assert.match(
      github,
      /^::notice file=own\/own\.parser\.json,line=2,col=\d+,title=own%3A a::Skipped: .*--run-modules/,
    );
    assert.match(github, /\n1 of 3 samples passed, 2 skipped\n$/);
  });

  test('find leaves them out, and says so; named or allowed, they take part', async () => {
    const { code, out, err } = await cli('find answer.md --json');
    assert.deepEqual([code, ran()], [0, false]);
    assert.equal(JSON.parse(out).filter(({ type }: { type: string }) => type === 'custom').length, 1, 'the odd one');
    assert.match(err, /^Skipped alone\/alone\.parser\.json#alone, own\/own\.parser\.json#own: .*--run-modules/);
    const named = await cli('find answer.md --in own --in own/own.parser.json');
    assert.deepEqual([named.err, ran()], ['', true]);
    assert.match(named.out, /own\/own\.parser\.json#own {2,}custom/);
    rmSync(join(folder, 'lib', 'ran.txt'));
    assert.deepEqual([(await cli('find answer.md --run-modules')).err, ran()], ['', true]);
  });

  test('check --watch does not follow what it does not run, and says the same', async () => {
    const stop = new AbortController();
    const { code, err } = await runCli(folder, 'check own --watch', '', {
      signal: stop.signal,
      onOutput: () => stop.abort(),
    });
    assert.deepEqual([code, ran()], [0, false]);
    assert.match(err, /--run-modules/);
  });
});
