import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEvaluation } from '../../src/engine/index.ts';
import { evaluationRunner } from '../../src/extension/runtime/node/evaluationRunner.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';
import { DefinitionCache } from '../../src/service/definitionCache.ts';
import { evaluationService } from '../../src/service/evaluationService.ts';
import { runCli } from '../unit/cli/runCli.ts';

// Synthetic logs, one in each shape, and what an evaluation of each must find (`facts.json`). Rows count from 0.
const lab = join(import.meta.dirname, 'lab');

interface Planted {
  readonly rows: readonly number[];
}

interface Facts {
  readonly definition: string;
  readonly rows: number;
  /** Accepted by the framework, odd or not. */
  readonly ok: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly withoutResponse: readonly number[];
  readonly failures: readonly (Planted & { readonly cause: string })[];
  readonly okButLook: readonly (Planted & { readonly why: string })[];
  readonly models?: Readonly<Record<string, { readonly responses: number; readonly ok: number }>>;
}

/** Where the responses are. */
const fields: Readonly<Record<string, string>> = {
  'plain.jsonl': 'response',
  'openai-chat.jsonl': 'choices[0].message.content',
  'anthropic-messages.jsonl': 'content[*].text',
  'inspect-eval.json': 'samples[*].output.choices[0].message.content',
  'shop__cart-17.traj': 'trajectory[*].response',
  'langsmith-runs.jsonl': 'outputs.generations[0][0].text',
  'langfuse-observations.json': 'output.content',
  'responses.csv': 'response',
};
/** What nothing in definition or answer tells from a right answer: a fence that is added reads the whole answer. */
const notOdd = ['no fence: read all the same', 'no SELECT statement'];
/** What has two ways to be mended. */
const severalCodes = ['missing tag'];

const { files } = JSON.parse(readFileSync(join(lab, 'facts.json'), 'utf8')) as {
  readonly files: Readonly<Record<string, Facts>>;
};

suite('logs of every shape', () => {
  let folder = '';
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
  });
  teardown(() => rm(folder, { recursive: true }));

  const commandLine = async (log: string, definition: string) => {
    const file = join(folder, 'rows.jsonl');
    const { code, out, err } = await runCli(lab, ['evaluate', log, '--parser', definition, '--rows', file, '--json']);
    assert.equal(code, 0, err);
    const read = readEvaluation(out);
    assert('evaluation' in read, JSON.stringify(read));
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    return {
      evaluation: read.evaluation,
      rows: lines.map(line => JSON.parse(line) as { readonly verdict: string; readonly code?: string }),
    };
  };

  const editor = async (log: string, definition: string) => {
    const service = evaluationService(nodeHost, new DefinitionCache(nodeHost), evaluationRunner(nodeHost), {
      now: () => performance.now(),
      after(_, run) {
        const timer = setTimeout(run, 0);
        return () => clearTimeout(timer);
      },
    });
    const text = await readFile(join(lab, definition), 'utf8');
    const name = definition.replace('.parser.json', '');
    await service.startEvaluation('lab', {
      definition: { text, fileName: join(lab, definition), name },
      file: definition,
      logs: [{ path: log, name: log, file: join(lab, log) }],
      off: [],
    });
    for (let seen = 0; ; ) {
      const update = await service.watchEvaluation('lab', seen);
      assert.ok(update);
      if (update.phase !== 'running') break;
      seen = update.revision;
    }
    const read = readEvaluation((await service.evaluationText('lab')) ?? '');
    await service.closeEvaluation('lab');
    assert('evaluation' in read, JSON.stringify(read));
    return read.evaluation;
  };

  test('there is a log for each field path', () =>
    assert.deepEqual(Object.keys(files).sort(), Object.keys(fields).sort()));

  for (const [log, facts] of Object.entries(files)) {
    test(`${log}: every fact is found, and nothing else`, async () => {
      const { evaluation, rows } = await commandLine(log, facts.definition);
      const { totals, causes, groups, logs } = evaluation;
      const withVerdict = (verdict: string) => [...rows.keys()].filter(i => rows[i]!.verdict === verdict);
      const rowsOf = (planted: readonly Planted[]) => planted.flatMap(each => each.rows).sort((a, b) => a - b);
      assert.equal(logs[0]?.field, fields[log]);
      assert.deepEqual(withVerdict('skipped'), facts.withoutResponse);
      assert.deepEqual(withVerdict('error'), rowsOf(facts.failures));
      assert.deepEqual(withVerdict('suspicious'), rowsOf(facts.okButLook.filter(({ why }) => !notOdd.includes(why))));
      assert.deepEqual(
        [totals.rows, totals.skipped, totals.ok + totals.suspicious],
        [facts.rows, facts.withoutResponse.length, facts.ok],
      );
      assert.equal(totals.rows, totals.skipped + totals.ok + totals.suspicious + totals.error);

      const errors: Record<string, number> = {};
      for (const { kind, code, detail = '', count } of causes) {
        if (kind !== 'error') continue;
        // A key that is missing is told by its path; the class that raises it here is one.
        const name = detail.startsWith('/') ? 'RequiredFieldNotFoundError' : code in facts.errors ? code : detail;
        errors[name] = (errors[name] ?? 0) + count;
      }
      assert.deepEqual(errors, facts.errors);
      for (const { cause, rows: planted } of facts.failures) {
        // A refusal has no code block either; it is a cause of its own.
        const codes = new Set(planted.map(i => rows[i]!.code).filter(code => code !== 'refusal'));
        if (!severalCodes.includes(cause)) assert.equal(codes.size, 1, cause);
      }

      for (const [model, { responses, ok }] of Object.entries(facts.models ?? {})) {
        const group = groups.model?.find(({ value }) => value === model);
        assert.ok(group, model);
        assert.deepEqual([group.ok + group.suspicious + group.error, group.ok + group.suspicious], [responses, ok]);
      }
    });

    test(`${log}: editor and command line agree to the digit`, async () => {
      const { evaluation } = await commandLine(log, facts.definition);
      const { rowsFile, ...same } = evaluation;
      assert.ok(rowsFile);
      assert.deepEqual(await editor(log, facts.definition), same);
    });
  }
});
