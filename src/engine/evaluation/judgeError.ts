import type { LastUsed } from '../core/lastUsed.ts';
import type { ParseResult } from '../core/result.ts';
import type { SuspicionChoice } from '../core/suspicion.ts';
import { memberPath, type Violation } from '../core/violation.ts';
import type { AnswerReader, ResponseParser } from '../definition/index.ts';
import type { NamedCause } from '../diagnosis/index.ts';
import type { SplitError } from '../samples/index.ts';
import { isCutShort } from '../suspicions/index.ts';
import type { LimitGate } from './limitGate.ts';
import type { RowMeasure } from './rowMeasures.ts';
import type { LogRow, RowVerdict } from './verdict.ts';

/** What rows are judged by. */
export interface Judging {
  readonly parser: ResponseParser;
  readonly read: AnswerReader['read'];
  readonly suspicions: AnswerReader['suspicions'];
  /** Whether a response may be a provider's message, so that one without text is an answer as well. */
  readonly readsMessages: boolean;
  readonly off: ReadonlySet<string>;
  readonly on: SuspicionChoice['on'];
  /** The error of the first filter that raises. */
  readonly splitError: (result: ParseResult & { readonly ok: true }) => SplitError | undefined;
  /** The diagnoses of the last responses that did not read. */
  readonly diagnoses: LastUsed<readonly NamedCause[]>;
  readonly gate: LimitGate;
  readonly measures: readonly RowMeasure[];
  readonly now: (() => number) | undefined;
}

/** Violations of a row that are kept beside its own. */
const maxFurther = 20;
/** A longer response is not diagnosed, in UTF-16 units: each way to repair it costs what reading it costs. */
const maxDiagnosed = 200_000;

/** Of longer responses no diagnosis is kept, in UTF-16 units. */
const longestKept = 4000;

/** An error with the diagnosis' cause, which is what its cluster is called. */
export async function judgeError(
  row: LogRow,
  text: string,
  result: Extract<ParseResult, { ok: false }>,
  judging: Judging,
): Promise<Pick<RowVerdict, 'verdict' | 'code' | 'detail' | 'further' | 'span' | 'error'>> {
  const { error } = result;
  const own = { verdict: 'error', error: { class: error.class, message: error.message } } as const;
  const undiagnosed = { ...own, code: error.class, ...(error.span && { span: error.span }) };
  // What did not finish in time would not do so again and again.
  if (/Timeout|^Module/.test(error.class) || text.length > maxDiagnosed) return undiagnosed;
  const [cause] = await causesOf(row, result, judging);
  const broken = error.violations && ownViolation(error.violations, cause);
  if (broken) return { ...own, ...broken, ...furtherOf(error.violations ?? [], broken) };
  if (!cause) return undiagnosed;
  return { ...own, code: cause.code, detail: error.class, span: { start: cause.start, end: cause.end } };
}

/** The violations of a row beside its own: each cause and member once, those of all items of a list as one. */
function furtherOf(
  violations: readonly Violation[],
  own: Pick<RowVerdict, 'code' | 'detail'>,
): Pick<RowVerdict, 'further'> {
  const seen = new Set([`${own.code} ${own.detail}`]);
  const further: { readonly code: string; readonly detail: string }[] = [];
  for (const { cause: code, path } of violations.slice(1)) {
    const detail = memberPath(path);
    if (further.length === maxFurther) break;
    if (!seen.has(`${code} ${detail}`)) further.push({ code, detail });
    seen.add(`${code} ${detail}`);
  }
  return further.length > 0 ? { further } : {};
}

/** What stands for all violations of a row: the first, at its path; lists' indexes are one. A key that is misspelt is missing as well. */
function ownViolation(
  [first]: readonly Violation[],
  cause: NamedCause | undefined,
): Pick<RowVerdict, 'code' | 'detail' | 'span'> | undefined {
  if (!first) return undefined;
  const isSpelt = first.cause === 'missing-key' && cause?.code === 'key-spelling';
  const span = isSpelt ? { start: cause.start, end: cause.end } : first.call === undefined ? first.span : undefined;
  return { code: isSpelt ? cause.code : first.cause, detail: memberPath(first.path), ...(span && { span }) };
}

/** Why a row does not read, the first standing for all. A module of the author's may say another thing each time; all else does not. */
async function causesOf(
  { response, finish }: LogRow,
  result: ParseResult,
  { parser, diagnoses, gate }: Judging,
): Promise<readonly NamedCause[]> {
  const isCut = isCutShort(finish);
  const isKept = typeof response === 'string' && response.length <= longestKept && !parser.readsMany;
  const key = `${isCut} ${isKept ? response : ''}`;
  const kept = isKept ? diagnoses.get(key) : undefined;
  if (kept) return kept;
  const before = gate.limits;
  const { causes } = await parser.diagnose(response!, { limit: 1, result, isCut, causesOnly: true });
  // A response that ran into a limit does so again, and counts again: when judging gives up must not depend on what is kept.
  return isKept && gate.limits === before ? diagnoses.set(key, causes) : causes;
}
