import { type EvaluationFile, oneLine, visible, writeEvaluation } from '../../engine/index.ts';
import {
  causeSentence,
  changedCauses,
  comparedName,
  comparisonLine,
  evaluationCounts,
  evaluationHeadline,
  evaluationMarkdown,
  fallbackText,
  leftOutText,
  percent,
  triedOf,
} from '../../views/evaluationMarkdown.ts';
import { withoutCommands } from '../io.ts';
import { workflowCommand } from '../reporters/github.ts';
import { attribute, xml } from '../reporters/junit.ts';

/** A condition that the evaluation had to meet. */
export interface Gate {
  readonly name: string;
  /** As its user wrote it, or as it is built in. */
  readonly limit: string;
  /** What was missed, in words; absent: it was met. */
  readonly missed?: string;
}

/** What a reporter prints. */
export interface EvaluationReport {
  readonly evaluation: EvaluationFile;
  readonly gates: readonly Gate[];
  readonly instruction?: string;
  readonly colour: boolean;
}

/** Causes and groups that are shown on a terminal, and annotated. */
const maxShown = 20;
const barWidth = 24;

/** What `--reporter` of `evaluate` takes. */
export const evaluationReporters: Readonly<Record<string, (report: EvaluationReport) => string>> = {
  pretty,
  json: ({ evaluation }) => visible(writeEvaluation(evaluation)),
  markdown: ({ evaluation, gates, instruction }) =>
    `${evaluationMarkdown(evaluation, instruction)}${gates.map(({ missed }) => (missed ? `\n❌ ${missed}\n` : '')).join('')}`,
  junit,
  github,
};

function pretty({ evaluation, gates, colour }: EvaluationReport): string {
  const paint = (code: number, text: string) => (colour ? `\x1b[${code}m${text}\x1b[39m` : text);
  const { parser, logs, totals, groups, causes, compare, baseline, tokens, cancelled } = evaluation;
  const leftOut = leftOutText(evaluation.leftOut);
  const fallback = fallbackText(evaluation.fallback, triedOf(totals));
  const lines = [
    `${parser.name}  ${parser.type}   ${logs.length === 1 ? `${logs[0]!.path} · ${logs[0]!.field}` : `${logs.length} logs`}`,
    `${evaluationHeadline(evaluation)}   ${evaluationCounts(totals)}`,
    ...(cancelled ? [paint(33, 'Cancelled: these are the rows until then.')] : []),
    ...(leftOut === undefined ? [] : [leftOut]),
    ...(fallback === undefined ? [] : [fallback]),
    ...(tokens
      ? [
          `${tokens.mean.toFixed(1)} tokens per answer${tokens.instruction === undefined ? '' : `, ${tokens.instruction} of the instruction`} (${tokens.counter})`,
        ]
      : []),
  ];
  for (const [column, rows] of Object.entries(groups)) {
    const width = Math.min(40, Math.max(...rows.slice(0, maxShown).map(({ value }) => (value ?? '–').length)));
    lines.push('', `By ${column}`);
    for (const { value, rate, rows: all, skipped, untried, ok, suspicious } of rows.slice(0, maxShown))
      lines.push(
        `  ${(value ?? '–').slice(0, width).padEnd(width)}  ${bar(ok, suspicious, all - skipped - untried)}  ${percent(rate).padStart(7)}  ${all.toLocaleString('en-US')}`,
      );
    if (rows.length > maxShown) lines.push(`  ${rows.length - maxShown} more`);
  }
  if (causes.length > 0) lines.push('', 'Causes');
  for (const { kind, code, detail, count, example } of causes.slice(0, maxShown)) {
    const mark = kind === 'error' ? paint(31, '✗') : paint(33, '⚠');
    const what = [code, detail].filter(Boolean).join('  ');
    lines.push(`  ${mark} ${count.toLocaleString('en-US').padStart(7)}  ${what}   ${example.log}:${example.line}`);
  }
  if (causes.length > maxShown) lines.push(`  ${causes.length - maxShown} more`);
  for (const [title, comparison] of [
    ['Compared with', compare],
    ['Before', baseline],
  ] as const) {
    if (!comparison) continue;
    lines.push('', `${title} ${comparedName(comparison)}: ${comparisonLine(comparison)}`);
    for (const { kind, code, detail, before, now } of changedCauses(comparison).slice(0, maxShown)) {
      const mark = kind === 'error' ? paint(31, '✗') : paint(33, '⚠');
      const numbers = `${before.toLocaleString('en-US')} → ${now.toLocaleString('en-US')}`;
      lines.push(`  ${mark} ${numbers.padStart(7)}  ${[code, detail].filter(Boolean).join('  ')}`);
    }
    for (const { change, log, line, before, now } of (comparison.flips ?? []).slice(0, maxShown))
      lines.push(
        `  ${change === 'better' ? paint(32, '↑') : paint(31, '↓')} ${log}:${line}  ${before.code ?? before.verdict} → ${now.code ?? now.verdict}`,
      );
    if ((comparison.flips?.length ?? 0) > maxShown) lines.push(`  ${comparison.flips!.length - maxShown} more`);
  }
  for (const { missed } of gates) if (missed) lines.push('', paint(31, missed));
  const text = lines.map(line => (colour ? withColours(line) : oneLine(line))).join('\n');
  return withoutCommands(`${text}\n`);
}

/** A line with our own colours, and nothing else that a terminal obeys. */
function withColours(line: string): string {
  return line
    .split(/(\x1b\[\d+m)/)
    .map((part, i) => (i % 2 === 1 ? part : oneLine(part)))
    .join('');
}

function bar(ok: number, suspicious: number, total: number): string {
  const full = total > 0 ? Math.round((barWidth * ok) / total) : 0;
  const both = total > 0 ? Math.round((barWidth * (ok + suspicious)) / total) : 0;
  return '█'.repeat(full) + '▒'.repeat(both - full) + '░'.repeat(barWidth - both);
}

/** A suite with one case for each condition, or one that passes where there is none. */
function junit({ evaluation, gates }: EvaluationReport): string {
  const name = `${evaluation.parser.file}#${evaluation.parser.name}`;
  const summary = `${evaluationHeadline(evaluation)}: ${evaluationCounts(evaluation.totals)}`;
  const all = gates.length > 0 ? gates : [{ name: 'evaluate', limit: '' }];
  const cases = all.map(({ name: gate, limit, missed }: Gate) => {
    const head = `    <testcase classname="${attribute(name)}" name="${attribute([gate, limit].filter(Boolean).join(' '))}"`;
    if (missed === undefined) return `${head}/>\n`;
    return `${head}>\n      <failure message="${attribute(missed)}">${xml(`${missed}\n${summary}`)}</failure>\n    </testcase>\n`;
  });
  const failures = gates.filter(({ missed }) => missed !== undefined).length;
  const counts = `tests="${all.length}" failures="${failures}" errors="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="parserlens" ${counts}>\n  <testsuite name="${attribute(name)}" ${counts}>\n${cases.join('')}    <system-out>${xml(summary)}</system-out>\n  </testsuite>\n</testsuites>\n`;
}

/** An annotation for each condition that was missed, and for each of the largest causes at its first row. */
function github({ evaluation, gates }: EvaluationReport): string {
  const { causes, parser, totals } = evaluation;
  const lines = [
    ...gates.flatMap(({ name, missed }) =>
      missed === undefined ? [] : [workflowCommand('error', { file: parser.file, title: name }, missed)],
    ),
    ...causes.slice(0, maxShown).map(({ kind, code, detail, count, example }) => {
      const sentence = causeSentence(code);
      const rows = `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
      const message = [`${rows}${detail === undefined ? '' : ` (${detail})`}`, sentence].filter(Boolean).join(': ');
      const place = { file: example.log, line: example.line, title: code };
      return workflowCommand(kind === 'error' ? 'warning' : 'notice', place, message);
    }),
    withoutCommands(oneLine(`${evaluationHeadline(evaluation)}: ${evaluationCounts(totals)}`)),
  ];
  return `${lines.join('\n')}\n`;
}
