import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyEdits,
  type EvaluationFile,
  measureNames,
  readEvaluation,
  type SchemaChange,
} from '../../../src/engine/index.ts';
import { evaluationRunner } from '../../../src/extension/runtime/node/evaluationRunner.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { everyRow, type RowQuery } from '../../../src/protocol/rowQuery.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import type { EvaluationApi, EvaluationRequest, EvaluationUpdate } from '../../../src/service/evaluationApi.ts';
import type { EvaluationLog } from '../../../src/service/evaluationLogs.ts';
import { evaluationService } from '../../../src/service/evaluationService.ts';
import { measureWords } from '../../../src/webview/evaluation/evaluationWords.ts';
import { runCli } from '../cli/runCli.ts';

const definitions = {
  parsers: {
    vote: {
      type: 'MarkdownJsonDictParser',
      content_hint: { speak: 'what you say', vote: 'A, B or C' },
      required_keys: ['speak'],
      samples: [{ name: 'single-quotes', text: '```json\n{"speak": "x"}\n```' }],
    },
    loose: { type: 'MarkdownJsonObjectParser' },
    tags: { type: 'RegexTaggedContentParser', required_keys: ['plan'] },
    slow: {
      type: 'RegexTaggedContentParser',
      // No other test's: what did not finish in one is not tried in the next.
      tagged_content_pattern: '<(?P<name>(c+)+)>(?P<content>.*?)</x>',
      format_instruction: 'x',
    },
  },
};
const text = JSON.stringify(definitions, null, 2);
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const rows = [
  { id: 'a', model: 'heron', response: fenced({ speak: 'hi', vote: 'A' }) },
  { id: 'b', model: 'heron', response: "```json\n{'speak': 'Grüße'}\n```" },
  { id: 'c', model: 'wren', response: fenced({ vote: 'B' }) },
  { id: 'd', model: 'wren', response: fenced({ speak: 'hi', vote: 'Q' }) },
  { id: 'e', model: 'wren' },
];
const jsonl = (items: readonly unknown[]) => items.map(item => `${JSON.stringify(item)}\n`).join('');

suite('evaluation service', () => {
  let folder = '';
  let api: EvaluationApi;
  /** Numbers are told at once: a clock whose pauses are over when they begin. */
  const clock = {
    now: () => performance.now(),
    after(_: number, run: () => void) {
      const timer = setTimeout(run, 0);
      return () => clearTimeout(timer);
    },
  };

  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await writeFile(join(folder, 'w.parser.json'), text);
    await writeFile(join(folder, 'log.jsonl'), `${jsonl(rows.slice(0, 3))}broken {\n${jsonl(rows.slice(3))}`);
    api = evaluationService(nodeHost, new DefinitionCache(nodeHost), evaluationRunner(nodeHost), clock);
  });
  teardown(async () => {
    await api.closeEvaluation('e');
    await rm(folder, { recursive: true });
  });

  const ref = (name: string, of = text) => ({ text: of, fileName: join(folder, 'w.parser.json'), name });
  const logAt = (path: string): EvaluationLog => ({ path, name: path, file: join(folder, path) });
  const request = (more: Partial<EvaluationRequest> = {}): EvaluationRequest => ({
    definition: ref('vote'),
    file: 'w.parser.json',
    logs: [logAt('log.jsonl')],
    off: [],
    ...more,
  });
  /** Begins, and waits until the reading is over. */
  const over = async (more: Partial<EvaluationRequest> = {}) => {
    await api.startEvaluation('e', request(more));
    return next(({ phase }) => phase !== 'running');
  };
  /** The next update that is as wanted. */
  const next = async (isWanted: (update: EvaluationUpdate) => boolean) => {
    for (let seen = 0; ; ) {
      const update = await api.watchEvaluation('e', seen);
      assert.ok(update);
      if (isWanted(update)) return update;
      seen = update.revision;
    }
  };
  const listed = async (query: Partial<RowQuery>) => {
    await api.queryEvaluation('e', { ...everyRow, ...query });
    await next(({ searched }) => searched === undefined);
    const slice = await api.evaluationRows('e', 0, 100);
    return slice?.rows.map(({ name }) => name);
  };
  const file = async (): Promise<EvaluationFile> => {
    const read = readEvaluation((await api.evaluationText('e')) ?? '');
    assert('evaluation' in read, JSON.stringify(read));
    return read.evaluation;
  };

  test('what the framework asks again in silence is told when all rows are there', async () => {
    const dspy = JSON.stringify({ type: 'ChatAdapter', signature: 'q -> speak: int' });
    const definition = { text: dspy, fileName: join(folder, 'd.parser.json'), name: 'd' };
    await over({ definition, file: 'd.parser.json' });
    const view = await api.evaluationView('e');
    assert(view?.fallback?.tokens !== undefined);
    const { reader, requests, of, tokens } = view.fallback;
    assert.deepEqual([reader, requests, of], ['JSONAdapter', view.totals.error, 4]);
    const file = JSON.parse((await api.evaluationText('e', undefined))!) as EvaluationFile;
    assert.deepEqual([file.fallback?.requests, file.fallback?.tokens?.all], [4, tokens]);
    assert.equal((await over()).view?.fallback, undefined);
  });

  test('an edit that changes no verdict reads no log again, and one that does judges all rows', async () => {
    const runner = evaluationRunner(nodeHost);
    let readings = 0;
    const counted: typeof runner = {
      ...runner,
      evaluate(...args) {
        readings++;
        return runner.evaluate(...args);
      },
    };
    api = evaluationService(nodeHost, new DefinitionCache(nodeHost), counted, clock);
    const edited = (changes: object) =>
      ref(
        'vote',
        JSON.stringify({ parsers: { ...definitions.parsers, vote: { ...definitions.parsers.vote, ...changes } } }),
      );
    const first = await over();
    const described = await over({ definition: edited({ description: 'Votes' }), isEdit: true });
    assert.deepEqual(
      [readings, described.view?.totals, described.view?.causes],
      [1, first.view?.totals, first.view?.causes],
    );
    await over({ definition: edited({ samples: [] }), isEdit: true });
    assert.equal(readings, 1);
    const stricter = edited({ required_keys: ['speak', 'vote'] });
    const compare = { definition: ref('vote'), file: 'w.parser.json', title: 'before', byDefault: true };
    const compared = await over({ definition: stricter, compare, isEdit: true });
    assert.deepEqual([readings, compared.view?.comparison !== undefined], [2, true]);
    await over({ definition: edited({ required_keys: ['speak', 'vote'], description: 'x' }), compare, isEdit: true });
    assert.equal(readings, 2);
    // Evaluate Again reads, and so does an edit after the log was written to.
    await over({ definition: stricter });
    await appendFile(join(folder, 'log.jsonl'), jsonl(rows));
    const more = await over({
      definition: edited({ required_keys: ['speak', 'vote'], description: 'y' }),
      isEdit: true,
    });
    assert.deepEqual([readings, more.view?.totals.rows], [4, 11]);
  });

  test('the numbers are told, with the causes, groups and fields', async () => {
    const { phase, view, listed: count, time, stale } = await over();
    assert.deepEqual([phase, stale], ['done', false]);
    assert.deepEqual(view?.totals, { rows: 6, skipped: 2, untried: 0, ok: 1, suspicious: 1, error: 2 });
    assert.deepEqual([view?.rate, view?.interval, count], ['25.0 %', '4.6 – 69.9 %', 6]);
    assert.deepEqual(
      view?.causes.map(({ kind, code, detail, count, example }) => [kind, code, detail, count, example]),
      [
        ['error', 'single-quotes', 'JsonParsingError', 1, 'log.jsonl:2'],
        ['error', 'missing-key', '/speak', 1, 'log.jsonl:3'],
        ['suspicious', 'outside-hint', 'vote', 1, 'log.jsonl:5'],
        ['skipped', 'not-json', undefined, 1, 'log.jsonl:4'],
        ['skipped', 'no-response', undefined, 1, 'log.jsonl:6'],
      ],
    );
    assert.deepEqual(
      [view?.column, view?.groups.map(({ value, rate }) => [value, rate])],
      [
        'model',
        [
          ['wren', '0.0 %'],
          ['heron', '50.0 %'],
          [null, '–'],
        ],
      ],
    );
    assert.deepEqual(view?.logs[0], {
      path: 'log.jsonl',
      reader: 'json',
      field: 'response',
      fields: ['id', 'model', 'response'],
    });
    assert.match(time ?? '', /^\d+ ms$|^\d+\.\d s$/);
  });

  test('while the definition’s file is not JSON, the numbers stay those of the last whole one, and say so', async () => {
    const before = await over();
    const broken = { definition: ref('vote', `${text}"`) };
    const during = await over(broken);
    assert.deepEqual([during.isKept, during.phase, during.stale, during.view], [true, 'done', false, before.view]);
    // A log that is read again meanwhile is judged by the whole one, too; rows are opened and exported by it.
    await appendFile(join(folder, 'log.jsonl'), jsonl([rows[0]]));
    const other = await over({ ...broken, logs: [logAt('log.jsonl'), logAt('log.jsonl')] });
    assert.deepEqual([other.isKept, other.view?.totals.ok, other.view?.totals.error], [true, 4, 4]);
    assert.equal((await api.evaluationRow('e', 1))?.code, 'single-quotes');
    const after = await over();
    assert.deepEqual([after.isKept, after.view?.totals.ok], [undefined, 2]);
    // Of one that never was whole nothing is known.
    await api.closeEvaluation('e');
    await assert.rejects(over(broken), /w\.parser\.json is not JSON/);
  });

  suite('an edit of the definition beside what it was', () => {
    const { vote, tags } = definitions.parsers;
    const withParsers = (parsers: object) => JSON.stringify({ parsers: { ...definitions.parsers, ...parsers } });
    const edited = withParsers({ vote: { ...vote, required_keys: ['speak', 'mood'] } });
    const since = { definition: ref('vote'), file: 'w.parser.json', title: 'vote, as opened', byDefault: true };
    const comparison = ({ view }: EvaluationUpdate) => view?.comparison;
    const causes = ({ view }: EvaluationUpdate) =>
      view?.causes.map(({ code, before, count, came, went }) => [code, before, count, came, went]);

    test('what came and went since, at each cause; rows are listed by what they were, also of a cause that is gone', async () => {
      await over();
      const update = await over({ definition: ref('vote', edited), compare: since });
      const { title, rate, difference, better, worse, moved } = comparison(update)!;
      assert.deepEqual([title, rate, difference], ['vote, as opened', '25.0 %', '−25.0']);
      assert.deepEqual({ better, worse, moved }, { better: 0, worse: 1, moved: 1 });
      assert.deepEqual(causes(update), [
        ['missing-key', 0, 2, 2, 0],
        ['single-quotes', 1, 1, 0, 0],
        ['missing-key', 1, 1, 0, 0],
        ['outside-hint', 1, 0, 0, 1],
        ['not-json', undefined, 1, undefined, undefined],
        ['no-response', undefined, 1, undefined, undefined],
      ]);
      assert.deepEqual(await listed({ was: update.view?.causes[3]?.id ?? '' }), ['d']);
      assert.deepEqual(await listed({ change: 'moved' }), ['d']);
      assert.deepEqual(await listed({ change: 'worse' }), ['a']);
    });

    test('the same numbers whether the first reading is kept, or the log is read again with both', async () => {
      const numbers = async (of: Partial<EvaluationRequest>) => {
        const update = await over(of);
        return { compared: comparison(update), causes: causes(update) };
      };
      const changed = { definition: ref('vote', edited), compare: since };
      const again = await numbers(changed);
      await api.closeEvaluation('e');
      await over();
      assert.deepEqual(await numbers(changed), again);
      // The log is another one since: what was read of it before says nothing.
      await appendFile(join(folder, 'log.jsonl'), jsonl([rows[0]]));
      const { compared: more } = await numbers(changed);
      assert.deepEqual([more?.rate, more?.worse], ['40.0 %', 2]);
    });

    test('an edit of another definition of the file is compared with nothing, nor is one of what could not be used', async () => {
      await over();
      const other = withParsers({ tags: { ...tags, required_keys: ['mood'] } });
      assert.equal(comparison(await over({ definition: ref('vote', other), compare: since })), undefined);
      for (const broken of ['{', '{"parsers": {"poll": {}}}', text.replace('MarkdownJsonDictParser', 'X')]) {
        const before = { ...since, definition: ref('vote', broken) };
        const update = await over({ compare: before });
        assert.deepEqual([update.phase, comparison(update)], ['done', undefined], broken.slice(0, 20));
      }
    });
  });

  test('the editor’s numbers are the command line’s, to the digit, for every log and definition', async () => {
    const csv = `id,model,response\n1,heron,"${fenced({ speak: 'a\nb' }).replaceAll('"', '""')}"\n2,wren,nothing\n`;
    const chats = rows.map(({ response, model }) => ({
      model,
      choices: [{ message: { role: 'assistant', content: response ?? null } }],
    }));
    await writeFile(join(folder, 'log.csv'), csv);
    await writeFile(join(folder, 'chats.json'), JSON.stringify(chats));
    await writeFile(join(folder, 'utf16.jsonl'), Buffer.from(`\ufeff${jsonl(rows)}`, 'utf16le'));
    await mkdir(join(folder, 'texts'));
    for (const [i, { response = '' }] of rows.entries()) await writeFile(join(folder, 'texts', `${i}.md`), response);
    await writeFile(
      join(folder, 'many.jsonl'),
      jsonl(Array.from({ length: 400 }, (_, i) => ({ ...rows[i % 50 === 0 ? 1 : 0], id: String(i) }))),
    );
    for (const path of ['log.jsonl', 'log.csv', 'chats.json', 'utf16.jsonl', 'texts', 'many.jsonl'])
      for (const [name, other] of [
        ['vote', 'loose'],
        ['loose', 'tags'],
        ['tags', 'vote'],
      ] as const) {
        const compare = { definition: ref(other), file: 'w.parser.json', title: other };
        const { phase } = await over({ definition: ref(name), logs: [logAt(path)], compare });
        assert.equal(phase, 'done', path);
        const { out, err } = await runCli(
          folder,
          `evaluate ${path} --parser w.parser.json#${name} --compare w.parser.json#${other} --json`,
        );
        assert.deepEqual(await file(), JSON.parse(out), `${path} ${name} ${err}`);
      }
  });

  test('rows are filtered by verdict, cause, group and change, searched in their texts, and put in order', async () => {
    const { view } = await over({ compare: { definition: ref('loose'), file: 'w.parser.json', title: 'loose' } });
    assert.deepEqual(await listed({}), ['a', 'b', 'c', '4', 'd', 'e']);
    assert.deepEqual(await listed({ verdicts: ['error', 'suspicious'] }), ['b', 'c', 'd']);
    assert.deepEqual(await listed({ cause: view!.causes[1]!.id }), ['c']);
    assert.deepEqual(await listed({ cause: 'gone' }), []);
    assert.deepEqual(await listed({ group: { column: 'model', value: 'heron' } }), ['a', 'b']);
    assert.deepEqual(await listed({ group: { column: 'model', value: null } }), ['4']);
    assert.deepEqual(await listed({ change: 'worse' }), ['c', 'd']);
    assert.deepEqual(await listed({ change: 'better' }), []);
    assert.deepEqual(await listed({ text: 'grÜße' }), ['b']);
    assert.deepEqual(await listed({ text: 'outside' }), ['d']);
    assert.deepEqual(await listed({ text: 'heron', verdicts: ['ok'] }), ['a']);
    assert.deepEqual(await listed({ order: 'verdict' }), ['b', 'c', 'd', '4', 'e', 'a']);
    assert.deepEqual(await listed({ order: 'group' }), ['c', 'd', 'e', 'a', 'b', '4']);
    assert.deepEqual([view?.comparison?.better, view?.comparison?.worse, view?.comparison?.p], [0, 2, 'p = 0.500']);
    const was = async (change: 'better' | 'worse') => {
      await listed({ change });
      return (await api.evaluationRows('e', 0, 9))?.rows.map(({ before, code }) => [before, code]);
    };
    assert.deepEqual(await was('worse'), [
      ['ok', 'missing-key'],
      ['ok', 'outside-hint'],
    ]);
    await over({
      definition: ref('loose'),
      compare: { definition: ref('vote'), file: 'w.parser.json', title: 'vote' },
    });
    assert.deepEqual(await was('better'), [
      ['missing-key', undefined],
      ['outside-hint', undefined],
    ]);
  });

  test('a row has its response and the place of its cause; what has none is told as well', async () => {
    await over();
    const opened = await api.evaluationRow('e', 1);
    assert.deepEqual(
      [opened?.text, opened?.line, opened?.code, opened?.file],
      [rows[1]!.response, 2, 'single-quotes', join(folder, 'log.jsonl')],
    );
    assert.equal(opened?.text.slice(opened.span?.start, opened.span?.end), "'");
    assert.equal((await api.evaluationRow('e', 5))?.text, '');
    assert.equal(await api.evaluationRow('e', 6), undefined);
    const slice = await api.evaluationRows('e', 0, 2);
    assert.equal(slice?.rows[1]?.preview, "```json {'speak': 'Grüße'} ```");
    await rm(join(folder, 'log.jsonl'));
    assert.equal(await api.evaluationRow('e', 1), undefined);
    assert.equal((await api.evaluationRows('e', 0, 100))?.rows.length, 6);
  });

  test('of a log that was written anew no other response is shown, opened or saved; what only grew is as it was', async () => {
    const path = join(folder, 'log.jsonl');
    await over();
    await appendFile(path, jsonl(rows));
    assert.equal((await api.evaluationRow('e', 1))?.text, rows[1]!.response);
    const before = await readFile(path, 'utf8');
    await writeFile(path, before.replace('Grüße', 'Füße!'));
    assert.equal(await api.evaluationRow('e', 1), undefined);
    assert.equal((await api.evaluationRow('e', 0))?.text, rows[0]!.response);
    const sample = { row: 1, name: 'x', expectation: false };
    assert.deepEqual(await api.samplesOfRows('e', ref('vote'), [sample]), { text, missing: 1 });
    const slice = await api.evaluationRows('e', 0, 2);
    assert.deepEqual(
      slice?.rows.map(({ preview }) => preview !== ''),
      [true, false],
    );
  });

  test('the same of a log whose bytes are not the file’s own', async () => {
    const path = join(folder, 'log.jsonl');
    const write = (items: string) => writeFile(path, Buffer.from(`\ufeff${items}`, 'utf16le'));
    await write(jsonl(rows));
    await over();
    assert.equal((await api.evaluationRow('e', 1))?.text, rows[1]!.response);
    await write(jsonl(rows).replace('Grüße', 'Füße!'));
    assert.equal(await api.evaluationRow('e', 1), undefined);
    assert.equal((await api.evaluationRow('e', 0))?.text, rows[0]!.response);
  });

  test('what a log says of its rows acts on nothing beside it; of a row that is very long its length is shown', async () => {
    const hostile = { id: '\u202Eid', model: ' ', response: '\u0007\u202E{' };
    await writeFile(join(folder, 'log.jsonl'), jsonl([hostile, { id: ' ', response: 'x'.repeat(2 << 20) }]));
    const { view } = await over();
    assert.deepEqual(
      view?.groups.map(({ value, name }) => [value, name]),
      [
        [' ', '" "'],
        [null, undefined],
      ],
    );
    const slice = await api.evaluationRows('e', 0, 2);
    assert.deepEqual(
      slice?.rows.map(({ name, group, preview }) => [name, group, preview]),
      [
        ['\\u202eid', '" "', '\\u0007\\u202e{'],
        ['" "', undefined, '… 2.0 MB'],
      ],
    );
    assert.deepEqual(await listed({ group: { column: 'model', value: ' ' } }), ['\\u202eid']);
  });

  test('what was judged before stays until the new numbers are complete', async () => {
    await over();
    const slow = `<${'c'.repeat(40)}`;
    await writeFile(join(folder, 'slow.jsonl'), jsonl(Array(20).fill({ response: slow })));
    await api.startEvaluation('e', request({ definition: ref('slow'), logs: [logAt('slow.jsonl')] }));
    const first = await next(({ phase }) => phase === 'running');
    assert.deepEqual([first.view?.parser.name, first.view?.totals.rows, first.stale], ['vote', 6, true]);
    await api.startEvaluation('e', request({ definition: ref('loose') }));
    const last = await next(({ phase }) => phase === 'done');
    assert.deepEqual([last.view?.parser.name, last.view?.totals.ok], ['loose', 3]);
  });

  test('a definition that makes no parser, a field that is none and a log that is gone are messages; the numbers stay', async () => {
    await over();
    const broken = text.replace('"MarkdownJsonDictParser"', '"NoParser"');
    const failed = await over({ definition: ref('vote', broken) });
    assert.equal(failed.phase, 'failed');
    assert.match(failed.message ?? '', /NoParser|vote/);
    assert.deepEqual([failed.view?.totals.rows, failed.stale], [6, true]);
    assert.match((await over({ logs: [{ ...logAt('log.jsonl'), field: 'a[' }] })).message ?? '', /not a field/);
    assert.equal((await over({ logs: [logAt('gone.jsonl')] })).message, 'gone.jsonl: there is no such file any more.');
    assert.equal((await over()).phase, 'done');
  });

  test('another field is read; without any response that is told by the numbers', async () => {
    const { view } = await over({ logs: [{ ...logAt('log.jsonl'), field: 'model' }] });
    assert.deepEqual([view?.totals.skipped, view?.totals.error], [1, 5]);
    const none = await over({ logs: [{ ...logAt('log.jsonl'), field: 'nothing' }] });
    assert.deepEqual([none.phase, none.view?.rate, none.view?.totals.skipped], ['done', '–', 6]);
  });

  test('every answer of a conversation is a row: numbered, previewed, searched, opened and saved by itself', async () => {
    const talk = (...answers: string[]) => ({
      dialog: answers.flatMap(content => [
        { role: 'user', content: 'q' },
        { role: 'assistant', content },
      ]),
    });
    const [one, other] = [fenced({ speak: 'one' }), fenced({ speak: 'other' })];
    const talks = jsonl([{ id: 'x', ...talk(one, 'zwei') }, { id: 'y' }, { id: 'z', ...talk('a', 'b', other) }]);
    await writeFile(join(folder, 'talks.jsonl'), talks);
    const bytes = new TextEncoder().encode(talks);
    const field = 'all answers of a conversation';
    for (const log of [
      { ...logAt('talks.jsonl'), field },
      { path: 't', name: 't.jsonl', bytes, field },
    ]) {
      const { view } = await over({ logs: [log] });
      assert.deepEqual([view?.totals.rows, view?.totals.skipped, view?.logs[0]?.field], [6, 1, field]);
      assert.deepEqual(view?.logs[0]?.fields.slice(0, 2), ['the last answer of a conversation', field]);
      await listed({ text: '' });
      const { rows: shown } = (await api.evaluationRows('e', 0, 9))!;
      assert.deepEqual(
        shown.map(({ name, preview }) => [name, preview]),
        [
          ['x#1', one.replaceAll('\n', ' ')],
          ['x#2', 'zwei'],
          ['y', ''],
          ['z#1', 'a'],
          ['z#2', 'b'],
          ['z#3', other.replaceAll('\n', ' ')],
        ].map(([name, preview], i) => [name, i === 2 ? shown[2]!.preview : preview]),
      );
      assert.equal((await api.evaluationRow('e', 1))?.text, 'zwei');
      assert.equal((await api.evaluationRow('e', 5))?.text, other);
      assert.deepEqual(await listed({ text: 'other' }), ['z#3']);
      const saved = await api.samplesOfRows('e', ref('vote'), [{ row: 5, name: 'last', expectation: false }]);
      assert.equal([JSON.parse(saved!.text).parsers.vote.samples.at(-1).text].flat().join('\n'), other);
    }
  });

  test('bytes of anything that is not on the disk are a log as well', async () => {
    const bytes = new TextEncoder().encode(jsonl(rows));
    const { view } = await over({ logs: [{ path: 'untitled', name: 'untitled', bytes }] });
    assert.equal(view?.totals.rows, 5);
    assert.equal((await api.evaluationRow('e', 1))?.text, rows[1]!.response);
    assert.deepEqual(await listed({ text: 'grüße' }), ['b']);
  });

  test('it is ended at once, however slow a pattern is; what was judged stays', async () => {
    const slow = `<${'c'.repeat(40)}`;
    await writeFile(join(folder, 'slow.jsonl'), jsonl(Array.from({ length: 50 }, () => ({ response: slow }))));
    await api.startEvaluation('e', request({ definition: ref('slow'), logs: [logAt('slow.jsonl')] }));
    const start = performance.now();
    await api.stopEvaluation('e');
    const { phase } = await next(each => each.phase !== 'running');
    assert.equal(phase, 'cancelled');
    assert.ok(performance.now() - start < 1000, 'it was waited for');
  });

  test('a log that grows: rows come as lines are complete, numbered as in the file, and the rule by majority at the end', async () => {
    const path = join(folder, 'run.responses.jsonl');
    const log = logAt('run.responses.jsonl');
    await writeFile(path, jsonl([{ id: 'old', response: 'x' }]));
    const from = (await readFile(path)).length;
    await api.startEvaluation('e', request({ logs: [{ ...log, from }], grows: true }));
    assert.equal((await next(({ view }) => view !== undefined)).view?.totals.rows, 0);
    const [first, second] = jsonl(rows.slice(0, 2)).split('\n');
    await appendFile(path, `${first}\n${second!.slice(0, 10)}`);
    await api.growEvaluation('e', false);
    assert.deepEqual(await listed({}), ['a']);
    await appendFile(path, `${second!.slice(10)}\n`);
    await api.growEvaluation('e', false);
    assert.equal((await next(({ view }) => view?.totals.rows === 2)).phase, 'running');
    const slice = await api.evaluationRows('e', 0, 10);
    assert.deepEqual(
      slice?.rows.map(({ place }) => place),
      ['run.responses.jsonl:2', 'run.responses.jsonl:3'],
    );
    assert.equal((await api.evaluationRow('e', 1))?.text, rows[1]!.response);
    const many = Array.from({ length: 60 }, (_, i) => ({
      id: String(i),
      response: fenced({ speak: i === 7 ? 7 : 'hi' }),
    }));
    await appendFile(path, jsonl(many));
    await api.growEvaluation('e', true);
    const { view } = await next(({ phase }) => phase === 'done');
    assert.equal(view?.totals.rows, 62);
    // Edited while it was running or after: all is read again, from where it began.
    await api.startEvaluation('e', request({ definition: ref('loose'), logs: [{ ...log, from }] }));
    assert.equal((await next(({ phase }) => phase === 'done')).view?.totals.rows, 62);
    assert.equal((await api.evaluationRows('e', 0, 1))?.rows[0]?.place, 'run.responses.jsonl:2');
  });

  test('a log that grows is not read on where the evaluation was ended, nor one that does not grow', async () => {
    const path = join(folder, 'run.jsonl');
    const logs = [logAt('run.jsonl')];
    await writeFile(path, jsonl(rows));
    await api.growEvaluation('e', true);
    await api.startEvaluation('e', request({ logs, grows: true }));
    await next(({ view }) => view?.totals.rows === 5);
    await api.stopEvaluation('e');
    const more = async () => {
      await appendFile(path, jsonl(rows));
      await api.growEvaluation('e', true);
      const { phase, view } = await next(() => true);
      return [phase, view?.totals.rows];
    };
    assert.deepEqual(await more(), ['cancelled', 5]);
    assert.equal((await over({ logs })).view?.totals.rows, 10);
    assert.deepEqual(await more(), ['done', 10]);
  });

  test('what models were asked for other definitions is left out of a log that grows, each time it grows', async () => {
    const path = join(folder, 'asked.responses.jsonl');
    const asked = (id: string, parser: string) => ({ id, retry: 0, attempts: 1, parser, response: 'x' });
    await writeFile(path, jsonl([asked('a', 'vote'), asked('b', 'loose')]));
    await api.startEvaluation('e', request({ logs: [logAt('asked.responses.jsonl')], grows: true }));
    const first = await next(({ view }) => view?.totals.rows === 1);
    assert.equal(first.view?.leftOut, 1);
    await appendFile(path, jsonl([asked('c', 'tags'), asked('d', 'loose'), asked('e', 'vote')]));
    await api.growEvaluation('e', true);
    const { view } = await next(({ phase }) => phase === 'done');
    assert.deepEqual([view?.totals.rows, view?.leftOut], [2, 3]);
  });

  test('a log of a run that is not there yet', async () => {
    await api.startEvaluation('e', request({ logs: [logAt('later.jsonl')], grows: true }));
    assert.equal((await next(({ view }) => view !== undefined)).phase, 'running');
    await writeFile(join(folder, 'later.jsonl'), jsonl(rows));
    await api.growEvaluation('e', true);
    assert.equal((await next(({ phase }) => phase === 'done')).view?.totals.rows, 5);
  });

  test('what could change of the schema, with the rows that would be read then', async () => {
    await over();
    const { changes, refused } = (await api.schemaChanges('e', ref('vote')))!;
    assert.equal(refused, 1);
    const [{ kind, path, mends, edits }] = changes as [SchemaChange];
    assert.deepEqual([changes.length, kind, path, mends], [1, 'optional', '/speak', 1]);
    const { text } = ref('vote');
    assert.deepEqual(JSON.parse(applyEdits(text, edits)).parsers.vote.required_keys, []);
  });

  test('rows become samples of the definition, one for each cause', async () => {
    await over();
    const examples = (await api.causeExamples('e')) ?? [];
    assert.deepEqual(
      examples.map(({ row, code }) => [row, code]),
      [
        [1, 'single-quotes'],
        [2, 'missing-key'],
        [4, 'outside-hint'],
      ],
    );
    const samples = examples.map(({ row, code }, i) => ({ row, name: `${code} ${i}`, expectation: i < 2 }));
    const saved = await api.samplesOfRows('e', ref('vote'), [...samples, { row: 5, name: 'none', expectation: true }]);
    assert.equal(saved?.missing, 1);
    const added = JSON.parse(saved!.text).parsers.vote.samples.slice(1);
    assert.deepEqual(added, [
      { name: 'single-quotes 0', text: rows[1]!.response!.split('\n'), expect: { error: 'JsonParsingError' } },
      {
        name: 'missing-key 1',
        text: rows[2]!.response!.split('\n'),
        expect: { error: 'RequiredFieldNotFoundError' },
      },
      { name: 'outside-hint 2', text: rows[3]!.response!.split('\n') },
    ]);
  });

  test('rows are exported as the command line writes them, and as a table without formulas; Markdown has no text of a response', async () => {
    await writeFile(join(folder, 'log.jsonl'), jsonl([...rows, { id: '=1+1', model: '"a",b', response: 'x' }]));
    await over();
    await api.writeEvaluationRows('e', 'jsonl', join(folder, 'out.jsonl'));
    await runCli(folder, 'evaluate log.jsonl --parser w.parser.json#vote --rows cli.jsonl');
    assert.equal(await readFile(join(folder, 'out.jsonl'), 'utf8'), await readFile(join(folder, 'cli.jsonl'), 'utf8'));
    const csv = (await api.evaluationRowsText('e', 'csv'))?.split('\r\n');
    const numbers = new RegExp(`(?<=Error)(?:,[\\d.]+){${measureNames.length}}`);
    assert.deepEqual(
      [csv?.[0], ...[csv?.[2], csv?.[6]].map(line => line?.replace(numbers, ''))],
      [
        `id,log,line,verdict,code,detail,${measureNames.join(',')},model`,
        'b,log.jsonl,2,error,single-quotes,JsonParsingError,heron',
        `"'=1+1",log.jsonl,6,error,no-answer,JsonParsingError,"""a"",b"`,
      ],
    );
    const markdown = (await api.evaluationMarkdown('e')) ?? '';
    assert.match(markdown, /^### ParserLens: 20\.0 % ok/);
    assert.match(markdown, /Instruction/);
    assert.doesNotMatch(markdown, /Grüße/);
  });

  for (const measure of measureNames)
    test(`${measure} is in the list, orders it, and is in the table that is exported; lines do not have it`, async () => {
      await over();
      assert.notEqual(measureWords(measure).title, measure, 'it has words');
      assert((await api.evaluationView('e'))?.measures.includes(measure));
      await listed({ order: `measure:${measure}` });
      const numbers = (await api.evaluationRows('e', 0, 9))!.rows.map(({ measures }) => measures[measure]);
      const known = numbers.filter(number => number !== undefined);
      assert(known.length === 4 && known.every(number => Number(number) > 0), known.join());
      assert.deepEqual(numbers, [...known.sort((one, other) => Number(other) - Number(one)), undefined, undefined]);
      const [head, first] = (await api.evaluationRowsText('e', 'csv'))!.split('\r\n').map(line => line.split(','));
      assert(known.map(Number).includes(Number(first![head!.indexOf(measure)])));
      const [line] = (await api.evaluationRowsText('e', 'jsonl'))!.split('\n');
      assert.deepEqual(Object.keys(JSON.parse(line!)), ['id', 'line', 'verdict']);
    });

  test('a file with several groupings shows the one that is asked for, the first where it has no such', async () => {
    await writeFile(join(folder, 'tasks.jsonl'), jsonl(rows.map((row, i) => ({ ...row, task: `task ${i % 3}` }))));
    const { out } = await runCli(
      folder,
      'evaluate tasks.jsonl --parser w.parser.json#vote --group-by model --group-by task --json',
    );
    const shown = async (column?: string) => {
      const read = await api.evaluationFileView(out, column);
      return 'view' in read && [read.view.column, read.view.columns, read.view.groups.length];
    };
    assert.deepEqual(await shown(), ['model', ['model', 'task'], 2]);
    assert.deepEqual(await shown('task'), ['task', ['model', 'task'], 3]);
    assert.deepEqual(await shown('gone'), ['model', ['model', 'task'], 2]);
  });

  test('suspicions that are switched off are ok', async () => {
    const { view } = await over({ off: ['outside-hint'] });
    assert.deepEqual([view?.totals.ok, view?.totals.suspicious], [2, 0]);
    assert.deepEqual((await file()).off, ['outside-hint']);
    const odd = [...Array(30).keys()].map(n => ({ id: `n${n}`, response: fenced({ speak: 'hi', n: n || 'none' }) }));
    await writeFile(join(folder, 'log.jsonl'), odd.map(row => `${JSON.stringify(row)}\n`).join(''));
    assert.equal((await over({})).view?.totals.suspicious, 1);
    assert.equal((await over({ off: ['odd-type'] })).view?.totals.suspicious, 0);
  });

  test('suspicions that are off are looked for where they are named', async () => {
    const content_schema = { title: 'Vote', type: 'object', properties: { vote: { type: 'integer' } } };
    const own = JSON.stringify({ parsers: { vote: { type: 'MarkdownJsonDictParser', content_schema } } });
    await writeFile(join(folder, 'log.jsonl'), jsonl([{ id: 'a', response: fenced({ vote: '3' }) }]));
    const definition = ref('vote', own);
    assert.equal((await over({ definition })).view?.totals.ok, 1);
    assert.equal((await over({ definition, on: ['coerced'] })).view?.totals.suspicious, 1);
    assert.deepEqual((await file()).on, ['coerced']);
  });

  test('what is closed is gone', async () => {
    await over();
    const waiting = api.watchEvaluation('e', Number.MAX_SAFE_INTEGER);
    await api.closeEvaluation('e');
    assert.equal(await waiting, undefined);
    assert.equal(await api.evaluationRows('e', 0, 1), undefined);
  });
});
