import { equal } from 'node:assert/strict';
import { type EvaluationReport, evaluationReporters } from '../../../../src/cli/evaluate/evaluationReporters.ts';
import type { EvaluationFile } from '../../../../src/engine/index.ts';
import { causeSentence, evaluationCounts } from '../../../../src/views/evaluationMarkdown.ts';

const none = { rows: 0, skipped: 0, untried: 0, ok: 0, suspicious: 0, error: 0 };
const totals = { rows: 1210, skipped: 8, untried: 2, ok: 600, suspicious: 300, error: 300 };
const interval = [0.25, 0.75] as const;
const place = { log: 'l', line: 7 };
const flip = { ...place, before: { verdict: 'ok' }, now: { verdict: 'error', code: 'e' }, change: 'worse' };
const change = { kind: 'error', code: 'e', detail: 'd', before: 1000, now: 2, came: 0, went: 998 };
const file = {
  parser: { file: 'p', name: 'n', type: 'T' },
  logs: [{ path: 'l', field: 'response' }],
  totals,
  rate: 0.5,
  interval,
  groups: {
    model: [
      { ...totals, value: 'a\x1b[31mb', rate: 0.5, interval },
      { ...none, value: null, rate: null, interval },
    ],
  },
  causes: [
    { kind: 'error', code: 'missing-comma', detail: 'd', count: 1200, example: place },
    { kind: 'suspicious', code: 's', count: 1, example: place },
  ],
  compare: { parser: { file: 'q', name: '', type: 'T' }, totals, rate: 0.5, causes: [change], flips: [flip] },
} as unknown as EvaluationFile;
const plain = { ...file, groups: {}, causes: [], compare: undefined } as unknown as EvaluationFile;
const gate = { name: 'min-rate', limit: '0.9', missed: 'too <few>' };
const report = (name: string, more: Partial<EvaluationReport> = {}) =>
  evaluationReporters[name]!({ evaluation: file, gates: [], colour: false, ...more });
const headline = '50.0 % ok (95 % interval 25.0 – 75.0 %)';

suite('reports of an evaluation', () => {
  test('on a terminal', () => {
    equal(
      report('pretty', { gates: [gate, { name: 'x', limit: '' }] }),
      `n  T   l · response
${headline}   ${evaluationCounts(totals)}

By model
  a\\u001b[31mb  ████████████▒▒▒▒▒▒░░░░░░   50.0 %  1,210
  –        ░░░░░░░░░░░░░░░░░░░░░░░░        –  0

Causes
  ✗   1,200  missing-comma  d   l:7
  ⚠       1  s   l:7

Compared with q: 50.0 % of 1,200
  ✗ 1,000 → 2  e  d
  ↓ l:7  ok → e

too <few>
`,
    );
  });

  test('on a terminal with colours, and with all that may be said', () => {
    const evaluation = {
      ...plain,
      logs: [file.logs[0], file.logs[0]],
      cancelled: true,
      leftOut: 1,
      tokens: { counter: 'c', answers: 3, mean: 1.25, instruction: 9 },
      baseline: {
        ...file.compare,
        causes: [{ ...change, kind: 'suspicious' }],
        flips: [{ ...flip, change: 'better' }],
      },
    } as unknown as EvaluationFile;
    equal(
      report('pretty', { evaluation, gates: [gate], colour: true }),
      `n  T   2 logs
${headline}   ${evaluationCounts(totals)}
\x1b[33mCancelled: these are the rows until then.\x1b[39m
1 row is left out: the model was asked for another definition of the file.
1.3 tokens per answer, 9 of the instruction (c)

Before q: 50.0 % of 1,200
  \x1b[33m⚠\x1b[39m 1,000 → 2  e  d
  \x1b[32m↑\x1b[39m l:7  ok → e

\x1b[31mtoo <few>\x1b[39m
`,
    );
  });

  test('on a terminal no more than twenty of each', () => {
    const many = <T>(one: T) => Array.from({ length: 21 }, () => one);
    const evaluation = {
      ...file,
      causes: many(file.causes[0]),
      groups: { model: many(file.groups.model![1]) },
      compare: { ...file.compare, flips: many(flip) },
    } as unknown as EvaluationFile;
    const lines = report('pretty', { evaluation }).split('\n');
    equal(lines.filter(line => line === '  1 more').length, 3);
    equal(lines.filter(line => /^ {2}✗ {3}1,200/.test(line)).length, 20);
    equal(lines.filter(line => line.startsWith('  ↓')).length, 20);
  });

  test('for JUnit: a case for each condition', () => {
    const counts = (failures: number) => `tests="1" failures="${failures}" errors="0"`;
    const whole = (failures: number, cases: string) => `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="parserlens" ${counts(failures)}>
  <testsuite name="p#n" ${counts(failures)}>
${cases}    <system-out>${headline}: ${evaluationCounts(totals)}</system-out>
  </testsuite>
</testsuites>
`;
    equal(report('junit'), whole(0, '    <testcase classname="p#n" name="evaluate"/>\n'));
    equal(
      report('junit', { gates: [gate] }),
      whole(
        1,
        `    <testcase classname="p#n" name="min-rate 0.9">
      <failure message="too &lt;few&gt;">too &lt;few&gt;
${headline}: ${evaluationCounts(totals)}</failure>
    </testcase>
`,
      ),
    );
  });

  test('for GitHub: what was missed, and each cause at its first row', () => {
    equal(
      report('github', { gates: [gate, { name: 'x', limit: '' }] }),
      `::error file=p,title=min-rate::too <few>
::warning file=l,line=7,title=missing-comma::1,200 rows (d): ${causeSentence('missing-comma')}
::notice file=l,line=7,title=s::1 row
${headline}: ${evaluationCounts(totals)}
`,
    );
  });

  test('in Markdown with what was missed', () => {
    const text = report('markdown', { evaluation: plain, gates: [gate, { name: 'x', limit: '' }], instruction: 'I' });
    equal(text.endsWith('\n</details>\n\n❌ too <few>\n'), true);
  });
});
