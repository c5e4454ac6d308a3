import assert from 'node:assert/strict';
import type { Host, ModuleJob, ModuleOutcome } from '../../../../src/engine/core/host.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import {
  compareVerdicts,
  createJudge,
  type EvaluatedRow,
  evaluate,
  type RowVerdict,
  summarize,
  VerdictTable,
} from '../../../../src/engine/evaluation/index.ts';
import { packRows, unpackRows } from '../../../../src/node/evaluation/packedRows.ts';
import { everyRow } from '../../../../src/protocol/rowQuery.ts';
import { causeId, listedRows, textMatcher } from '../../../../src/views/evaluationRows.ts';

function definition(data: unknown) {
  return readDefinitions(JSON.stringify(data), 'test.parser.json').definitions[0]!;
}

const vote = definition({
  type: 'MarkdownJsonDictParser',
  content_hint: { speak: 'what you say', vote: 'A, B or C', plan: { step: 'what to do' }, sure: '1 to 5' },
  required_keys: ['speak'],
  keys_to_content: 'speak',
});
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

async function verdictsOf(given: typeof vote, rows: readonly EvaluatedRow[], options = {}) {
  const evaluation = evaluate(given, rows, options);
  const verdicts: RowVerdict[] = [];
  for await (const verdict of evaluation) verdicts.push(verdict);
  return { verdicts, summary: evaluation.summary() };
}

/** A host whose module upper-cases; `asked`: how many texts each of its questions had, 1 for those that were asked alone. */
function upperHost(errors: Readonly<Record<string, string>> = {}): Host & { readonly asked: number[] } {
  const asked: number[] = [];
  const outcomeOf = ({ args: [text] }: ModuleJob): ModuleOutcome => {
    const thrown = errors[String(text)];
    if (thrown === undefined) return { ok: true, value: String(text).toUpperCase(), called: true };
    const [className = '', message = ''] = thrown.split(': ');
    return { ok: false, error: { class: className, message } };
  };
  const one = (job: ModuleJob) => (job.export === 'parse' ? outcomeOf(job) : undefined);
  return {
    asked,
    async runModule(job) {
      asked.push(1);
      return one(job);
    },
    async runModules(jobs) {
      asked.push(jobs.length);
      return jobs.map(outcomeOf);
    },
  };
}

suite('evaluate, with a module', () => {
  const custom = definition({ type: 'custom', module: 'm.mjs' });
  const judged = async (rows: Iterable<string> | AsyncIterable<string>, host: Host) => {
    const evaluation = evaluate(custom, rows, {}, host);
    const verdicts: RowVerdict[] = [];
    for await (const verdict of evaluation) verdicts.push(verdict);
    return { verdicts, summary: evaluation.summary() };
  };

  test('many rows are one question, and the verdicts are those of single ones', async () => {
    const host = upperHost({ c: 'TypeError: no' });
    const rows = ['a', 'b', 'c', 'd'];
    const { verdicts, summary } = await judged(rows, host);
    assert.ok(host.asked.includes(4), String(host.asked));
    const { runModules: _, ...alone } = upperHost({ c: 'TypeError: no' });
    assert.deepEqual(await judged(rows, alone), { verdicts, summary });
    assert.deepEqual(
      verdicts.map(({ verdict, code = '' }) => `${verdict} ${code}`.trim()),
      ['ok', 'ok', 'error TypeError', 'ok'],
    );
  });

  test('rows that have yet to come are not waited for', async () => {
    const host = upperHost();
    async function* rows() {
      yield 'a';
      yield 'b';
    }
    const first = await evaluate(custom, rows(), {}, host)[Symbol.asyncIterator]().next();
    assert.equal(first.value?.verdict, 'ok');
    assert.ok(host.asked.every(count => count === 1));
  });

  test('a block is given up after five limits in all, of which the host is told how many are left', async () => {
    const left: (number | undefined)[] = [];
    const timeout = { ok: false, error: { class: 'ModuleTimeout', message: 'It did not finish.' } } as const;
    const host: Host = {
      runModule: async job => (job.export === 'parse' ? timeout : undefined),
      async runModules(jobs, _limitMs, mostLimits) {
        left.push(mostLimits);
        return jobs.map(() => timeout);
      },
    };
    const judge = createJudge(custom, {}, host);
    const row = (response: string) => ({ response, place: { log: 0, line: 1, start: 0, end: 1 }, columns: {} });
    const all = async (texts: readonly string[], limits: number) => {
      const block = { limits };
      const found = await judge.all(texts.map(row), block);
      return [found.map(({ verdict, code }) => `${verdict} ${code}`), block.limits];
    };
    assert.deepEqual(await all(['a', 'b'], 2), [['skipped module-limit', 'skipped module-limit'], 4]);
    assert.deepEqual(await all(['a', 'b'], 5), [['untried given-up', 'untried given-up'], 5]);
    assert.deepEqual(left, [3]);
    const { runModules: _, ...alone } = host;
    const block = { limits: 4 };
    await createJudge(custom, {}, alone).all(['a', 'b', 'c'].map(row), block);
    assert.equal(block.limits, 5);
  });

  test('what a limit, or the machine, kept from being read is counted apart, and is no error of the definition', async () => {
    const host = upperHost({
      slow: 'ModuleTimeout: The module did not finish within 5 s.',
      large: 'ModuleOutOfMemory: The module needs more memory.',
      loud: 'ModuleOutputError: The module printed more than 1 MB.',
      killed: 'ModuleInterrupted: The module cannot be run: its process was ended by SIGKILL.',
      left: 'ModuleTimeout: It was not run again: it did not finish in time 5 times.',
      ended: 'ModuleEnded: The module ended its process with process.exit(1).',
      thrown: 'ValueError: no',
    });
    const { verdicts, summary } = await judged(
      ['fine', 'slow', 'large', 'loud', 'killed', 'left', 'ended', 'thrown'],
      host,
    );
    assert.deepEqual(
      verdicts.map(({ verdict, code = '' }) => `${verdict} ${code}`.trim()),
      [
        'ok',
        'skipped module-limit',
        'skipped module-limit',
        'skipped module-limit',
        'skipped module-not-run',
        'untried given-up',
        'error ModuleEnded',
        'error ValueError',
      ],
    );
    assert.deepEqual(summary.totals, { rows: 8, skipped: 4, untried: 1, unread: 4, ok: 1, suspicious: 0, error: 2 });
    assert.equal(summary.rate, 1 / 3);
  });
});

suite('evaluate', () => {
  test('a row has its first violation as its cause, and the others beside it, those of a list’s items as one', async () => {
    const schema = {
      title: 'Joke',
      type: 'object',
      properties: {
        setup: { type: 'string' },
        stars: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['setup', 'stars'],
    };
    const joke = definition({ type: 'MarkdownJsonDictParser', content_schema: schema });
    const table = new VerdictTable();
    const { verdicts } = await verdictsOf(
      joke,
      [
        '{"tags": [1, 2, "x", 3]}',
        '{"setup": "a", "stars": "many"}',
        '{"setup": "a", "tags": [5]}',
        '{"setup": "a", "stars": 1}',
      ].map(json => `\`\`\`json\n${json}\n\`\`\``),
      {},
    );
    for (const verdict of verdicts) table.add(verdict);
    const copy = new VerdictTable();
    copy.append(unpackRows(packRows([table.pack()]))[0]!, 0, 2);
    copy.append(table.pack(), 2);
    for (const each of [table, copy]) {
      const causes = verdicts.map((_, i) =>
        [each.row(i).cause, ...each.furtherAt(i)].map(cause => cause && `${cause.code} ${cause.detail}`),
      );
      assert.deepEqual(causes, [
        ['missing-key /setup', 'missing-key /stars', 'wrong-type /tags/*'],
        ['wrong-type /stars'],
        ['missing-key /stars', 'wrong-type /tags/*'],
        [undefined],
      ]);
      // Causes add up; a filter finds all rows that have one.
      assert.deepEqual(
        summarize(each).causes.map(({ code, detail, count }) => `${code} ${detail} ${count}`),
        ['missing-key /setup 1', 'wrong-type /stars 1', 'missing-key /stars 1'],
      );
      const rowsOf = (code: string, detail: string) => [
        ...(listedRows(each, { ...everyRow, cause: causeId({ kind: 'error', code, detail }) }, {}, undefined) ?? []),
      ];
      assert.deepEqual(rowsOf('missing-key', '/stars'), [0, 2]);
      assert.deepEqual(rowsOf('wrong-type', '/tags/*'), [0, 2]);
      assert.deepEqual(rowsOf('wrong-type', '/setup'), []);
      const found = textMatcher(each, '/tags');
      assert.deepEqual([0, 1, 2, 3].filter(found), [0, 2]);
    }
  });

  test('verdicts, causes and numbers', async () => {
    const { verdicts, summary } = await verdictsOf(
      vote,
      [
        fenced({ speak: 'hi' }),
        { id: 'b', response: "```json\n{'speak': 'hi'}\n```", model: 'x' },
        { id: 'c', response: fenced({ other: 1 }), model: 'x' },
        { id: 'd', model: 'y' },
        { id: 'e', response: fenced({ speak: ' ' }), model: 'y' },
        { id: 'f', response: fenced({ speak: 'no' }), expected: { speak: 'yes' } },
        { id: 'g', response: fenced({ speak: 'yes' }), expected: '{"speak": "yes"}' },
      ],
      { groupBy: ['model'] },
    );
    assert.deepEqual(
      verdicts.map(({ verdict, code = '' }) => `${verdict} ${code}`.trim()),
      ['ok', 'error single-quotes', 'error missing-key', 'skipped no-response', 'suspicious empty-part', 'ok', 'right'],
    );
    assert.deepEqual(summary.totals, {
      rows: 7,
      skipped: 1,
      untried: 0,
      ok: 3,
      suspicious: 1,
      error: 2,
      right: 1,
      wrong: 1,
    });
    assert.equal(summary.rate, 0.5);
    assert.deepEqual(
      summary.groups.model?.map(({ value, rows, ok }) => [value, rows, ok]),
      [
        [null, 3, 3],
        ['x', 2, 0],
        ['y', 2, 0],
      ],
    );
    assert.deepEqual(summary.causes[0], {
      kind: 'error',
      code: 'single-quotes',
      detail: 'JsonParsingError',
      count: 1,
      example: 1,
    });
    assert.equal(verdicts[1]?.error?.class, 'JsonParsingError');
  });

  test('an answer without text is not an error of a parser that reads texts', async () => {
    const calls = [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }];
    const rows = [
      { message: { content: null, tool_calls: calls } },
      { message: { content: '', tool_calls: calls } },
      { message: { content: '', function_call: { name: 'f', arguments: '{}' } } },
      { message: { content: '', tool_calls: [] } },
      { message: { content: 'hm', tool_calls: calls } },
    ];
    const found: (readonly [string, string | undefined])[] = [];
    for await (const { verdict, code } of evaluate(vote, rows)) found.push([verdict, code]);
    assert.deepEqual(
      found.map(([verdict]) => verdict),
      ['skipped', 'skipped', 'skipped', 'error', 'error'],
    );
    assert.equal(found[1]?.[1], 'no-text');
  });

  test('a refusal is in another cluster than what lacks its code block', async () => {
    const code = definition({ type: 'MarkdownCodeBlockParser', language_name: 'sql' });
    const { verdicts } = await verdictsOf(code, ['SELECT 1;', 'select a,', 'I cannot write this query.']);
    assert.deepEqual(
      verdicts.map(each => each.code),
      ['no-fence', 'no-fence', 'refusal'],
    );
  });

  test('a filter that raises makes an error', async () => {
    const given = definition({ type: 'MarkdownJsonDictParser', keys_to_content: 'speak', keys_to_memory: 'gone' });
    const { verdicts } = await verdictsOf(given, [fenced({ speak: 'hi' })]);
    assert.equal(verdicts[0]?.verdict, 'error');
    assert.equal(verdicts[0]?.code, 'KeyError');
    assert.equal(verdicts[0]?.detail, 'keys_to_memory');
  });

  test('by majority: thirty rows, nine of ten of one kind', async () => {
    const open = definition({ type: 'MarkdownJsonDictParser' });
    const rows = [...Array(29).keys()].map(i => fenced({ n: i }));
    const odd = fenced({ n: 'many' });
    const few = await verdictsOf(open, [...rows.slice(0, 28), odd]);
    assert.equal(few.summary.totals.suspicious, 0);
    const many = await verdictsOf(open, [...rows, odd]);
    assert.equal(many.summary.totals.suspicious, 1);
    assert.deepEqual(
      many.summary.causes.map(({ code, detail, example }) => [code, detail, example]),
      [['odd-type', 'n: number in 96 % of the rows, string here', 29]],
    );
    const off = await verdictsOf(open, [...rows, odd], { off: ['odd-type'] });
    assert.equal(off.summary.totals.suspicious, 0);
    const mixed = await verdictsOf(open, [...rows, odd, odd, odd, odd]);
    assert.equal(mixed.summary.totals.suspicious, 0);
  });

  test('by majority: each part of a value for itself', async () => {
    const open = definition({ type: 'MarkdownJsonDictParser' });
    const rows = Array.from({ length: 29 }, (_, n) => fenced({ n, name: 'x', list: [] }));
    const { summary } = await verdictsOf(open, [...rows, fenced({ n: 'many', name: 'x', list: [] })]);
    assert.deepEqual(
      summary.causes.map(({ detail, count }) => [detail, count]),
      [['n: number in 96 % of the rows, string here', 1]],
    );
  });

  test('by majority: a value that has no parts', async () => {
    const open = definition({ type: 'MarkdownJsonObjectParser' });
    const { summary } = await verdictsOf(open, [...new Array(29).fill(fenced(5)), fenced('x')]);
    assert.deepEqual(
      summary.causes.map(({ code, detail }) => [code, detail]),
      [['odd-type', 'number in 96 % of the rows, string here']],
    );
  });

  test('the place of an error is the first that has the cause which comes most often', async () => {
    const open = definition({ type: 'MarkdownJsonDictParser' });
    const response = "```json\n{\"a\": True, 'speak': 'hi'}\n```";
    const [verdict] = (await verdictsOf(open, [response])).verdicts;
    const start = response.indexOf("'");
    assert.deepEqual([verdict?.code, verdict?.span], ['single-quotes', { start, end: start + 1 }]);
  });

  test('a value that is expected, as data or as its JSON', async () => {
    const open = definition({ type: 'MarkdownJsonDictParser' });
    const rows: [expected: unknown, right: boolean][] = [
      [{ n: 1 }, true],
      ['{"n": 1}', true],
      ['{"n": 2}', false],
      ['{"n"', false],
      [{ n: 2 }, false],
      [1, false],
      [null, false],
    ];
    const { verdicts } = await verdictsOf(
      open,
      rows.map(([expected]) => ({ response: fenced({ n: 1 }), expected })),
    );
    for (const [i, [expected, right]] of rows.entries())
      assert.deepEqual([verdicts[i]?.right, verdicts[i]?.verdict], [right, right ? 'right' : 'ok'], `${expected}`);
  });

  test('what a row shows by itself comes before the majority', async () => {
    const tags = definition({ type: 'RegexTaggedContentParser', try_parse_json: true });
    const rows = [...Array(40).keys()].map(i => `<plan>{"step": ${i}}</plan>`);
    const { summary } = await verdictsOf(tags, [...rows, "<plan>{'step': 1}</plan>", '<plan>stay</plan>']);
    assert.deepEqual(
      summary.causes.map(({ code, detail }) => [code, detail]),
      [
        ['json-kept-as-text', 'single-quotes'],
        ['odd-type', 'plan: object in 95 % of the rows, string here'],
      ],
    );
  });

  test('suspicions can be switched off', async () => {
    const rows = [fenced({ speak: '' })];
    const { summary } = await verdictsOf(vote, rows, { off: ['empty-part'] });
    assert.deepEqual(summary.totals, { rows: 1, skipped: 0, untried: 0, ok: 1, suspicious: 0, error: 0 });
  });

  test('ends before the next row when it is told to', async () => {
    const signal = { aborted: false };
    const evaluation = evaluate(vote, [fenced({ speak: 'a' }), fenced({ speak: 'b' }), fenced({ speak: 'c' })], {
      signal,
    });
    for await (const { place } of evaluation) if (place.line === 2) signal.aborted = true;
    assert.equal(evaluation.summary().totals.rows, 2);
  });

  test('a table packs and appends', async () => {
    const { verdicts } = await verdictsOf(vote, [fenced({ speak: 'a' }), 'x', { id: 'c', response: fenced({}) }]);
    const [one, all] = [new VerdictTable({ keepIds: true }), new VerdictTable({ keepIds: true })];
    for (const verdict of verdicts) one.add({ ...verdict, columns: { model: verdict.verdict } });
    all.append(one.pack());
    all.append(structuredClone(one.pack()));
    assert.equal(all.size, 6);
    for (let i = 0; i < 3; i++) {
      assert.deepEqual({ ...all.row(i + 3), index: i }, one.row(i));
      assert.equal(all.valueAt('model', i + 3), one.valueAt('model', i));
    }
    assert.deepEqual(all.causes, one.causes);
  });

  test('a row of a table has what is known of it, and nothing else', () => {
    const table = new VerdictTable();
    const base = { suspicions: [], columns: {} };
    table.add({ ...base, place: { log: 0, line: 1 }, verdict: 'ok' });
    table.add({ ...base, place: { log: 1, line: 2, start: 5, end: 9, hash: 7 }, verdict: 'right', right: true });
    table.add({ ...base, place: { log: 1, line: 3, start: 0, end: 0 }, verdict: 'ok', right: false });
    table.add({ ...base, place: { log: 1, line: 4 }, verdict: 'error', code: 'E', detail: 'd' });
    assert.deepEqual(
      [0, 1, 2, 3].map(index => table.row(index)),
      [
        { index: 0, place: { log: 0, line: 1 }, verdict: 'ok' },
        { index: 1, place: { log: 1, line: 2, start: 5, end: 9, hash: 7 }, verdict: 'right', right: true },
        { index: 2, place: { log: 1, line: 3, start: 0, end: 0 }, verdict: 'ok', right: false },
        {
          index: 3,
          place: { log: 1, line: 4 },
          verdict: 'error',
          cause: { kind: 'error', code: 'E', detail: 'd' },
        },
      ],
    );
  });

  test('a table has thirty-two columns, or those that it was asked for', () => {
    const names = Array.from({ length: 33 }, (_, i) => `c${i}`);
    const row: RowVerdict = {
      place: { log: 0, line: 1 },
      verdict: 'ok',
      suspicions: [],
      columns: Object.fromEntries(names.map(name => [name, 'x'])),
    };
    const [all, one] = [new VerdictTable(), new VerdictTable({ columns: ['c32'] })];
    all.add(row);
    one.add(row);
    assert.deepEqual(all.columns, names.slice(0, 32));
    assert.deepEqual(one.columns, ['c32']);
  });

  test('a column with too many values is not a column', () => {
    const table = new VerdictTable();
    for (let i = 0; i < 1001; i++)
      table.add({ place: { log: 0, line: i }, verdict: 'ok', suspicions: [], columns: { id: String(i), model: 'x' } });
    assert.deepEqual(table.columns, ['model']);
  });
});

suite('what is measured of rows', () => {
  const answers = [fenced({ speak: 'hi' }), 'no json', fenced({ speak: 'ho' })];
  const rows = answers.map((response, i) => ({ response, place: { log: 0, line: i + 1 }, columns: {} }));
  const timesOf = (verdicts: readonly RowVerdict[]) => verdicts.map(({ measures }) => measures?.judgeMs);

  test('the milliseconds that each took, by the host’s clock, where they are asked for', async () => {
    const times = [0, 1.5, 10, 10.0304, 20, 21];
    const host = { now: () => times.shift()! };
    const judge = createJudge(vote, { measures: ['judgeMs'] }, host);
    const skipped = { place: { log: 0, line: 4 }, columns: {} };
    const verdicts = await judge.all([...rows, skipped]);
    assert.deepEqual(timesOf(verdicts), [1.5, 0.03, 1, undefined]);
    assert.deepEqual(times, []);
    const quiet = await createJudge(vote, {}, { now: () => assert.fail('nobody asks for it') }).all(rows);
    assert(quiet.every(verdict => !('measures' in verdict)));
    assert.deepEqual(timesOf(await createJudge(vote, { measures: ['judgeMs'] }).all(rows)), [
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('what a module reads at once has no times of its own', async () => {
    const custom = definition({ type: 'custom', module: 'm.mjs' });
    const judge = createJudge(custom, { measures: ['judgeMs'] }, { ...upperHost(), now: () => 1 });
    assert.deepEqual(timesOf(await judge.all(rows)), [undefined, undefined, undefined]);
  });

  test('a table keeps what it was asked to, and tells of what some row has', () => {
    const row = (ms?: number): RowVerdict => ({
      place: { log: 0, line: 1 },
      verdict: 'ok',
      suspicions: [],
      columns: {},
      ...(ms !== undefined && { measures: { judgeMs: ms } }),
    });
    const [kept, plain] = [new VerdictTable({ measures: ['judgeMs'] }), new VerdictTable()];
    kept.add(row());
    assert.deepEqual([kept.measures, kept.pack().measures], [[], undefined]);
    for (const table of [kept, plain]) for (const ms of [0.023, undefined, 12_345.678]) table.add(row(ms));
    assert.deepEqual([plain.measures, plain.measuresAt(0), plain.pack().measures], [[], {}, undefined]);
    const copy = new VerdictTable({ measures: ['judgeMs'] });
    copy.append(plain.pack());
    assert.deepEqual(copy.measures, []);
    copy.append(kept.pack(), 1, 4);
    assert.deepEqual(copy.measures, ['judgeMs']);
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map(index => copy.measuresAt(index).judgeMs),
      [undefined, undefined, undefined, 0.023, undefined, 12_345.678],
    );
  });
});

suite('compareVerdicts', () => {
  const row = (line: number, verdict: RowVerdict['verdict'], id?: string) => ({
    log: 0,
    line,
    verdict,
    ...(id !== undefined && { id }),
  });

  test('pairs by id, else by line, and counts flips both ways', () => {
    const before = [row(1, 'ok', 'a'), row(2, 'error', 'b'), row(3, 'ok'), row(4, 'skipped'), row(5, 'suspicious')];
    const now = [
      row(1, 'right', 'b'),
      row(2, 'error', 'a'),
      row(3, 'suspicious'),
      row(4, 'ok'),
      row(5, 'ok'),
      row(6, 'ok'),
    ];
    const { better, worse, paired, flips, totals, p } = compareVerdicts(before, now);
    assert.deepEqual({ better, worse, paired, p }, { better: 2, worse: 2, paired: 4, p: 1 });
    assert.deepEqual(totals, { rows: 5, skipped: 1, untried: 0, ok: 2, suspicious: 1, error: 1 });
    assert.deepEqual(
      flips.map(({ line, id, change }) => [line, id, change]),
      [
        [1, 'b', 'better'],
        [2, 'a', 'worse'],
        [3, undefined, 'worse'],
        [5, undefined, 'better'],
      ],
    );
  });

  test('a row pairs by its line with one that has no id, and not with one of another', () => {
    const pairs: [before: string | undefined, now: string | undefined, paired: number][] = [
      [undefined, 'a', 1],
      ['a', undefined, 1],
      ['a', 'a', 1],
      ['a', 'b', 0],
    ];
    for (const [before, now, paired] of pairs)
      assert.equal(compareVerdicts([row(1, 'error', before)], [row(1, 'ok', now)]).paired, paired, `${before} ${now}`);
  });

  test('a flip tells both verdicts, with their codes', () => {
    const failed = { ...row(1, 'error', 'a'), code: 'JsonParsingError' };
    const { flips } = compareVerdicts([failed], [row(1, 'ok', 'a')]);
    assert.deepEqual(
      flips.map(({ before, now }) => [before, now]),
      [[{ verdict: 'error', code: 'JsonParsingError' }, { verdict: 'ok' }]],
    );
  });

  test('what came to each cause and went from it, also where no row got better or worse', () => {
    const missing = { verdict: 'error', code: 'RequiredFieldNotFoundError' } as const;
    const value = { verdict: 'error', code: 'ValueError', detail: 'sender' } as const;
    const odd = { verdict: 'suspicious', code: 'ValueError', detail: 'sender' } as const;
    const fine = { verdict: 'ok' } as const;
    const pairs = [
      [missing, value],
      [missing, value],
      [missing, missing],
      [value, odd],
      [fine, { ...value, detail: 'x' }],
      [value, fine],
      [{ verdict: 'skipped', code: 'no-text' }, value],
    ] as const;
    const rows = (side: 0 | 1) => pairs.map((pair, line) => ({ log: 0, line, ...pair[side] }));
    const { better, worse, moved, causes } = compareVerdicts(rows(0), rows(1));
    assert.deepEqual({ better, worse, moved }, { better: 1, worse: 1, moved: 3 });
    assert.deepEqual(
      causes.map(({ kind, code, detail, before, now, came, went }) => [kind, code, detail, before, now, came, went]),
      [
        ['error', 'ValueError', 'sender', 2, 2, 2, 2],
        ['error', 'RequiredFieldNotFoundError', undefined, 3, 1, 0, 2],
        ['suspicious', 'ValueError', 'sender', 0, 1, 1, 0],
        ['error', 'ValueError', 'x', 0, 1, 1, 0],
      ],
    );
  });

  test('an id that comes twice pairs by its line', () => {
    const before = [row(1, 'ok', 'a'), row(2, 'error', 'a')];
    const { better, worse, paired } = compareVerdicts(before, [row(1, 'ok', 'a'), row(2, 'ok', 'a')]);
    assert.deepEqual({ better, worse, paired }, { better: 1, worse: 0, paired: 2 });
  });
});
