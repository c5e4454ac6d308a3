import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Host, summarize, VerdictTable, verdicts } from '../../../../src/engine/index.ts';
import { type BatchJudge, createBatchJudge, type JudgingPlan } from '../../../../src/portable/logs/batchJudge.ts';
import type { JudgedBatch } from '../../../../src/portable/logs/fold.ts';
import { type JudgeLogsOptions, judgeLogs, type LogInput, totalOf } from '../../../../src/portable/logs/judgeLogs.ts';
import type { LogSource } from '../../../../src/portable/logs/logSource.ts';
import { type RecordFilter, shardFilter } from '../../../../src/portable/logs/shard.ts';
import { PatternQueue } from '../../../../src/portable/patterns/patternQueue.ts';

/** A host as there is one in each thread: its patterns do not end in time on texts with `slow`, and it gives up after some of them. */
function threadHost(tried: string[] = []): Host {
  const patterns = new PatternQueue(async () => ({
    async ask({ source, flags, text, groups }) {
      tried.push(text);
      if (text.includes('slow')) return undefined;
      const spans: number[] = [];
      for (const { index, 0: all, indices } of text.matchAll(new RegExp(source, `${flags.replace('g', '')}dg`)))
        spans.push(index, index + all.length, ...groups.flatMap(group => indices![group] ?? [-1, -1]));
      return { spans: Int32Array.from(spans) };
    },
    terminate() {},
  }));
  return { runPattern: (job, limitMs) => patterns.run(job, limitMs) };
}

const definition = (name: string) => ({
  name,
  fileName: 'x.parser.json',
  text: JSON.stringify({
    parsers: {
      [name]: {
        type: 'RegexTaggedContentParser',
        tagged_content_pattern: '<(?P<name>[a-z]+)>(?P<content>.*?)</x>',
        format_instruction: 'x',
      },
    },
  }),
});

const plan: JudgingPlan = { definitions: [definition('tags')], table: {} };

/** Rows of a log: of each `every`-th the pattern does not end. */
function rowsOf(count: number, every: number): readonly string[] {
  return Array.from({ length: count }, (_, i) =>
    i % 11 === 3 ? '' : `<a>${i}${i % every === 0 ? ' slow' : ''}${'.'.repeat((i * 37) % 900)}</x>`,
  );
}

const logs = [rowsOf(900, 10), rowsOf(70, 3), rowsOf(500, 1000), rowsOf(333, 7)];

/** The verdicts that rows have by what is promised: five limits within 64 records of a log, and the rest of these is not tried. */
function wanted(): readonly string[] {
  return logs.flatMap((rows, log) => {
    let limits = 0;
    return rows.map((response, i) => {
      if (i % 64 === 0) limits = 0;
      const verdict =
        response === '' ? 'skipped' : limits >= 5 ? 'untried' : response.includes('slow') ? (limits++, 'error') : 'ok';
      return `${log}:${i + 1} ${verdict}`;
    });
  });
}

function sourceOf(text: string): LogSource {
  const bytes = new TextEncoder().encode(text);
  return {
    total: bytes.length,
    async *chunks() {
      for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
    },
    facts: () => ({ size: bytes.length, sha256: 'x' }),
  } as unknown as LogSource;
}

const inputs: readonly LogInput[] = logs.map((rows, i) => {
  const text = rows.map(response => `${JSON.stringify({ response: response || null })}\n`).join('');
  return { path: `${i}.jsonl`, name: `${i}.jsonl`, source: sourceOf(text), size: text.length };
});

function judged(options: Partial<JudgeLogsOptions> = {}) {
  return judgeLogs(inputs, plan, { host: threadHost(), threads: 0, again: async () => undefined, ...options });
}

function verdictsOf(table: VerdictTable): readonly string[] {
  return Array.from({ length: table.size }, (_, i) => {
    const { place, verdict } = table.row(i);
    return `${place.log}:${place.line} ${verdict}`;
  });
}

/** Threads of which the first that is free judges, the later ones faster. */
function threads(count: number): Pick<JudgeLogsOptions, 'threads' | 'startThreads'> {
  const free: BatchJudge[] = Array.from({ length: count }, () => createBatchJudge(plan, threadHost()));
  const waiting: ((judge: BatchJudge) => void)[] = [];
  return {
    threads: count,
    startThreads: () => ({
      async judge(batch, logPlan) {
        const judge = free.pop() ?? (await new Promise<BatchJudge>(resolve => waiting.push(resolve)));
        const result = await judge(batch, logPlan);
        const next = waiting.pop();
        if (next) next(judge);
        else free.push(judge);
        return result;
      },
      async dispose() {},
    }),
  };
}

const logPlan = { log: 0, framing: { kind: 'lines' }, reading: { reader: 'json', field: 'response' } } as const;
const batchOf = (some: readonly string[]) => {
  const bytes = some.map(text => new TextEncoder().encode(text));
  let end = 0;
  return {
    bytes: Uint8Array.from(bytes.flatMap(each => [...each])),
    ends: Uint32Array.from(bytes.map(each => (end += each.length))),
    lines: Uint32Array.from(some.map((_, i) => i + 1)),
    starts: Float64Array.from(some.map((_, i) => i)),
    lengths: Uint32Array.from(bytes.map(each => each.length)),
    blocks: new Uint32Array(some.length),
  };
};

suite('the bytes of logs', () => {
  test('are those of all of them, and unknown where those of one are', () => {
    const withTotal = (total: number | undefined) => ({ source: { total } }) as LogInput;
    equal(totalOf([3, 4].map(withTotal)), 7);
    equal(totalOf([3, undefined, 4].map(withTotal)), undefined);
    equal(totalOf([]), 0);
  });
});

suite('rows that are not tried', () => {
  test('are the same however many threads there are', async () => {
    for (const count of [0, 1, 2, 5]) {
      const { tables } = await judged(count === 0 ? {} : threads(count));
      deepEqual(verdictsOf(tables[0]!), wanted(), `${count} threads`);
    }
  });

  test('are the same in all shards together', async () => {
    for (const of of [2, 3, 7]) {
      const rows: string[] = [];
      for (let index = 1; index <= of; index++) {
        const { tables } = await judged({ filter: shardFilter({ index, of }, undefined) });
        ok(tables[0]!.size < wanted().length);
        rows.push(...verdictsOf(tables[0]!));
      }
      deepEqual(rows.sort(), [...wanted()].sort(), `${of} shards`);
    }
  });

  test('are the same when a run goes on where another ended', async () => {
    const batches: JudgedBatch[] = [];
    await judged({ onBatch: batch => batches.push(batch) });
    ok(batches.length > 4);
    for (let end = 1; end < batches.length; end++) {
      const before = batches.slice(0, end);
      const { log: lastLog, start: lastStart } = before.at(-1)!.last;
      const filter: RecordFilter = {
        reads: () => true,
        keeps: (log, { start }) => log > lastLog || (log === lastLog && start > lastStart),
      };
      const { tables } = await judged({ before, filter });
      deepEqual(verdictsOf(tables[0]!), wanted(), `after ${end} batches`);
    }
  });

  test('are given up one by one definition, and tried by the other', async () => {
    const tried: string[] = [];
    const both = {
      ...plan,
      definitions: [definition('tags'), { ...definition('plain'), text: '{"parsers":{"plain":{"type":"identity"}}}' }],
    };
    const { tables } = await judgeLogs(inputs, both, {
      host: threadHost(tried),
      threads: 0,
      again: async () => undefined,
    });
    deepEqual(verdictsOf(tables[0]!), wanted());
    equal(summarize(tables[1]!).totals.untried, 0);
    const slow = tried.filter(text => text.includes('slow'));
    equal(slow.length, wanted().filter(row => row.endsWith('error')).length);
  });

  test('of a batch that ends within a block count those of the batch before', async () => {
    const judge = createBatchJudge(plan, threadHost());
    const texts = Array.from({ length: 12 }, (_, i) => `${JSON.stringify({ response: `<a>slow ${i}</x>` })}`);
    const first = await judge(batchOf(texts.slice(0, 3)), logPlan);
    deepEqual(first.limits, [3]);
    const second = await judge({ ...batchOf(texts.slice(3)), limits: first.limits }, logPlan);
    deepEqual(
      Array.from(second.verdicts[0]!.verdicts, number => verdicts[number]),
      ['error', 'error', ...Array.from({ length: 7 }, () => 'untried')],
    );
  });

  test('are known to a host that runs modules: it hears how many limits their block has left', async () => {
    const heard: (number | undefined)[] = [];
    const host: Host = {
      runModule: async () => undefined,
      async runModules(jobs, _limitMs, mostTimeouts) {
        heard.push(mostTimeouts);
        return jobs.map(() => ({ ok: true as const, value: null, called: true }));
      },
    };
    const text = JSON.stringify({ parsers: { m: { type: 'custom', module: './m.mjs' } } });
    const judge = createBatchJudge({ definitions: [{ name: 'm', fileName: '/x.parser.json', text }], table: {} }, host);
    const batch = batchOf(Array.from({ length: 3 }, () => '{"response": "a"}'));
    for (const limits of [[], [2], [4], [5]]) await judge({ ...batch, limits }, logPlan);
    deepEqual(heard, [5, 3, 1]);
  });

  test('are outside of the share', async () => {
    const { tables } = await judged();
    const { totals, rate, skips, causes } = summarize(tables[0]!);
    equal(totals.rows, totals.skipped + totals.untried + totals.ok + totals.suspicious + totals.error);
    equal(rate, totals.ok / (totals.ok + totals.suspicious + totals.error));
    ok(totals.untried > 100);
    deepEqual(
      skips.map(({ code }) => code),
      ['no-response'],
    );
    ok(causes.every(({ count }) => count === totals.error));
    const packed = new VerdictTable();
    packed.append(tables[0]!.pack());
    deepEqual(packed.row(verdictsOf(packed).findIndex(row => row.endsWith('untried'))).cause, {
      kind: 'untried',
      code: 'given-up',
    });
  });
});
