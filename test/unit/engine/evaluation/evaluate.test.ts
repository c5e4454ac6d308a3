import assert from 'node:assert/strict';
import {
  compareVerdicts,
  type EvaluatedRow,
  evaluate,
  type RowVerdict,
  readDefinitions,
  VerdictTable,
} from '../../../../src/engine/index.ts';

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

suite('evaluate', () => {
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
      [
        'ok',
        'error single-quotes',
        'error RequiredFieldNotFoundError',
        'skipped no-response',
        'suspicious empty-part',
        'ok',
        'right',
      ],
    );
    assert.deepEqual(summary.totals, { rows: 7, skipped: 1, ok: 3, suspicious: 1, error: 2, right: 1, wrong: 1 });
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
    const mixed = await verdictsOf(open, [...rows, odd, odd, odd, odd]);
    assert.equal(mixed.summary.totals.suspicious, 0);
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
    assert.deepEqual(summary.totals, { rows: 1, skipped: 0, ok: 1, suspicious: 0, error: 0 });
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

  test('a column with too many values is not a column', () => {
    const table = new VerdictTable();
    for (let i = 0; i < 1001; i++)
      table.add({ place: { log: 0, line: i }, verdict: 'ok', suspicions: [], columns: { id: String(i), model: 'x' } });
    assert.deepEqual(table.columns, ['model']);
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
    assert.deepEqual(totals, { rows: 5, skipped: 1, ok: 2, suspicious: 1, error: 1 });
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

  test('a flip tells both verdicts, with their codes', () => {
    const failed = { ...row(1, 'error', 'a'), code: 'JsonParsingError' };
    const { flips } = compareVerdicts([failed], [row(1, 'ok', 'a')]);
    assert.deepEqual(
      flips.map(({ before, now }) => [before, now]),
      [[{ verdict: 'error', code: 'JsonParsingError' }, { verdict: 'ok' }]],
    );
  });

  test('an id that comes twice pairs by its line', () => {
    const before = [row(1, 'ok', 'a'), row(2, 'error', 'a')];
    const { better, worse, paired } = compareVerdicts(before, [row(1, 'ok', 'a'), row(2, 'ok', 'a')]);
    assert.deepEqual({ better, worse, paired }, { better: 1, worse: 0, paired: 2 });
  });
});
