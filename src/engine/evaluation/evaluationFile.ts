import type { CauseChange } from './compareVerdicts.ts';
import type { Rate, RetriesSummary, Totals } from './summarize.ts';
import type { Verdict } from './verdict.ts';

/** The definition of an evaluation. `definition` is its object as plain data, so that its verdicts can be had again. */
export interface EvaluatedParser {
  readonly file: string;
  readonly name: string;
  readonly type: string;
  readonly definition?: unknown;
}

/** A log of an evaluation. */
export interface EvaluatedLog {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** The name of the reader. */
  readonly reader: string;
  /** Where each row has its response. */
  readonly field: string;
  /** Whether it is a folder whose texts are the rows, each called by its path in the folder. Not a part of the file. */
  readonly isFolder?: true;
}

/** Where an example stands: the log's path and the line in it, from 1. */
export interface FilePlace {
  readonly log: string;
  readonly line: number;
}

/** A comparison in an evaluation's file. */
export interface FileComparison extends Partial<Rate> {
  readonly parser: EvaluatedParser;
  readonly totals: Totals;
  readonly paired?: number;
  readonly better?: number;
  readonly worse?: number;
  /** Rows that are ok in neither, each with another cause now. */
  readonly moved?: number;
  readonly causes?: readonly CauseChange[];
  readonly p?: number;
  readonly flips?: readonly (FilePlace & {
    readonly id?: string;
    readonly change: 'better' | 'worse';
    readonly before: { readonly verdict: Verdict; readonly code?: string };
    readonly now: { readonly verdict: Verdict; readonly code?: string };
  })[];
  /** Why rows could not be paired, where only totals are compared. */
  readonly note?: string;
}

/**
 * The requests that a framework sends in silence after answers that it cannot read: one for each error. What their answers
 * would give is not in a log.
 */
export interface FileFallback {
  /** The class that reads their answers. */
  readonly reader: string;
  readonly requests: number;
  /** Of what is sent, without inputs; absent where nothing counts them. */
  readonly tokens?: { readonly counter: string; readonly request: number; readonly all: number };
}

/** What makes an evaluation a part of a larger one, which `parserlens merge` puts together. */
export interface EvaluationPart {
  /** How many parts there are. */
  readonly of: number;
  /** Which of them are in this file, from 1. */
  readonly shards: readonly number[];
  /** How the rows are judged, where parts of one evaluation must not differ. */
  readonly run: Readonly<Record<string, unknown>>;
  /** What is known of all rows that are here, beside the rows themselves. */
  readonly facts: {
    readonly notUtf8: number;
    readonly tokens: number;
    readonly answers: number;
    /** Of each log the fields that hold a text; absent: this part has not read it. */
    readonly fields: readonly (readonly string[] | null)[];
    /** Which logs are folders of texts, by their places. */
    readonly folders: readonly number[];
    readonly instruction?: string;
    readonly instructionTokens?: number;
    /** The evaluation from before that the log was read again for. */
    readonly baseline?: string;
  };
  /** The verdicts of the rows, packed. No response's text is in them. */
  readonly rows: string;
}

/** Rows by what a definition's constraint would have made of them, beside answers that are no text. */
export interface ConstrainedRows {
  readonly engine: string;
  readonly version: string;
  readonly form: string;
  /** Of the rows that do not read: those that it does not let be written; beginnings of sentences, which were cut; and the rest. */
  readonly prevented: number;
  readonly cut: number;
  readonly notPrevented: number;
  /** Of the rows that read: those that it does not let be written, and the rest. */
  readonly forbidden: number;
  readonly kept: number;
  /** Of the rows that read, those whose members come in another order than the definition's. */
  readonly reordered: number;
  /** Of the rows that read, those without any thought; absent: the definition asks for none. */
  readonly thoughtless?: number;
  /** Of the rows that read, those behind a thought that the log has apart, for which the constraint has no place; absent: none. */
  readonly thoughts?: number;
}

/** `NAME.evaluation.json`, and what the reporter `json` prints. No response's text is in it. */
export interface EvaluationFile extends Rate {
  readonly parser: EvaluatedParser;
  readonly logs: readonly EvaluatedLog[];
  readonly totals: Totals;
  /** The numbers after feedback, where questions were asked again: `totals` and `rate` are of the first answers. */
  readonly withRetries?: RetriesSummary;
  /** Rows that models were asked for other definitions of the same file, and are not among the rows. */
  readonly leftOut?: number;
  readonly causes: readonly {
    readonly kind: 'error' | 'suspicious';
    readonly code: string;
    readonly detail?: string;
    readonly count: number;
    readonly example: FilePlace;
  }[];
  readonly skips?: readonly { readonly code: string; readonly count: number; readonly example: FilePlace }[];
  readonly groups: Readonly<Record<string, readonly (Totals & Rate & { readonly value: string | null })[]>>;
  /** Suspicions that were switched off. */
  readonly off?: readonly string[];
  /** Suspicions that are looked for only where they are named, and were. */
  readonly on?: readonly string[];
  /** The file with one line per row, relative to this one. */
  readonly rowsFile?: string;
  readonly tokens?: {
    readonly counter: string;
    readonly instruction?: number;
    readonly answers: number;
    readonly mean: number;
  };
  /** Absent: the framework asks nothing in silence. */
  readonly fallback?: FileFallback;
  readonly compare?: FileComparison;
  readonly baseline?: FileComparison;
  /** What a constraint would have made of the rows; absent: nobody asked. */
  readonly constraint?: ConstrainedRows;
  /** Whether it was cancelled: the numbers are those of the rows until then. */
  readonly cancelled?: true;
  /** Absent: it is whole. */
  readonly part?: EvaluationPart;
}

/** The text of an evaluation's file: two blanks of indentation, keys in a fixed order, one final line feed. */
export function writeEvaluation(file: EvaluationFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads the text of an evaluation's file; what is wrong with it, in words. Never throws. */
export function readEvaluation(text: string): { readonly evaluation: EvaluationFile } | { readonly problem: string } {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}` };
  }
  const missing = Object.entries(shape).find(([key, isFine]) => !isFine(isObject(data) ? data[key] : undefined));
  if (missing) return { problem: `This is not an evaluation: \`${missing[0]}\` is missing or has the wrong form.` };
  return { evaluation: withUntried(data as EvaluationFile) };
}

/** Evaluations of before version 1.1 tried all rows, or counted those that they did not among the errors. */
function withUntried(file: EvaluationFile): EvaluationFile {
  const filled = <T extends Totals>(totals: T): T =>
    totals.untried === undefined ? { ...totals, untried: 0 } : totals;
  const compared = (comparison: FileComparison) => ({ ...comparison, totals: filled(comparison.totals) });
  return {
    ...file,
    totals: filled(file.totals),
    ...(file.withRetries && { withRetries: filled(file.withRetries) }),
    groups: Object.fromEntries(Object.entries(file.groups).map(([name, groups]) => [name, groups.map(filled)])),
    ...(file.compare && { compare: compared(file.compare) }),
    ...(file.baseline && { baseline: compared(file.baseline) }),
  };
}

const shape: Readonly<Record<string, (value: unknown) => boolean>> = {
  parser: value => isObject(value) && ['file', 'name', 'type'].every(key => typeof value[key] === 'string'),
  logs: value =>
    isList(
      value,
      log =>
        typeof log.path === 'string' &&
        typeof log.sha256 === 'string' &&
        typeof log.size === 'number' &&
        typeof log.reader === 'string' &&
        typeof log.field === 'string',
    ),
  totals: isTotals,
  rate: value => value === null || isCount(value),
  interval: value => Array.isArray(value) && value.length === 2 && value.every(isCount),
  withRetries: value => value === undefined || (isTotals(value) && isRate(value)),
  leftOut: value => value === undefined || isCount(value),
  causes: value =>
    isList(
      value,
      cause =>
        (cause.kind === 'error' || cause.kind === 'suspicious') &&
        typeof cause.code === 'string' &&
        isCount(cause.count) &&
        isPlace(cause.example),
    ),
  groups: value => isObject(value) && Object.values(value).every(groups => isList(groups, isTotals)),
  fallback: isFallback,
  compare: isComparison,
  baseline: isComparison,
  part: value => value === undefined || isPart(value),
};

function isPart(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.facts)) return false;
  const { of, shards, run, rows, facts } = value;
  return (
    isCount(of) &&
    Array.isArray(shards) &&
    shards.length > 0 &&
    shards.every(each => Number.isInteger(each) && each >= 1 && each <= (of as number)) &&
    isObject(run) &&
    typeof rows === 'string' &&
    [facts.notUtf8, facts.tokens, facts.answers].every(isCount) &&
    [facts.fields, facts.folders].every(Array.isArray)
  );
}

function isFallback(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value) || typeof value.reader !== 'string' || !isCount(value.requests)) return false;
  const { tokens } = value;
  if (tokens === undefined) return true;
  return isObject(tokens) && typeof tokens.counter === 'string' && isCount(tokens.request) && isCount(tokens.all);
}

function isComparison(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    isObject(value) &&
    isTotals(value.totals) &&
    (value.flips === undefined ||
      isList(value.flips, flip => isPlace(flip) && isObject(flip.before) && isObject(flip.now))) &&
    (value.causes === undefined || isList(value.causes, isCauseChange))
  );
}

function isCauseChange({ kind, code, before, now, came, went }: Record<string, unknown>): boolean {
  return (
    (kind === 'error' || kind === 'suspicious') && typeof code === 'string' && [before, now, came, went].every(isCount)
  );
}

function isTotals(value: unknown): boolean {
  return (
    isObject(value) &&
    ['rows', 'skipped', 'ok', 'suspicious', 'error'].every(key => isCount(value[key])) &&
    (value.untried === undefined || isCount(value.untried))
  );
}

function isRate(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { rate, interval, answers } = value;
  return (rate === null || isCount(rate)) && Array.isArray(interval) && interval.every(isCount) && isCount(answers);
}

function isPlace(value: unknown): boolean {
  return isObject(value) && typeof value.log === 'string' && isCount(value.line);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

function isList(value: unknown, isFine: (item: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every(item => isObject(item) && isFine(item));
}

/** Whether plain data is an object with members. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
