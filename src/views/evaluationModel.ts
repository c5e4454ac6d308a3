import { type EvaluationFile, type FileComparison, skipCatalogue } from '../engine/index.ts';
import type {
  EvaluationCauseView,
  EvaluationComparisonView,
  EvaluationLogView,
  EvaluationView,
} from '../protocol/evaluationView.ts';
import { causeSentence, comparedName, intervalText, percent, pText, triedOf } from './evaluationMarkdown.ts';
import { causeId } from './evaluationRows.ts';
import { shownName } from './valuePreview.ts';

/** How many causes and groups are shown. */
const maxCauses = 200;
const maxGroups = 200;
const maxFlips = 500;
/** How many parts are looked at, and how many stretches of them are named. */
const maxParts = 100_000;
const maxRanges = 20;
/** The longest name of something, in UTF-16 units. */
const maxName = 200;

/** What a page shows of an evaluation beside its file. */
export interface EvaluationExtras {
  /** The fields that each log's responses could be in. */
  readonly fields?: readonly (readonly string[])[];
  /** The columns that rows can be grouped by; absent: those of the file's groups. */
  readonly columns?: readonly string[];
  /** The one that is shown; absent: the first of the file's groups. */
  readonly column?: string;
  /** What was measured of its rows; absent: nothing. */
  readonly measures?: readonly string[];
  readonly notUtf8?: number;
  /** What the evaluation is compared with, in words; absent: the other definition's name. */
  readonly comparedWith?: string;
  /** Of parts that were put together: their files, and those that do not fit, with the reason. */
  readonly merged?: {
    readonly files: readonly string[];
    readonly left: readonly { readonly name: string; readonly why: string }[];
  };
  /** Whether the rows that flipped are listed. */
  readonly hasFlips?: boolean;
}

/** What a page shows of an evaluation: the same numbers as its file, in the words of the command line. */
export function evaluationModel(file: EvaluationFile, extras: EvaluationExtras = {}): EvaluationView {
  const {
    parser,
    logs,
    totals,
    rate,
    interval,
    withRetries,
    leftOut = 0,
    fallback,
    causes,
    skips = [],
    groups,
    compare,
    baseline,
  } = file;
  const grouped = Object.keys(groups);
  const column = grouped.find(each => each === extras.column) ?? grouped[0];
  const rows = column === undefined ? [] : groups[column]!;
  const comparison = compare ?? baseline;
  const all = comparedCauses(
    [...causes.map(causeView), ...skips.map(skip => causeView({ ...skip, kind: 'skipped' }))],
    comparison,
  );
  return {
    parser: { file: name(parser.file), name: name(parser.name), type: name(parser.type) },
    logs: logs.map(({ path, reader, field }, i): EvaluationLogView => {
      return { path: name(path), reader, field, fields: extras.fields?.[i] ?? [] };
    }),
    totals,
    rate: percent(rate),
    interval: intervalText(interval),
    ...(withRetries && {
      withRetries: {
        rate: percent(withRetries.rate),
        interval: intervalText(withRetries.interval),
        answers: withRetries.answers,
        ok: withRetries.ok,
        read: withRetries.rows - withRetries.skipped - withRetries.untried,
      },
    }),
    leftOut,
    ...(fallback &&
      fallback.requests > 0 && {
        fallback: {
          reader: name(fallback.reader),
          requests: fallback.requests,
          of: triedOf(totals),
          ...(fallback.tokens && { tokens: fallback.tokens.all }),
        },
      }),
    causes: all.slice(0, maxCauses),
    moreCauses: Math.max(0, all.length - maxCauses),
    columns: extras.columns ?? grouped,
    ...(column !== undefined && { column }),
    measures: extras.measures ?? [],
    groups: rows.slice(0, maxGroups).map(group => ({
      ...group,
      ...(group.value !== null && { name: name(group.value) }),
      rate: percent(group.rate),
      interval: intervalText(group.interval),
    })),
    moreGroups: Math.max(0, rows.length - maxGroups),
    ...(comparison && { comparison: comparisonView(comparison, rate, extras) }),
    notUtf8: extras.notUtf8 ?? file.part?.facts.notUtf8 ?? 0,
    ...(file.part && { parts: partsView(file.part, extras.merged) }),
  };
}

/** Causes beside those of the other evaluation: what no row has any more stands behind those that rows have. */
function comparedCauses(
  causes: readonly EvaluationCauseView[],
  { causes: changes = [] }: Partial<FileComparison> = {},
): readonly EvaluationCauseView[] {
  const byId = new Map(changes.map(change => [causeId(change), change]));
  const now = causes.map(cause => {
    const change = byId.get(cause.id);
    if (!change) return cause;
    byId.delete(cause.id);
    const { before, came, went } = change;
    return { ...cause, before, came, went };
  });
  const gone = [...byId.values()].map(({ before, came, went, ...cause }) => ({
    ...causeView({ ...cause, count: 0 }),
    before,
    came,
    went,
  }));
  const skipped = now.findIndex(({ kind }) => kind === 'skipped');
  return skipped < 0 ? [...now, ...gone] : [...now.slice(0, skipped), ...gone, ...now.slice(skipped)];
}

/** Which parts are here, and which are not. */
function partsView(
  { of, shards }: NonNullable<EvaluationFile['part']>,
  merged: EvaluationExtras['merged'],
): NonNullable<EvaluationView['parts']> {
  const has = [...shards].sort((a, b) => a - b);
  const missing: number[] = [];
  for (let i = 1, next = 0; i <= Math.min(of, maxParts); i++) {
    if (has[next] === i) next++;
    else missing.push(i);
  }
  return {
    has: rangesText(has),
    of,
    missing: rangesText(missing) || '–',
    ...(missing.length === 0 && { isWhole: true as const }),
    ...(merged?.files.length === 1 && { isAlone: true as const }),
    ...(merged && {
      ...(merged.files.length > 1 && { files: listText(merged.files.map(name)) }),
      left: listText(merged.left.map(({ name: file, why }) => `${name(file)} (it has ${why})`)),
    }),
  };
}

/** Names, and how many more there are. */
function listText(names: readonly string[]): string {
  const more = names.length - maxRanges;
  return [...names.slice(0, maxRanges), ...(more > 0 ? [`… +${more}`] : [])].join(', ');
}

/** `1–3, 5`: numbers that are sorted. */
function rangesText(numbers: readonly number[]): string {
  const ranges: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let end = i;
    while (numbers[end + 1] === numbers[end]! + 1) end++;
    ranges.push(end === i ? String(numbers[i]) : `${numbers[i]}–${numbers[end]}`);
    i = end + 1;
  }
  const more = ranges.length - maxRanges;
  return more > 0 ? `${ranges.slice(0, maxRanges).join(', ')}, …` : ranges.join(', ');
}

function causeView({
  kind,
  code,
  detail,
  count,
  example,
}: {
  readonly kind: EvaluationCauseView['kind'];
  readonly code: string;
  readonly detail?: string;
  readonly count: number;
  readonly example?: { readonly log: string; readonly line: number };
}): EvaluationCauseView {
  const sentence = kind === 'skipped' ? skipSentence(code) : causeSentence(code);
  return {
    id: causeId({ kind, code, detail }),
    kind,
    code: name(code),
    ...(detail !== undefined && { detail: name(detail) }),
    ...(sentence !== undefined && { sentence }),
    count,
    ...(example && { example: `${name(example.log)}:${example.line}` }),
  };
}

function skipSentence(code: string): string | undefined {
  return Object.hasOwn(skipCatalogue, code) ? skipCatalogue[code as keyof typeof skipCatalogue] : undefined;
}

function comparisonView(
  { parser, rate: before = null, better, worse, moved, p, note, flips = [] }: FileComparison,
  rate: number | null,
  { comparedWith, hasFlips }: EvaluationExtras,
): EvaluationComparisonView {
  const difference = rate === null || before === null ? undefined : 100 * (rate - before);
  return {
    title: name(comparedWith ?? comparedName({ parser })),
    rate: percent(before),
    difference: difference === undefined ? '–' : `${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(1)}`,
    better: better ?? 0,
    worse: worse ?? 0,
    moved: moved ?? 0,
    ...(p !== undefined && { p: pText(p) }),
    ...(note !== undefined && { note }),
    ...(hasFlips && {
      flips: flips.slice(0, maxFlips).map(({ log, line, change, before: was, now }) => ({
        place: `${name(log)}:${line}`,
        change,
        before: name(was.code ?? was.verdict),
        now: name(now.code ?? now.verdict),
      })),
      more: Math.max(0, flips.length - maxFlips),
    }),
  };
}

/** What an author or a log wrote, on one line. */
function name(text: string): string {
  return shownName(text, maxName);
}
