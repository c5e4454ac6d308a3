import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackage } from './installPackage.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/testing.md'), 'utf8');
/** The page's last block of a language: of Python the one before shows the package's API. */
const block = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].at(-1)![1]!;
const shell = process.platform === 'win32';

/** What both say of the sample `bad`. */
const failure =
  /^prompts\/vote\.parser\.json:1:\d+: value not as expected\.\nvalue\nexpected: \{\n {2}"vote": "Ann"\n\}\nactual: {3}\{\n {2}"vote": "Eve"\n\}$/m;

const vote = {
  type: 'MarkdownJsonDictParser',
  content_hint: { vote: 'a name' },
  samples: [
    { name: 'good', text: '```json\n{"vote": "Eve"}\n```', expect: { value: { vote: 'Eve' } } },
    { name: 'bad', text: '```json\n{"vote": "Eve"}\n```', expect: { value: { vote: 'Ann' } } },
  ],
};
const own = { type: 'custom', module: 'own.mjs', samples: [{ name: 'runs', text: 'x', expect: { value: 'x' } }] };

/** A project that has the packed package installed, and runs what `docs/testing.md` says. */
suite('samples as tests of another suite @slow', () => {
  let folder: string;

  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-testing-'));
    installPackage(folder);
    mkdirSync(join(folder, 'prompts/inner'), { recursive: true });
    writeFileSync(join(folder, 'prompts/vote.parser.json'), JSON.stringify(vote));
    writeFileSync(join(folder, 'prompts/bare.parser.json'), JSON.stringify({ ...vote, samples: [] }));
    writeFileSync(join(folder, 'prompts/broken.parser.json'), '{ "type": "MarkdownJsonDictParser", "content_hint": 3 ');
    writeFileSync(join(folder, 'prompts/inner/own.parser.json'), JSON.stringify(own));
    writeFileSync(
      join(folder, 'prompts/inner/own.mjs'),
      "export const formatInstruction = 'Say it.';\nexport const parse = text => text;\n",
    );
  });
  suiteTeardown(() => rmSync(folder, { recursive: true, force: true }));

  test('Vitest runs each sample', () => {
    const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', 'vitest@3.2.4'];
    execFileSync('npm', install, { cwd: folder, stdio: 'ignore', shell });
    writeFileSync(join(folder, 'prompts.test.ts'), block('ts'));
    const vitest = (...args: string[]) =>
      spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    const { status, stdout, stderr } = vitest('prompts.test.ts');
    equal(status, 1, stderr);
    const report: { testResults: { assertionResults: VitestResult[] }[] } = JSON.parse(stdout);
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    deepEqual(results.map(({ ancestorTitles, title, status }) => [...ancestorTitles, title, status]).sort(), [
      ['prompts/broken.parser.json', 'syntax-error', 'failed'],
      ['prompts/inner/own.parser.json', 'own: runs', 'skipped'],
      ['prompts/vote.parser.json', 'vote: bad', 'failed'],
      ['prompts/vote.parser.json', 'vote: good', 'passed'],
    ]);
    const [bad] = results.filter(({ title }) => title === 'vote: bad');
    match(bad!.failureMessages.join('\n'), failure);
    const shown = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'prompts.test.ts'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    }).stderr;
    match(shown, /vote: bad\nError: prompts\/vote[^\n]+ value not as expected\.\n/);
    match(shown, /\n {2}value: \{\n- {3}"vote": "Ann"\n\+ {3}"vote": "Eve"\n {2}\}\n/);
    ok(!shown.includes('bare.parser.json'), shown);

    // Modules run where that is asked for, and a folder without samples is a mistake.
    const options = `import { testSamples } from 'parserlens/vitest';\nawait testSamples(['inner'], { cwd: 'prompts', runModules: true });\n`;
    // A source's samples are those of the definitions that name it, wherever they stand.
    const { samples, ...parser } = vote;
    writeFileSync(
      join(folder, 'prompts/agent.ts'),
      `import { CommaSeparatedListOutputParser } from '@langchain/core/output_parsers';\nexport const words = new CommaSeparatedListOutputParser();\n`,
    );
    const linked = {
      source: '../agent.ts#words',
      samples: [{ name: 'two', text: 'a, b', expect: { value: ['a', 'b'] } }],
    };
    writeFileSync(
      join(folder, 'prompts/inner/agent.parser.json'),
      JSON.stringify({ parsers: { words: linked, vote: parser } }),
    );
    writeFileSync(
      join(folder, 'own.test.ts'),
      options.replace("['inner']", "['inner/own.parser.json', 'agent.ts#words']"),
    );
    const ran = vitest('own.test.ts');
    equal(ran.status, 0, ran.stdout + ran.stderr);
    match(ran.stdout, /"fullName":"inner\/agent\.parser\.json words: two","status":"passed"/);
    rmSync(join(folder, 'prompts/inner/agent.parser.json'));
    rmSync(join(folder, 'prompts/agent.ts'));
    // One outside of the folder does not, wherever the definition is that names it.
    mkdirSync(join(folder, 'others'));
    const away = { ...own, module: '../prompts/inner/own.mjs' };
    writeFileSync(join(folder, 'others/away.parser.json'), JSON.stringify(away));
    writeFileSync(join(folder, 'away.test.ts'), options.replace("['inner'], { cwd: 'prompts'", "'.', { cwd: 'others'"));
    const outside = vitest('away.test.ts');
    equal(outside.status, 1);
    match(outside.stdout, /outside of the current folder/);
    writeFileSync(join(folder, 'none.test.ts'), options.replace("['inner']", "'../node_modules/.bin'"));
    const none = vitest('none.test.ts');
    equal(none.status, 1);
    match(none.stdout, /No samples found in /);
  });

  test('the recipe for pytest runs each sample', () => {
    writeFileSync(join(folder, 'test_prompts.py'), block('python'));
    // A machine may have Python without pytest: then what the recipe asks of it is played by a few lines.
    const has = spawnSync('python3', ['-c', 'import pytest']).status === 0;
    if (!has) writeFileSync(join(folder, 'pytest.py'), playedPytest);
    const args = has ? ['-m', 'pytest', '-q', '-rA', '-p', 'no:cacheprovider', 'test_prompts.py'] : ['pytest.py'];
    const { status, stdout, stderr } = spawnSync('python3', args, { cwd: folder, encoding: 'utf8' });
    equal(status, 1, stdout + stderr);
    for (const [verdict, id] of [
      ['FAILED', 'prompts/broken.parser.json: syntax-error'],
      ['FAILED', 'prompts/vote.parser.json: vote: bad'],
      ['PASSED', 'prompts/vote.parser.json: vote: good'],
    ])
      ok(stdout.includes(`${verdict} test_prompts.py::test_sample[${id}]`), stdout);
    match(stdout, failure);
    match(stdout, /2 failed, 1 passed, 1 skipped/);
  });
});

interface VitestResult {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

const playedPytest = `
import sys
sys.modules["pytest"] = sys.modules[__name__]
class Skipped(Exception): pass
class Failed(Exception): pass
def skip(message): raise Skipped(message)
def fail(message, pytrace): raise Failed(message)
def param(*values, id): return values, id
class mark:
    @staticmethod
    def parametrize(names, cases):
        cases = list(cases)
        return lambda run: lambda: [(values, id, run) for values, id in cases]
if __name__ == "__main__":
    import test_prompts
    counts = {"failed": 0, "passed": 0, "skipped": 0}
    for values, id, run in test_prompts.test_sample():
        try: run(*values); verdict = "passed"
        except Skipped: verdict = "skipped"
        except Failed as error: verdict = "failed"; print(error)
        counts[verdict] += 1
        print(f"{verdict.upper()} test_prompts.py::test_sample[{id}]")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    sys.exit(1 if counts["failed"] else 0)
`;
