import assert from 'node:assert/strict';
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { type EvaluationFile, readEvaluation } from '../../../src/engine/index.ts';
import { runCli } from './runCli.ts';

const definition = {
  parsers: {
    vote: {
      type: 'MarkdownJsonDictParser',
      content_hint: { speak: 'what you say', vote: 'A, B or C' },
      required_keys: ['speak'],
    },
    loose: { type: 'MarkdownJsonObjectParser' },
    tags: { type: 'RegexTaggedContentParser', required_keys: ['plan'] },
    slow: {
      type: 'RegexTaggedContentParser',
      tagged_content_pattern: '<(?P<name>(a+)+)>(?P<content>.*?)</x>',
      format_instruction: 'x',
    },
  },
};
const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const rows = [
  { id: 'a', model: 'heron', response: fenced({ speak: 'hi', vote: 'A' }) },
  { id: 'b', model: 'heron', response: "```json\n{'speak': 'hi'}\n```" },
  { id: 'c', model: 'wren', response: fenced({ vote: 'B' }) },
  { id: 'd', model: 'wren', response: fenced({ speak: 'hi', vote: 'Q' }) },
  { id: 'e', model: 'wren' },
];
const jsonl = (items: readonly unknown[]) => items.map(item => `${JSON.stringify(item)}\n`).join('');

suite('parserlens evaluate', () => {
  let folder = '';
  const evaluate = (args: string, input = '') => runCli(folder, `evaluate ${args}`, input);
  const json = async (args: string, input = ''): Promise<EvaluationFile> => {
    const { code, out, err } = await evaluate(`${args} --json`, input);
    assert.notEqual(code, 2, err);
    const read = readEvaluation(out);
    assert('evaluation' in read, JSON.stringify(read));
    return read.evaluation;
  };

  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-'));
    await writeFile(join(folder, 'w.parser.json'), JSON.stringify(definition));
    await writeFile(join(folder, 'log.jsonl'), `${jsonl(rows.slice(0, 3))}broken {\n${jsonl(rows.slice(3))}`);
  });

  teardown(() => rm(folder, { recursive: true }));

  test('a call that Gemini could not read counts as an error with its own words, and not as an empty response', async () => {
    const answer = (finishReason: string, more: object = {}) => ({
      candidates: [{ content: { parts: [] }, finishReason, ...more }],
    });
    const finishMessage = 'Malformed function call: print(f(';
    await writeFile(
      join(folder, 'gemini.jsonl'),
      jsonl([
        answer('MALFORMED_FUNCTION_CALL', { finishMessage }),
        answer('MALFORMED_FUNCTION_CALL'),
        { id: 'e', response: null },
      ]),
    );
    for (const parser of ['vote', 'tags']) {
      const { out } = await evaluate(`gemini.jsonl --parser w.parser.json#${parser}`);
      assert.match(out, /malformed-call/);
      assert.match(out, /print\(f\(/);
      assert.match(out, /2 errors · 1 without a response/);
      assert.doesNotMatch(out, /empty-response/);
    }
  });

  test('a report has no heading above nothing', async () => {
    await writeFile(join(folder, 'good.jsonl'), jsonl(rows.slice(0, 1)));
    const good = (await evaluate('good.jsonl --parser w.parser.json#vote')).out;
    assert.match(good, /100\.0 %/);
    assert.doesNotMatch(good, /Causes/);
    const none = (await evaluate('- --parser w.parser.json#vote', '{"id": "a", "response": null}\n')).out;
    assert.doesNotMatch(none, /NaN|█/);
    const compared = (await evaluate('log.jsonl --parser w.parser.json#loose --compare w.parser.json#vote')).out;
    assert.match(compared, /[↑↓] log\.jsonl:\d/);
    assert.doesNotMatch(compared, /\d more$/m);
  });

  test('totals, rate, interval, causes and groups', async () => {
    const { code, out, err } = await evaluate('log.jsonl --parser w.parser.json#vote --group-by model --json');
    assert.equal(code, 0, err);
    const { parser, logs, totals, rate, interval, causes, groups, skips } = JSON.parse(out) as EvaluationFile;
    assert.deepEqual([parser.file, parser.name, parser.type], ['w.parser.json', 'vote', 'MarkdownJsonDictParser']);
    assert.deepEqual([logs[0]?.path, logs[0]?.reader, logs[0]?.field], ['log.jsonl', 'json', 'response']);
    assert.equal(logs[0]?.size, (await readFile(join(folder, 'log.jsonl'))).length);
    assert.match(logs[0]?.sha256 ?? '', /^[0-9a-f]{64}$/);
    assert.deepEqual(totals, { rows: 6, skipped: 2, untried: 0, ok: 1, suspicious: 1, error: 2 });
    assert.equal(rate, 0.25);
    assert.deepEqual(
      interval.map(each => each.toFixed(6)),
      ['0.045587', '0.699358'],
    );
    assert.deepEqual(causes, [
      {
        kind: 'error',
        code: 'single-quotes',
        detail: 'JsonParsingError',
        count: 1,
        example: { log: 'log.jsonl', line: 2 },
      },
      { kind: 'error', code: 'missing-key', detail: '/speak', count: 1, example: { log: 'log.jsonl', line: 3 } },
      { kind: 'suspicious', code: 'outside-hint', detail: 'vote', count: 1, example: { log: 'log.jsonl', line: 5 } },
    ]);
    assert.deepEqual(
      skips?.map(({ code, example }) => [code, example.line]),
      [
        ['not-json', 4],
        ['no-response', 6],
      ],
    );
    assert.deepEqual(
      groups.model?.map(({ value, rows, ok, rate }) => [value, rows, ok, rate]),
      [
        ['wren', 3, 0, 0],
        ['heron', 2, 1, 0.5],
        [null, 1, 0, null],
      ],
    );
    for (const { response } of rows)
      if (response !== undefined) assert(!out.includes(JSON.stringify(response).slice(1, -1)), 'no response is in it');
  });

  test('threads and this thread give the same', async () => {
    await writeFile(
      join(folder, 'many.jsonl'),
      jsonl([...Array(500).keys()].flatMap(i => rows.map(row => ({ ...row, id: `${row.id}${i}` })))),
    );
    const [one, two] = [
      await json('many.jsonl --parser w.parser.json#vote --threads 0'),
      await json('many.jsonl --parser w.parser.json#vote --threads 2'),
    ];
    assert.deepEqual(two, one);
    assert.equal(one.totals.rows, 2500);
  }).timeout(60_000);

  test('gates', async () => {
    const at = (args: string) => evaluate(`log.jsonl --parser w.parser.json#vote ${args}`).then(({ code }) => code);
    assert.equal(await at('--strict'), 2);
    assert.equal(await at('--min-rate 0.25'), 0);
    assert.equal(await at('--min-rate 25%'), 0);
    assert.equal(await at('--min-rate 0.26'), 1);
    assert.equal(await at('--min-rate 0.2 --strict'), 1);
    assert.equal(await at('--min-rate 0.04 --strict'), 0);
    assert.equal(await at('--min-rate 25'), 2);
    assert.equal(await at('--off outside-hint --min-rate 0.5'), 0);
    assert.equal(await at('--off nothing'), 2);
    const odd = [...Array(30).keys()].map(n => ({ response: fenced({ speak: 'hi', n: n || 'none' }) }));
    await writeFile(join(folder, 'log.jsonl'), jsonl(odd));
    assert.equal(await at('--min-rate 1'), 1);
    assert.equal(await at('--min-rate 1 --off odd-type'), 0);
  });

  test('a comparison lists flips both ways', async () => {
    const { compare } = await json('log.jsonl --parser w.parser.json#loose --compare w.parser.json#vote');
    assert.deepEqual([compare?.better, compare?.worse, compare?.paired, compare?.p], [2, 0, 4, 0.5]);
    assert.deepEqual(
      compare?.flips?.map(({ line, change, before, now }) => [line, change, before.code, now.verdict]),
      [
        [3, 'better', 'missing-key', 'ok'],
        [5, 'better', 'outside-hint', 'ok'],
      ],
    );
    assert.equal(compare?.totals.ok, 1);
  });

  test('a baseline with rows: whatever got worse is listed, also without the log', async () => {
    const first = await evaluate(
      'log.jsonl --parser w.parser.json#loose --out before.evaluation.json --rows before.rows.jsonl',
    );
    assert.equal(first.code, 0, first.err);
    assert.deepEqual(
      (await readFile(join(folder, 'before.rows.jsonl'), 'utf8'))
        .split('\n')
        .slice(0, 2)
        .map(line => JSON.parse(line)),
      [
        { id: 'a', line: 1, verdict: 'ok' },
        { id: 'b', line: 2, verdict: 'error', code: 'single-quotes' },
      ],
    );
    // Rows of another log pair by their ids.
    await writeFile(join(folder, 'log.jsonl'), jsonl([...rows].reverse()));
    for (const baseline of ['before.evaluation.json', 'before.rows.jsonl']) {
      const { code, out } = await evaluate(`log.jsonl --parser w.parser.json#vote --json --baseline ${baseline}`);
      assert.equal(code, 1);
      const { worse, better, flips } = (JSON.parse(out) as EvaluationFile).baseline!;
      assert.deepEqual([better, worse, flips?.map(({ id }) => id)], [0, 2, ['d', 'c']]);
    }
    const same = await evaluate('log.jsonl --parser w.parser.json#loose --baseline before.evaluation.json');
    assert.equal(same.code, 0);
  });

  test('a baseline without rows reads the same log again, and compares only totals where it changed', async () => {
    await evaluate('log.jsonl --parser w.parser.json#loose --out before.evaluation.json');
    const { code, out } = await evaluate(
      'log.jsonl --parser w.parser.json#vote --json --baseline before.evaluation.json',
    );
    assert.equal(code, 1);
    assert.equal((JSON.parse(out) as EvaluationFile).baseline?.worse, 2);
    await appendFile(join(folder, 'log.jsonl'), jsonl([rows[1]]));
    const changed = await evaluate('log.jsonl --parser w.parser.json#vote --json --baseline before.evaluation.json');
    assert.equal(changed.code, 1);
    const { note, worse } = (JSON.parse(changed.out) as EvaluationFile).baseline!;
    assert.match(note ?? '', /another one now/);
    assert.equal(worse, undefined);
  });

  test('a baseline of which no row is there any more compares the shares, and says so', async () => {
    const before = 'log.jsonl --parser w.parser.json#vote --out before.evaluation.json --rows before.rows.jsonl';
    assert.equal((await evaluate(before)).code, 0);
    const renamed = rows.map(row => ({ ...row, id: `${row.id}2` }));
    await writeFile(join(folder, 'log.jsonl'), jsonl([{ ...renamed[0], response: 'no' }, ...renamed.slice(1)]));
    const { code, out } = await evaluate(
      'log.jsonl --parser w.parser.json#vote --json --baseline before.evaluation.json',
    );
    const { note, worse, rate } = (JSON.parse(out) as EvaluationFile).baseline!;
    assert.deepEqual([code, worse, rate], [1, undefined, 0.25]);
    assert.match(note ?? '', /no row of it is in the log now/);
  });

  test('rows that are not in both are told', async () => {
    const before = 'log.jsonl --parser w.parser.json#vote --out before.evaluation.json --rows before.rows.jsonl';
    assert.equal((await evaluate(before)).code, 0);
    await writeFile(join(folder, 'log.jsonl'), jsonl(rows.slice(1)));
    const { code, out } = await evaluate('log.jsonl --parser w.parser.json#vote --baseline before.rows.jsonl');
    assert.equal(code, 0);
    assert.match(out, /Before before\.rows\.jsonl: 25\.0 % of 4 \(3 are in both\); better 0 · worse 0/);
  });

  test('a baseline whose definition is none any more, or reads otherwise, compares the shares', async () => {
    await evaluate('log.jsonl --parser w.parser.json#loose --out before.evaluation.json');
    const text = await readFile(join(folder, 'before.evaluation.json'), 'utf8');
    const { parser, ...rest } = JSON.parse(text) as EvaluationFile;
    for (const [definition, expected, ...more] of [
      [{ type: 'Gone' }, /its definition are not at hand/],
      [{ type: 'MultiTaggedContentParser', tagged_contents: [{ name: 'a' }] }, /its definition are not at hand/],
      ['x', /its definition are not at hand/],
      [{ type: 'custom', module: './gone.mjs' }, /its definition was not run: modules run only .* --run-modules,/],
      [{ type: 'custom', module: './gone.mjs' }, /reads the log otherwise now/, '--run-modules'],
      [undefined, /its definition are not at hand/],
    ] as const) {
      const file = { parser: { ...parser, definition }, ...rest };
      await writeFile(join(folder, 'before.evaluation.json'), JSON.stringify(file));
      const { code, out } = await evaluate(
        ['log.jsonl --parser w.parser.json#vote --json --baseline before.evaluation.json', ...more].join(' '),
      );
      const { note, rate } = (JSON.parse(out) as EvaluationFile).baseline!;
      assert.match(note ?? '', expected);
      assert.deepEqual([code, rate], [1, 0.75]);
    }
  }).timeout(60_000);

  test('no report goes to what is read, or to another report', async () => {
    for (const args of [
      '--out log.jsonl',
      '--rows ./w.parser.json',
      '--reporter json=log.jsonl',
      '--out x.json --rows x.json',
      '--out x.json --reporter markdown=x.json',
    ]) {
      const { code, err } = await evaluate(`log.jsonl --parser w.parser.json#vote --force ${args}`);
      assert.equal(code, 2, args);
      assert.match(err, /name another file/);
    }
    assert.match(await readFile(join(folder, 'log.jsonl'), 'utf8'), /^\{"id":"a"/);
    // An evaluation may take the place of the one that it is compared with.
    const again = 'log.jsonl --parser w.parser.json#vote --out before.evaluation.json --force';
    assert.equal((await evaluate(again)).code, 0);
    assert.equal((await evaluate(`${again} --baseline before.evaluation.json`)).code, 0);
  });

  test('files are not overwritten without --force', async () => {
    await writeFile(join(folder, 'x.evaluation.json'), 'mine');
    const args = 'log.jsonl --parser w.parser.json#vote --out x.evaluation.json';
    const { code, err } = await evaluate(args);
    assert.equal(code, 2);
    assert.match(err, /Use --force/);
    assert.equal((await evaluate(`${args} --force`)).code, 0);
    assert('evaluation' in readEvaluation(await readFile(join(folder, 'x.evaluation.json'), 'utf8')));
  });

  test('reporters', async () => {
    const { code, out } = await evaluate(
      'log.jsonl --parser w.parser.json#vote --min-rate 0.9 --reporter markdown=x.md --reporter junit=x.xml --reporter github=x.txt --reporter json=x.json',
    );
    assert.equal(code, 1);
    assert.equal(out, '');
    const text = (file: string) => readFile(join(folder, file), 'utf8');
    const markdown = await text('x.md');
    assert.match(markdown, /### ParserLens: 25\.0 % ok \(95 % interval 4\.6 – 69\.9 %\)/);
    assert.match(markdown, /\| ✗ \| ` single-quotes ` \| ` JsonParsingError ` \| 1 \| ` log\.jsonl:2 ` \|/);
    assert.match(markdown, /<summary>Instruction<\/summary>\n\n`{4,}text\n/);
    assert.match(await text('x.xml'), /<failure message="The share of ok rows is 0\.2500, below 0\.9\.">/);
    assert.match(await text('x.txt'), /^::error file=w\.parser\.json,title=min-rate::/);
    assert.match(await text('x.txt'), /^::notice file=log\.jsonl,line=5,title=outside-hint::1 row \(vote\): /m);
  });

  test('on a screen', async () => {
    const { out } = await evaluate('log.jsonl --parser w.parser.json#vote');
    assert.match(out, /25\.0 % ok/);
    assert.match(out, /By model\n {2}wren +[▒░]+ +0\.0 % {2}3\n/);
    assert.match(out, /✗ +1 {2}single-quotes {2}JsonParsingError {3}log\.jsonl:2/);
  });

  test('a field, an expected value, standard input and CSV', async () => {
    const input = jsonl([
      { out: { text: '[1]' }, gold: [1] },
      { out: { text: '[2]' }, gold: '[3]' },
    ]);
    const { totals, logs } = await json('- --parser w.parser.json#loose --field out.text --expected gold', input);
    assert.deepEqual([totals.right, totals.wrong, logs[0]?.field], [1, 1, 'out.text']);
    const given = await evaluate('- --parser w.parser.json#loose --field out.text --expected gold', input);
    assert.doesNotMatch(given.err, /expected/);
    const none = await evaluate('log.jsonl --parser w.parser.json#vote --expected gold');
    assert.match(none.err, /No answer that was read has an expected value at `gold`/);
    await writeFile(join(folder, 'x.csv'), '\ufeffid,answer,model\r\n1,"{""a"":\r\n1}",m\r\n2,"{",m\r\n');
    const csv = await json('x.csv --parser w.parser.json#loose');
    assert.deepEqual(
      [csv.totals.ok, csv.totals.error, csv.logs[0]?.field, csv.causes[0]?.example.line],
      [1, 1, 'answer', 4],
    );
    assert.equal(csv.groups.model?.[0]?.rows, 2);
  });

  test('a folder: its logs, and its texts as one', async () => {
    await mkdir(join(folder, 'runs/deep'), { recursive: true });
    await writeFile(join(folder, 'runs/a.jsonl'), jsonl(['[1]', '{']));
    await writeFile(join(folder, 'runs/deep/b.txt'), '[2]');
    await writeFile(join(folder, 'runs/c.md'), 'no');
    await writeFile(join(folder, 'kept.txt'), '[4]');
    if (process.platform === 'win32') await copyFile(join(folder, 'kept.txt'), join(folder, 'runs/f.txt'));
    else {
      await symlink('../kept.txt', join(folder, 'runs/f.txt'));
      await symlink('..', join(folder, 'runs/up'));
      await symlink('gone', join(folder, 'runs/gone.txt'));
    }
    await writeFile(join(folder, 'runs/d.bin'), 'ab\0c');
    await writeFile(join(folder, 'runs/e.txt'), Buffer.from('\ufeff[3]', 'utf16le'));
    const { totals, logs, causes, skips } = await json('runs --parser w.parser.json#loose');
    assert.deepEqual(totals, { rows: 7, skipped: 1, untried: 0, ok: 4, suspicious: 0, error: 2 });
    assert.deepEqual(
      causes.map(({ example }) => `${example.log}:${example.line}`),
      [`${join('runs', 'a.jsonl')}:2`, 'runs/c.md:1'],
    );
    assert.deepEqual(
      skips?.map(({ example }) => example),
      [{ log: 'runs/d.bin', line: 1 }],
    );
    assert.deepEqual(
      logs.map(({ path }) => path),
      [join('runs', 'a.jsonl'), 'runs'],
    );
  });

  test('UTF-16, bytes that are not UTF-8, an empty log', async () => {
    await writeFile(
      join(folder, 'x.jsonl'),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(jsonl(['["ü"]']), 'utf16le')]),
    );
    assert.equal((await json('x.jsonl --parser w.parser.json#loose')).totals.ok, 1);
    await writeFile(join(folder, 'y.jsonl'), Buffer.from('"[\\"\xfc\\"]"\n"[1]"\n', 'latin1'));
    const { out, err } = await evaluate('y.jsonl --parser w.parser.json#loose --json');
    assert.equal((JSON.parse(out) as EvaluationFile).totals.ok, 2);
    assert.match(err, /1 row has bytes that are not UTF-8/);
    for (const [name, advice] of [
      ['x.zip', /^LogIsCompressed: x\.zip: The log is compressed .* unpack it first\.$/m],
      ['x.eval', /inspect log convert --to json/],
    ] as const) {
      await writeFile(join(folder, name), 'PK\x03\x04');
      const { code, err } = await evaluate(`x.jsonl ${name} --parser w.parser.json#loose`);
      assert.equal(code, 2);
      assert.match(err, advice);
    }
    await writeFile(join(folder, 'y.csv.gz'), gzipSync('id,response\n7,"{""a"": 1}"\n'));
    const unpacked = await json('y.csv.gz --parser w.parser.json#loose');
    assert.deepEqual([unpacked.logs[0]!.field, unpacked.totals.rows], ['response', 1]);
    await writeFile(join(folder, 'z.jsonl'), '');
    const empty = await evaluate('z.jsonl --parser w.parser.json#loose');
    assert.equal(empty.code, 2);
    assert.match(empty.err, /There are no rows/);
  });

  test('empty standard input has no rows', async () => {
    for (const input of ['', ' \n\n']) {
      const { code, err } = await evaluate('- --parser w.parser.json#vote', input);
      assert.equal(code, 2);
      assert.match(err, /There are no rows in -/);
    }
  });

  test('Ctrl+C while nothing comes: what came is judged', async () => {
    const control = new AbortController();
    const input = new PassThrough();
    input.write(jsonl(rows.slice(0, 2)));
    // Once both rows are taken.
    const taking = setInterval(() => {
      if (input.readableLength > 0) return;
      clearInterval(taking);
      setTimeout(() => control.abort(), 100);
    }, 10);
    const { code, out, err } = await runCli(folder, 'evaluate - --parser w.parser.json#vote --json', input, {
      signal: control.signal,
    });
    assert.equal(code, 130, err);
    const { totals, cancelled } = JSON.parse(out) as EvaluationFile;
    assert.deepEqual([totals.rows, cancelled], [2, true]);
  });

  test('no row has a response: the fields are named', async () => {
    const { code, err } = await evaluate(
      '- --parser w.parser.json#vote --field nothing',
      jsonl([{ out: { text: 'a' } }]),
    );
    assert.equal(code, 2);
    assert.match(err, /The only row has no response in - at `nothing`.*`out\.text`/);
    const row = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`field${i}`, 'a text']));
    const many = await evaluate('- --parser w.parser.json#vote --field nothing', jsonl([row, row]));
    assert.match(many.err, /None of the 2 rows has a response/);
    assert.equal(many.err.match(/`field\d+`/g)?.length, 20);
  });

  test('no row has a response: why not', async () => {
    const piece = { object: 'chat.completion.chunk', choices: [{ delta: { content: 'h' } }] };
    const { code, err } = await evaluate('- --parser w.parser.json#vote', jsonl([piece, piece]));
    assert.equal(code, 2);
    assert.match(err, /None of the 2 rows has a response in - at .* 2 × stream-part: The row is a piece of a streamed/);
  });

  test('wrong use', async () => {
    for (const args of [
      'log.jsonl',
      'gone.jsonl --parser w.parser.json#vote',
      'log.jsonl --parser w.parser.json#gone',
      'log.jsonl --parser w.parser.json#vote --field a..b',
      'log.jsonl --parser w.parser.json#vote --group-by nothing',
      'log.jsonl --parser w.parser.json#vote --reporter sarif',
      'log.jsonl --parser w.parser.json#vote --baseline w.parser.json',
    ])
      assert.equal((await evaluate(args)).code, 2, args);
  });

  test('a pattern that never ends is an error of its first rows, the rest of their block is not tried, and the run ends with 1 @slow', async () => {
    const texts = [...Array(12).keys()].map(i => `<${'a'.repeat(40)}${i}`);
    const { code, out } = await evaluate(
      '- --parser w.parser.json#slow --reporter json --reporter markdown=a.md',
      jsonl(texts),
    );
    assert.equal(code, 1);
    const read = readEvaluation(out);
    assert('evaluation' in read);
    const { totals, causes, rate } = read.evaluation;
    assert.match(
      await readFile(join(folder, 'a.md'), 'utf8'),
      /7 not tried[\s\S]*❌ 7 of 12 rows \(58\.3 %\) were not tried/,
    );
    assert.deepEqual([totals.rows, totals.error, totals.untried, rate], [12, 5, 7, 0]);
    assert.deepEqual(
      causes.map(({ code, detail, count }) => [code, detail, count]),
      [['PatternTimeoutError', undefined, 5]],
    );
  }).timeout(60_000);

  test('cancelled: the rows until then, and quickly', async () => {
    await writeFile(
      join(folder, 'many.jsonl'),
      jsonl([...Array(30_000).keys()].map(i => ({ ...rows[1], id: String(i) }))),
    );
    const control = new AbortController();
    setTimeout(() => control.abort(), 1500);
    const { code, out, err } = await runCli(folder, 'evaluate many.jsonl --parser w.parser.json#vote --json', '', {
      signal: control.signal,
    });
    const { totals, cancelled } = JSON.parse(out) as EvaluationFile;
    assert.equal(code, cancelled ? 130 : 0, err);
    assert(totals.rows === totals.skipped + totals.ok + totals.suspicious + totals.error);
    assert(cancelled === true || totals.rows === 30_000);
  }).timeout(60_000);
});
