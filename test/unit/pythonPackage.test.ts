import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipTest } from '../skipTest.ts';

const root = join(import.meta.dirname, '../..');
const isWindows = process.platform === 'win32';

/** A Python that has pytest and can make environments; `undefined`: none has, and these tests are skipped. */
const python = ['python3', '/usr/bin/python3', 'python'].find(
  each => spawnSync(each, ['-c', 'import pytest, ensurepip, venv']).status === 0,
);

const samples = `{
  "parsers": {
    "vote": {
      "type": "MarkdownJsonDictParser",
      "content_hint": { "vote": "player" },
      "keys_to_content": "vote",
      "samples": [
        { "name": "good", "text": "\`\`\`json\\n{\\"vote\\": \\"Ann\\"}\\n\`\`\`", "expect": { "content": "Ann" } },
        {
          "name": "wrong",
          "text": "\`\`\`json\\n{\\"vote\\": \\"Bob\\"}\\n\`\`\`",
          "expect": { "content": "Eve" }
        }
      ]
    },
    "own": { "type": "custom", "module": "own.py", "parser": "read", "samples": [{ "name": "mine", "text": "a" }] }
  }
}
`;

const api = `import json
import sys
import parserlens

vote = parserlens.load("vote.parser.json")["vote"]
result = vote.parse('\`\`\`json\\n{"vote": 12345678901234567890}\\n\`\`\`')
failed = vote.parse("no")
told = {
    "instruction": vote.format_instruction,
    "value": str(result.value["vote"]),
    "content": str(result.content),
    "error": failed.error.class_name,
    "candidates": len(vote.diagnose('\`\`\`json\\n{"vote": "Ann",}\\n\`\`\`')["candidates"]),
    "own": parserlens.load("vote.parser.json")["own"].parse("a").value == sys.executable,
    "read": parserlens.evaluate("vote.parser.json#vote", ["log.jsonl"])["totals"]["ok"],
}
try:
    parserlens.load("none.parser.json")
except parserlens.ParserLensError as error:
    told["missing"] = str(error)
print(json.dumps(told))
`;

const agent = `import os
from agentscope.parsers import MarkdownJsonDictParser
class Agent:
    def __init__(self):
        self.parser = MarkdownJsonDictParser({"vote": "a name"}, required_keys=["vote"])
team = MarkdownJsonDictParser({"vote": "a name"}, os.environ["KEYS"].split())
bare = MarkdownJsonDictParser({"a": "b"})
`;
const vote = '```json\n{"vote": "Eve"}\n```';
const agentSamples = JSON.stringify({
  parsers: {
    vote: {
      source: '../agent.py#Agent.parser',
      samples: [
        { name: 'good', text: vote, expect: { value: { vote: 'Eve' } } },
        { name: 'bad', text: vote, expect: { value: { vote: 'Ann' } } },
      ],
    },
    team: { source: '../agent.py#team', samples: [{ name: 'open', text: vote, expect: { value: { vote: 'Eve' } } }] },
  },
});

/** What `pip install --no-index` of the wheel leaves in an environment that has pytest and nothing of ours. */
suite('the package for Python @slow', () => {
  let folder = '';
  let bin = '';
  suiteSetup(function () {
    // A busy machine takes its time to start them all.
    this.timeout(180_000);
    if (python === undefined) skipTest(this, 'without Python with pytest');
    folder = mkdtempSync(join(tmpdir(), 'parserlens-wheel-'));
    const run = (command: string, ...args: string[]) => {
      const { status, stderr, stdout } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
      equal(status, 0, `${args.join(' ')}\n${stdout}${stderr}`);
    };
    run(python!, join(root, 'python/build_wheel.py'), folder);
    run(python!, '-m', 'venv', '--system-site-packages', join(folder, 'env'));
    bin = join(folder, 'env', isWindows ? 'Scripts' : 'bin');
    const wheel = readdirSync(folder).find(name => name.endsWith('.whl'))!;
    run(join(bin, 'python'), '-m', 'pip', 'install', '--no-index', '--no-deps', join(folder, wheel));
    mkdirSync(join(folder, 'project'));
    const write = (name: string, text: string) => writeFileSync(join(folder, 'project', name), text);
    write('vote.parser.json', samples);
    write('own.py', 'import sys\ndef read(text): return sys.executable\n');
    write('test_plain.py', 'def test_plain(): pass\n');
    write('log.jsonl', '{"response": "```json\\n{\\"vote\\": \\"Ann\\"}\\n```"}\n{"response": "no"}\n');
    write('api.py', api);
  });
  suiteTeardown(() => folder !== '' && rmSync(folder, { recursive: true, force: true }));

  const run = (program: string, ...args: string[]) =>
    spawnSync(join(bin, program), args, { cwd: join(folder, 'project'), encoding: 'utf8' });
  const pytest = (...args: string[]) => run('python', '-m', 'pytest', ...args);

  test('is one wheel with the command line, of bearable size, and its version is the extension’s', () => {
    const wheel = readdirSync(folder).find(name => name.endsWith('.whl'))!;
    ok(statSync(join(folder, wheel)).size < 4_000_000);
    const { stdout, status } = run('parserlens', '--version');
    deepEqual([status, wheel], [0, `parserlens-${stdout.trim()}-py3-none-any.whl`]);
  });

  test('pytest finds samples beside tests, and reports the failing one at its line with both sides', () => {
    const { stdout, status } = pytest();
    equal(status, 1, stdout);
    match(stdout, /1 failed, 2 passed, 1 skipped/);
    match(stdout, /^vote\.parser\.json:12: content not as expected\.$/m);
    match(stdout, /^content, expected:\n"Eve"\n\ncontent, got:\n"Bob"\n/m);
    match(stdout, /^FAILED vote\.parser\.json::vote::wrong/m);
  });

  test('-k, --lf, an address, and no samples at all', function () {
    this.timeout(180_000);
    match(pytest('-q', '-k', 'wrong').stdout, /1 failed, 3 deselected/);
    match(pytest('-q', '--lf').stdout, /^1 failed(?:, \d deselected)? in/m);
    match(pytest('-q', 'vote.parser.json::vote::good').stdout, /^1 passed in/m);
    match(pytest('-q', '--no-parserlens').stdout, /^1 passed in/m);
  });

  test('`FILE#NAME` of a source runs the samples of the definitions that name it', function () {
    this.timeout(180_000);
    const own = join(folder, 'project', 'sourced');
    mkdirSync(join(own, 'tests'), { recursive: true });
    const write = (name: string, text: string) => writeFileSync(join(own, name), text);
    write('agent.py', `${agent}raise SystemExit("this is never run")\n`);
    write('tests/agent.parser.json', agentSamples);
    const ran = pytest('-q', '--rootdir=sourced', 'sourced/agent.py#Agent.parser');
    match(ran.stdout, /^1 passed, 1 failed|^1 failed, 1 passed/m, ran.stderr);
    match(pytest('-q', 'sourced/tests/agent.parser.json#vote').stdout, /1 failed, 1 passed/);
    const open = pytest('-q', '-rs', 'sourced/agent.py#team');
    match(open.stdout, /SKIPPED.*`required_keys` is known only when the program runs/);
    match(
      pytest('-q', 'sourced/agent.py#Agent.parsr').stderr,
      /has no parser `Agent\.parsr`\. There are: .*Agent\.parser/,
    );
    match(pytest('-q', 'sourced/agent.py#bare').stderr, /has no samples: below .* no \.parser\.json names it/);
    rmSync(own, { recursive: true });
  });

  test('modules run where the user says so, in the Python that pytest runs in', () => {
    match(pytest('-q', '--parserlens-run-modules').stdout, /1 failed, 3 passed/);
  });

  test('several processes at once, where xdist is there', function () {
    if (run('python', '-c', 'import xdist').status !== 0) skipTest(this, 'without pytest-xdist');
    match(pytest('-q', '-n', '2').stdout, /1 failed, 2 passed, 1 skipped/);
  });

  test('a file that is no definition is an error at its line, and the other tests run', () => {
    writeFileSync(join(folder, 'project', 'broken.parser.json'), '{\n  "type": \n}');
    const { stdout } = pytest('-q', '--continue-on-collection-errors');
    rmSync(join(folder, 'project', 'broken.parser.json'));
    match(stdout, /broken\.parser\.json:3: /);
    match(stdout, /1 failed, 2 passed, 1 skipped, 1 error/);
  });

  test('the API: definitions, instruction, values with all digits, errors, diagnosis, evaluation', () => {
    const { stdout, stderr } = run('python', 'api.py');
    ok(stdout !== '', stderr);
    const { instruction, missing, candidates, ...told } = JSON.parse(stdout);
    match(instruction, /^Respond a JSON dictionary in a markdown's fenced code block/);
    match(missing, /none\.parser\.json/);
    ok(candidates > 0);
    deepEqual(told, {
      value: '12345678901234567890',
      content: '12345678901234567890',
      error: 'JsonParsingError',
      own: true,
      read: 1,
    });
  });

  test('without Node it says what is needed, and does nothing', () => {
    const { status, stderr } = spawnSync(join(bin, 'parserlens'), ['check'], {
      cwd: join(folder, 'project'),
      encoding: 'utf8',
      env: { PATH: bin, SYSTEMROOT: process.env.SYSTEMROOT },
    });
    deepEqual([status, /^ParserLens needs Node 20 or newer: there is no `node` on the PATH\./.test(stderr)], [2, true]);
  });
});
