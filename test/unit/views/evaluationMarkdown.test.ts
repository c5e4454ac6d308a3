import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type EvaluationFile, wilsonInterval } from '../../../src/engine/index.ts';
import {
  causeSentence,
  comparisonLine,
  evaluationCounts,
  evaluationHeadline,
  evaluationMarkdown,
  fallbackText,
  leftOutText,
  pText,
} from '../../../src/views/evaluationMarkdown.ts';

const headline = (ok: number, rows: number) => {
  const totals = { rows, skipped: 0, untried: 0, ok, suspicious: 0, error: rows - ok };
  return evaluationHeadline({ totals, rate: ok / rows, interval: wilsonInterval(ok, rows) });
};

suite('the numbers of an evaluation in words', () => {
  test('what is not whole is never shown as 0 or 100 %, also in the interval', () => {
    assert.equal(headline(59_991, 60_000), '99.9 % ok (95 % interval 99.9 – 99.9 %)');
    assert.equal(headline(1, 60_000), '0.1 % ok (95 % interval 0.1 – 0.1 %)');
    assert.equal(headline(60_000, 60_000), '100.0 % ok (95 % interval 99.9 – 100.0 %)');
    assert.equal(headline(0, 10), '0.0 % ok (95 % interval 0.0 – 27.8 %)');
  });

  test('a rate lies inside the interval that is printed with it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (rows, share) => {
        const [rate = 0, low = 0, high = 0] = (headline(Math.round(share * rows), rows).match(/[\d.]+(?= [–%])/g) ?? [])
          .filter(number => number !== '95')
          .map(Number);
        assert.ok(low <= rate && rate <= high, `${low} ${rate} ${high}`);
      }),
    );
  });

  test('rows that were kept from being read are counted apart from those without a response', () => {
    const totals = { rows: 9, untried: 0, skipped: 5, ok: 4, suspicious: 0, error: 0 };
    assert.match(evaluationCounts(totals), / · 5 without a response$/);
    assert.match(
      evaluationCounts({ ...totals, unread: 3 }),
      / · 2 without a response · 3 not read: time or memory ran out$/,
    );
  });

  const none = { rows: 0, skipped: 0, untried: 0, ok: 0, suspicious: 0, error: 0 };
  const some = { ...none, rows: 2000, skipped: 3, untried: 1, ok: 1900, suspicious: 1, error: 95 };
  const interval = [0.25, 0.75] as const;

  test('every number has its word, and what there is none of has none', () => {
    assert.equal(evaluationCounts(none), '0 rows · 0 ok · 0 suspicious · 0 errors · 0 without a response');
    assert.equal(
      evaluationCounts({ ...some, rows: 1, error: 1, unread: 1, cut: 2, right: 3, wrong: 4 }),
      '1 row · 1,900 ok · 1 suspicious · 1 error · 2 without a response · 1 not tried: too many rows near them ran into the time limit · 1 not read: time or memory ran out · 2 cut off by the limit of tokens · 3 right, 4 wrong',
    );
    assert.deepEqual([leftOutText(), leftOutText(0)], [undefined, undefined]);
    assert.match(leftOutText(1) ?? '', /^1 row is left out/);
    assert.match(leftOutText(1200) ?? '', /^1,200 rows are left out/);
    assert.deepEqual([pText(0.001), pText(0.0009)], ['p = 0.001', 'p < 0.001']);
    assert.match(causeSentence('missing-comma') ?? '', /^Two members/);
    assert.match(causeSentence('odd-type') ?? '', /./);
    assert.deepEqual([causeSentence('toString'), causeSentence('JsonParsingError')], [undefined, undefined]);
  });

  test('the first line: without a rate, and where questions were asked again', () => {
    const of = (more: Partial<EvaluationFile>) => evaluationHeadline({ totals: none, rate: null, interval, ...more });
    const withRetries = { ...none, rate: 0.5, interval };
    assert.equal(of({}), 'no row has a response');
    assert.equal(of({ totals: some }), 'no row was tried');
    assert.equal(of({ rate: 0.5 }), '50.0 % ok (95 % interval 25.0 – 75.0 %)');
    assert.equal(of({ withRetries: { ...withRetries, rate: null } as never }), 'no row has a response');
    assert.equal(
      of({ rate: 0.5, withRetries: { ...withRetries, rate: null } as never }),
      '50.0 % ok at first (95 % interval 25.0 – 75.0 %)',
    );
    const after = '50.0 % ok with retries (95 % interval 25.0 – 75.0 %)';
    assert.equal(of({ withRetries: withRetries as never }), `no first answer · ${after}`);
    assert.equal(
      of({ rate: 1, withRetries: withRetries as never }),
      `100.0 % ok at first (95 % interval 25.0 – 75.0 %) · ${after}`,
    );
  });

  test('a comparison in one line', () => {
    const parser = { file: 'a', name: 'b', type: 'c' };
    const line = (more: object) => comparisonLine({ parser, totals: some, rate: 0.5, ...more });
    assert.equal(line({}), '50.0 % of 1,996');
    assert.equal(comparisonLine({ parser, totals: none }), '– of 0');
    assert.equal(line({ better: 1, note: 'other rows' }), '50.0 % of 1,996; other rows');
    assert.equal(line({ better: 1, worse: 2, p: 0.5 }), '50.0 % of 1,996; better 1 · worse 2 · p = 0.500');
    assert.equal(
      line({ better: 1, worse: 2, moved: 3, paired: 1995 }),
      '50.0 % of 1,996 (1,995 are in both); better 1 · worse 2 · other cause 3 · p = 1.000',
    );
    assert.equal(
      line({ better: 1, worse: 2, moved: 0, paired: 1996 }),
      '50.0 % of 1,996; better 1 · worse 2 · p = 1.000',
    );
  });

  test('what a framework sends again in silence', () => {
    assert.deepEqual(
      [fallbackText(undefined, 1), fallbackText({ reader: 'R', requests: 0 }, 1)],
      [undefined, undefined],
    );
    assert.match(
      fallbackText({ reader: 'R', requests: 1 }, 1) ?? '',
      /^After 1 of 1 answer the .*with R, and says nothing of it\. /,
    );
    const tokens = { counter: 'c', request: 1000, all: 2000 };
    assert.match(
      fallbackText({ reader: 'R', requests: 2, tokens }, 3) ?? '',
      /^After 2 of 3 answers .* of it: 2 × 1,000 = 2,000 tokens without inputs \(c\)\. /,
    );
  });

  test('all of it in Markdown: what others wrote is code', () => {
    const place = { log: 'l', line: 7 };
    const change = {
      ...place,
      before: { verdict: 'ok' },
      now: { verdict: 'error', code: 'e`e' },
      change: 'worse',
    } as const;
    const cause = { kind: 'suspicious', code: 's', before: 1, now: 2, came: 1, went: 0 } as const;
    const log = { path: 'l', field: 'r' };
    const file = {
      parser: { file: 'a', name: 'b', type: 'T' },
      logs: [log, log, log, log, log, log],
      totals: some,
      rate: 0.5,
      interval,
      leftOut: 1,
      cancelled: true,
      groups: {
        'a|b': [
          { ...some, value: null, rate: 0.5, interval },
          { ...none, value: 'x|y', rate: null, interval },
        ],
      },
      causes: [
        { kind: 'error', code: 'e', count: 1000, example: place },
        { kind: 'suspicious', code: 's', detail: `\n${'d'.repeat(200)}`, count: 1, example: place },
      ],
      compare: {
        parser: { file: 'a', name: '', type: 'T' },
        totals: some,
        rate: 0.5,
        causes: [cause, { ...cause, came: 0 }],
        flips: [change],
      },
      baseline: { parser: { file: 'a', name: 'c', type: 'T' }, totals: some, rate: 0.5 },
    } as unknown as EvaluationFile;
    assert.equal(
      evaluationMarkdown(file, 'a ``` b'),
      `### ParserLens: 50.0 % ok (95 % interval 25.0 – 75.0 %)

\` a#b \` (T) over \` l \` at \` r \`, \` l \` at \` r \`, \` l \` at \` r \`, \` l \` at \` r \`, \` l \` at \` r \` and 1 more: ${evaluationCounts(some)}. **Cancelled: these are the rows until then.** ${leftOutText(1)}

| \` a\\|b \` | ok | rows | suspicious | errors | 95 % interval |
| --- | --- | --- | --- | --- | --- |
| – | 50.0 % | 2,000 | 1 | 95 | 25.0 – 75.0 % |
| \` x\\|y \` | – | 0 | 0 | 0 | 25.0 – 75.0 % |

|  | cause |  | rows | first |
| --- | --- | --- | --- | --- |
| ✗ | \` e \` |  | 1,000 | \` l:7 \` |
| ⚠ | \` s \` | \` \\n${'d'.repeat(199)}… \` | 1 | \` l:7 \` |

Compared with \` a \`: 50.0 % of 1,996

|  | cause |  | before | now |
| --- | --- | --- | --- | --- |
| ⚠ | \` s \` |  | 1 | 2 |

|  | row | before | now |
| --- | --- | --- | --- |
| worse | \` l:7 \` | \` ok \` | \`\` e\`e \`\` |

Before \` a#c \`: 50.0 % of 1,996

<details><summary>Instruction</summary>

\`\`\`\`text
a \`\`\` b
\`\`\`\`

</details>
`,
    );
    const { compare: _, baseline: __, cancelled: ___, ...rest } = file;
    const plain = { ...rest, logs: [log], leftOut: 0, causes: [], groups: {} } as unknown as EvaluationFile;
    assert.equal(
      evaluationMarkdown(plain),
      `### ParserLens: 50.0 % ok (95 % interval 25.0 – 75.0 %)

\` a#b \` (T) over \` l \` at \` r \`: ${evaluationCounts(some)}.
`,
    );
    const many = Array.from({ length: 101 }, (_, i) => ({ kind: 'error', code: `c${i}`, count: 1, example: place }));
    const long = evaluationMarkdown({ ...plain, causes: many as never });
    assert.match(long, /\| ✗ \| ` c99 ` \|[^\n]*\n\n1 more are left out\.\n$/);
    const whole = evaluationMarkdown({ ...plain, causes: many.slice(1) as never });
    assert.doesNotMatch(whole, /left out/);
  });
});
