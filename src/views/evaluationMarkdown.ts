import {
  answerCauses,
  causeCatalogue,
  causeSummary,
  type EvaluationFile,
  type FileComparison,
  type FileFallback,
  markupCauses,
  oneLine,
  type ResponseCause,
  suspicionCatalogue,
} from '../engine/index.ts';

/** The most rows of a table. */
const maxRows = 100;
/** The longest text of a cell, in UTF-16 units. */
const maxCell = 200;

/**
 * An evaluation in Markdown: its first line, groups, causes, comparisons and the definition's instruction. What authors,
 * logs and models wrote is code: nothing in it is a link, an image or a mention.
 */
export function evaluationMarkdown(evaluation: EvaluationFile, instruction?: string): string {
  const { parser, logs, totals, groups, causes, compare, baseline, cancelled } = evaluation;
  const leftOut = leftOutText(evaluation.leftOut);
  const parts = [
    `### ParserLens: ${evaluationHeadline(evaluation)}\n`,
    `${code(`${parser.file}#${parser.name}`)} (${parser.type}) over ${logs
      .map(({ path, field }) => `${code(path)} at ${code(field)}`)
      .slice(0, 5)
      .join(
        ', ',
      )}${logs.length > 5 ? ` and ${logs.length - 5} more` : ''}: ${evaluationCounts(totals)}.${cancelled ? ' **Cancelled: these are the rows until then.**' : ''}${[leftOut, fallbackText(evaluation.fallback, triedOf(totals))].map(words => (words === undefined ? '' : ` ${words}`)).join('')}\n`,
    ...Object.entries(groups).map(([column, rows]) =>
      table(
        [column, 'ok', 'rows', 'suspicious', 'errors', '95 % interval'],
        rows.map(({ value, rate, rows, suspicious, error, interval }) => [
          value === null ? '–' : code(value),
          percent(rate),
          count(rows),
          count(suspicious),
          count(error),
          intervalText(interval),
        ]),
      ),
    ),
    causes.length === 0
      ? ''
      : table(
          ['', 'cause', '', 'rows', 'first'],
          causes.map(({ kind, code: name, detail = '', count: rows, example }) => [
            kind === 'error' ? '✗' : '⚠',
            code(name),
            code(detail),
            count(rows),
            code(`${example.log}:${example.line}`),
          ]),
        ),
    compare ? comparison('Compared with', compare) : '',
    baseline ? comparison('Before', baseline) : '',
    instruction === undefined
      ? ''
      : `<details><summary>Instruction</summary>\n\n${fenced(instruction)}\n\n</details>\n`,
  ];
  return parts.filter(Boolean).join('\n');
}

/**
 * The rate with its interval: `45.7 % ok (95 % interval 44.6 – 46.7 %)`; where questions were asked again, that of the first
 * answers and that after feedback.
 */
export function evaluationHeadline({
  totals,
  rate,
  interval,
  withRetries,
}: Pick<EvaluationFile, 'totals' | 'rate' | 'interval' | 'withRetries'>): string {
  const words = (share: number, ends: readonly [number, number], when = '') =>
    `${percent(share)} ok${when} (95 % interval ${intervalText(ends)})`;
  if (!withRetries || withRetries.rate === null)
    return rate === null ? noRate(totals) : words(rate, interval, withRetries && ' at first');
  const first = rate === null ? 'no first answer' : words(rate, interval, ' at first');
  return `${first} · ${words(withRetries.rate, withRetries.interval, ' with retries')}`;
}

function noRate({ untried }: EvaluationFile['totals']): string {
  return untried > 0 ? 'no row was tried' : 'no row has a response';
}

/** What was left out, in words; `undefined`: nothing. */
export function leftOutText(leftOut = 0): string | undefined {
  if (leftOut === 0) return undefined;
  return leftOut === 1
    ? '1 row is left out: the model was asked for another definition of the file.'
    : `${count(leftOut)} rows are left out: the models were asked for other definitions of the file.`;
}

/** The numbers of rows in words. */
export function evaluationCounts({
  rows,
  skipped,
  untried,
  unread = 0,
  cut = 0,
  ok,
  suspicious,
  error,
  right,
  wrong,
}: EvaluationFile['totals']): string {
  const words = [
    `${count(rows)} ${rows === 1 ? 'row' : 'rows'}`,
    `${count(ok)} ok`,
    `${count(suspicious)} suspicious`,
    `${count(error)} ${error === 1 ? 'error' : 'errors'}`,
    `${count(skipped - unread)} without a response`,
    ...(untried > 0 ? [`${count(untried)} not tried: too many rows near them ran into the time limit`] : []),
    ...(unread > 0 ? [`${count(unread)} not read: time or memory ran out`] : []),
    ...(cut > 0 ? [`${count(cut)} cut off by the limit of tokens`] : []),
    ...(right === undefined ? [] : [`${count(right)} right, ${count(wrong ?? 0)} wrong`]),
  ];
  return words.join(' · ');
}

/** What a comparison says, in one line. */
export function comparisonLine({ totals, rate, paired, better, worse, moved, p, note }: FileComparison): string {
  const before = `${percent(rate ?? null)} of ${count(triedOf(totals))}`;
  if (better === undefined || worse === undefined) return `${before}${note === undefined ? '' : `; ${note}`}`;
  const some = paired !== undefined && paired < triedOf(totals) ? ` (${count(paired)} are in both)` : '';
  const other = moved === undefined || moved === 0 ? '' : ` · other cause ${count(moved)}`;
  return `${before}${some}; better ${count(better)} · worse ${count(worse)}${other} · ${pText(p ?? 1)}`;
}

/** The rows with a response that was tried. */
export function triedOf({ rows, skipped, untried }: EvaluationFile['totals']): number {
  return rows - skipped - untried;
}

/** The causes that rows came to or went from. */
export function changedCauses({ causes = [] }: Pick<FileComparison, 'causes'>): NonNullable<FileComparison['causes']> {
  return causes.filter(({ came, went }) => came + went > 0);
}

/** What an evaluation was compared with: a definition, or a file with its rows. */
export function comparedName({ parser: { file, name } }: Pick<FileComparison, 'parser'>): string {
  return name === '' ? file : `${file}#${name}`;
}

/** A code of a suspicion, or of an error's cause, as one sentence, where there is one. */
export function causeSentence(name: string): string | undefined {
  if (Object.hasOwn(suspicionCatalogue, name)) return suspicionCatalogue[name as keyof typeof suspicionCatalogue];
  const isCause = [causeCatalogue, markupCauses, answerCauses].some(catalogue => Object.hasOwn(catalogue, name));
  return isCause ? causeSummary(name as ResponseCause) : undefined;
}

/** A share as the user reads it. What is not whole is never shown as 0 or 100 %. */
export function percent(rate: number | null): string {
  return rate === null ? '–' : `${inPercent(rate)} %`;
}

/** The two ends of an interval: `44.6 – 46.7 %`. Rounded as a share is, so that one that lies inside is shown inside. */
export function intervalText([low, high]: readonly [number, number]): string {
  return `${inPercent(low)} – ${inPercent(high)} %`;
}

function inPercent(share: number): string {
  const text = (share * 100).toFixed(1);
  if (text === '100.0' && share < 1) return '99.9';
  return text === '0.0' && share > 0 ? '0.1' : text;
}

/** A p value as the user reads it: `p = 0.012`, `p < 0.001`. */
export function pText(p: number): string {
  return p >= 0.001 ? `p = ${p.toFixed(3)}` : 'p < 0.001';
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function comparison(title: string, compared: FileComparison): string {
  const flips = (compared.flips ?? []).map(({ log, line, change, before, now }) => [
    change,
    code(`${log}:${line}`),
    code(before.code ?? before.verdict),
    code(now.code ?? now.verdict),
  ]);
  const head = `${title} ${code(comparedName(compared))}: ${comparisonLine(compared)}\n`;
  const causes = changedCauses(compared).map(({ kind, code: name, detail = '', before, now }) => [
    kind === 'error' ? '✗' : '⚠',
    code(name),
    code(detail),
    count(before),
    count(now),
  ]);
  return [
    head,
    ...(causes.length > 0 ? [table(['', 'cause', '', 'before', 'now'], causes)] : []),
    ...(flips.length > 0 ? [table(['', 'row', 'before', 'now'], flips)] : []),
  ].join('\n');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const more = rows.length > maxRows ? `\n${rows.length - maxRows} more are left out.\n` : '';
  const body = rows.slice(0, maxRows).map(line).join('');
  return `${line(heads.map(head => (/^[\w %-]*$/.test(head) ? head : code(head))))}${line(heads.map(() => '---'))}${body}${more}`;
}

/** A text as code on one line, with more backticks around it than are in it, and with its bars escaped. */
function code(text: string): string {
  const line = oneLine(text.length > maxCell ? `${text.slice(0, maxCell)}…` : text).replaceAll('|', '\\|');
  if (line.trim() === '') return '';
  const fence = '`'.repeat(longestRun(line) + 1);
  return `${fence} ${line} ${fence}`;
}

function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** What a framework sent again in silence, in words; `undefined`: nothing. `tried`: the answers that were read or not. */
export function fallbackText(fallback: FileFallback | undefined, tried: number): string | undefined {
  if (!fallback || fallback.requests === 0) return undefined;
  const { reader, requests, tokens } = fallback;
  const share = `${count(requests)} of ${count(tried)} ${tried === 1 ? 'answer' : 'answers'}`;
  const cost = tokens
    ? `: ${count(requests)} × ${count(tokens.request)} = ${count(tokens.all)} tokens without inputs (${tokens.counter})`
    : '';
  return `After ${share} the framework asks again, with ${reader}, and says nothing of it${cost}. What that reads is not known here.`;
}
