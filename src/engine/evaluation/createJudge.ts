import type { Host } from '../core/host.ts';
import { LastUsed } from '../core/lastUsed.ts';
import { fromPlain, isPyDict, type PyValue } from '../core/pyValue.ts';
import type { ModelMessage, ParseError, ParseResult } from '../core/result.ts';
import type { Suspicion, SuspicionChoice } from '../core/suspicion.ts';
import { memberPath, type Violation } from '../core/violation.ts';
import { type AnswerReader, createAnswerReader } from '../definition/answerReader.ts';
import type { DefinitionUses } from '../definition/definitionUses.ts';
import { parserOf, type ResponseParser } from '../definition/responseParser.ts';
import { responseText } from '../definition/responseText.ts';
import type { NamedCause } from '../diagnosis/namedCauses.ts';
import type { AnswerFailure, SkipCode } from '../messages/logReader.ts';
import type { Definition } from '../parsers/definition.ts';
import { jsonLoads } from '../python/jsonLoads.ts';
import { jsonEquals, toJsonValue } from '../python/jsonValue.ts';
import { type SplitError, splitErrors } from '../samples/split.ts';
import { isCutShort } from '../suspicions/cutShort.ts';
import { valueKind } from '../suspicions/valueKind.ts';
import { blockSize, isGivenUp, LimitGate, type RowBlock } from './limitGate.ts';
import { type LogRow, type RowVerdict, untriedCode } from './verdict.ts';

/** What of rows is judged: rows with no other suspicions are `ok`. */
export type JudgeOptions = SuspicionChoice;

/** Judges rows, one at a time or many at once. Never rejects. */
export interface Judge {
  (row: LogRow): Promise<RowVerdict>;
  /**
   * Judges many: the same verdicts, in their order. `block`: the rows are of one that is given up when its rows ran into
   * five limits of time, whatever the host remembers of other rows; one block at a time.
   */
  all(rows: readonly LogRow[], block?: RowBlock): Promise<readonly RowVerdict[]>;
  /** How many rows {@link all} should be given: 1 where it is no faster. */
  readonly atOnce: number;
}

/** Parts of a value whose kinds are told. */
const maxKinds = 32;
/** Violations of a row that are kept beside its own. */
const maxFurther = 20;
/** A longer response is not diagnosed, in UTF-16 units: each way to repair it costs what reading it costs. */
const maxDiagnosed = 200_000;

/** How many diagnoses are kept: agents say the same again and again. Of longer responses none is. */
const mostKept = 500;
const longestKept = 4000;

/** Errors of a module's that say nothing about the response: a limit of ours, the end of its process or a busy machine kept it from reading. */
const keptFrom: Readonly<Record<string, SkipCode>> = {
  ModuleTimeout: 'module-limit',
  ModuleOutOfMemory: 'module-limit',
  ModuleOutputError: 'module-limit',
  ModuleInterrupted: 'module-not-run',
  PythonNotFound: 'module-not-run',
  PythonTooOld: 'module-not-run',
  PythonUnavailable: 'module-not-run',
};

/** Makes what judges the rows of a log by a definition. Throws `EngineError` like `createParser`. */
export function createJudge(definition: Definition, options: JudgeOptions = {}, host: Host = {}): Judge {
  return judgeHeardBy(undefined, definition, options, host);
}

/** {@link createJudge}, where somebody hears what of the definition judging takes, see `judgesAlike`. */
export function judgeHeardBy(
  uses: DefinitionUses | undefined,
  definition: Definition,
  options: JudgeOptions,
  host: Host,
): Judge {
  const gate = new LimitGate(host);
  const reader = createAnswerReader(definition, gate.host, uses);
  const parser = parserOf(definition, reader, uses);
  const off = new Set<string>(options.off);
  const splitError = splitErrors(uses?.watched(definition) ?? definition);
  const known = new LastUsed<readonly NamedCause[]>(mostKept);
  const { messageParts, readsMessages } = definition.parserType.responses ?? {};
  const judging: Judging = {
    parser,
    read: reader.read,
    // Its limits are no block's: what a definition's own example runs into says nothing about the rows.
    suspicions: createAnswerReader(definition, host, uses).suspicions,
    readsMessages: messageParts !== undefined || readsMessages === true,
    off,
    on: options.on,
    splitError,
    known,
    gate,
  };
  const judge = async (row: LogRow) => (await judgeRows([row], judging))[0]!;
  return Object.freeze(
    Object.assign(judge, {
      all: (rows: readonly LogRow[], block?: RowBlock) => gate.within(block, () => judgeRows(rows, judging)),
      // Few enough that a click on Cancel is not felt to wait.
      atOnce: parser.readsMany ? blockSize : 1,
    }),
  );
}

interface Judging {
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
  readonly known: LastUsed<readonly NamedCause[]>;
  readonly gate: LimitGate;
}

async function judgeRows(rows: readonly LogRow[], judging: Judging): Promise<RowVerdict[]> {
  if (judging.parser.readsMany) return judgeTogether(rows, judging);
  const judged: RowVerdict[] = [];
  for (const row of rows) {
    const own = unread(row, judging);
    if (own) judged.push(own);
    else if (judging.gate.isClosed) judged.push({ ...baseOf(row), verdict: 'untried', code: untriedCode });
    else {
      // A promise between steps that need none costs as much as they do.
      const read = judging.read(row.response!);
      const verdict = judgeRow(row, read instanceof Promise ? await read : read, judging);
      judged.push(verdict instanceof Promise ? await verdict : verdict);
    }
  }
  return judged;
}

/** Judges rows whose reading is asked for at once. */
async function judgeTogether(rows: readonly LogRow[], judging: Judging): Promise<RowVerdict[]> {
  const own = rows.map(row => unread(row, judging));
  const read = rows.filter((_, i) => !own[i]).map(({ response }) => response!);
  const results = await judging.parser.parseAll(read);
  const judged: RowVerdict[] = [];
  let next = 0;
  for (const [i, row] of rows.entries()) judged.push(own[i] ?? (await judgeRow(row, results[next++]!, judging)));
  return judged;
}

/** The verdict of a row that is not read; `undefined`: it is read. */
function unread(row: LogRow, judging: Judging): RowVerdict | undefined {
  if (row.failure) return failed(row, row.failure);
  const code = skipOf(row, judging);
  return code === undefined ? undefined : { ...baseOf(row), verdict: 'skipped', code };
}

/** A row whose answer the provider could not make. */
function failed(row: LogRow, failure: AnswerFailure): RowVerdict {
  const detail = failure.message.replace(/\s+/g, ' ').slice(0, maxFailure);
  return { ...baseOf(row), verdict: 'error', code: 'malformed-call', detail, error: failure };
}

/** How much of what a provider says tells its failures apart, in UTF-16 units. */
const maxFailure = 120;

type VerdictBase = Pick<RowVerdict, 'place' | 'id' | 'run' | 'suspicions' | 'isCut' | 'columns'>;

/** What a row's verdict begins with. */
function baseOf({ place, id, run, finish, columns }: LogRow, suspicions: RowVerdict['suspicions'] = none): VerdictBase {
  const isCut = isCutShort(finish);
  // Spreading what is not there costs more than a glance at it.
  if (!run && !isCut) return id === undefined ? { place, suspicions, columns } : { place, id, suspicions, columns };
  return {
    place,
    ...(id !== undefined && { id }),
    ...(run && { run }),
    suspicions,
    ...(isCut && { isCut: true }),
    columns,
  };
}

const none: readonly never[] = Object.freeze([]);

/** Why a row is not read; `undefined`: it is. */
function skipOf({ response, skip }: LogRow, { readsMessages }: Judging): SkipCode | undefined {
  if (response === undefined) return skip ?? 'no-response';
  return !readsMessages && answerText(response) === null ? 'no-text' : undefined;
}

function judgeRow(row: LogRow, result: ParseResult, judging: Judging): RowVerdict | Promise<RowVerdict> {
  if (!result.ok) return judgeUnread(row, result, judging);
  const raised = judging.splitError(result);
  if (raised)
    return {
      ...baseOf(row),
      verdict: 'error',
      code: raised.class,
      detail: raised.key,
      error: { class: raised.class, message: raised.message },
    };
  return judgeValue(row, result, judging);
}

async function judgeUnread(
  row: LogRow,
  result: Extract<ParseResult, { ok: false }>,
  judging: Judging,
): Promise<RowVerdict> {
  const base = baseOf(row);
  if (isGivenUp(result.error.message)) return { ...base, verdict: 'untried', code: untriedCode };
  const code = unreadOf(result.error);
  if (code) return { ...base, verdict: 'skipped', code };
  return { ...base, ...(await judgeError(row, answerText(row.response!) ?? '', result, judging)) };
}

/** What kept a row from being read; `undefined`: nothing, it is an error. */
function unreadOf({ class: className }: ParseError): SkipCode | undefined {
  return Object.hasOwn(keptFrom, className) ? keptFrom[className] : undefined;
}

/** The text of a response; `null`: it has none, as where a provider's message calls tools and its text is empty. */
function answerText(response: string | ModelMessage): string | null {
  const text = responseText(response);
  if (typeof response === 'string' || text === null || text.trim() !== '') return text;
  const calls = response.tool_calls;
  const hasCalls =
    (Array.isArray(calls) && calls.length > 0) ||
    (response as { readonly function_call?: unknown }).function_call != null;
  return hasCalls ? null : text;
}

/** An error with the diagnosis' cause, which is what its cluster is called. */
async function judgeError(
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
  const known = new Set([`${own.code} ${own.detail}`]);
  const further: { readonly code: string; readonly detail: string }[] = [];
  for (const { cause: code, path } of violations.slice(1)) {
    const detail = memberPath(path);
    if (further.length === maxFurther) break;
    if (!known.has(`${code} ${detail}`)) further.push({ code, detail });
    known.add(`${code} ${detail}`);
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
  { parser, known, gate }: Judging,
): Promise<readonly NamedCause[]> {
  const isCut = isCutShort(finish);
  const isKept = typeof response === 'string' && response.length <= longestKept && !parser.readsMany;
  const key = `${isCut} ${isKept ? response : ''}`;
  const kept = isKept ? known.get(key) : undefined;
  if (kept) return kept;
  const before = gate.limits;
  const { causes } = await parser.diagnose(response!, { limit: 1, result, isCut });
  // What ran into a limit does so again, and is counted again: what is given up must not depend on what is kept.
  return isKept && gate.limits === before ? known.set(key, causes) : causes;
}

function judgeValue(
  row: LogRow,
  result: Extract<ParseResult, { ok: true }>,
  { suspicions: suspicionsOf, off, on }: Judging,
): RowVerdict | Promise<RowVerdict> {
  const right = row.expected === undefined ? undefined : isExpected(result.exact, row.expected);
  // What the log expects cannot be odd.
  const all = right ? none : suspicionsOf(row.response!, result, row.finish, on);
  const verdict = (found: readonly Suspicion[]) => valueVerdict(row, result, right, found, off);
  return all instanceof Promise ? all.then(verdict) : verdict(all);
}

function valueVerdict(
  row: LogRow,
  { exact }: Extract<ParseResult, { ok: true }>,
  right: boolean | undefined,
  all: readonly Suspicion[],
  off: ReadonlySet<string>,
): RowVerdict {
  const suspicions = all.length === 0 ? none : all.filter(({ code }) => !off.has(code));
  const base = baseOf(row, suspicions);
  const [first] = suspicions;
  const told = right === undefined ? { kinds: kindsOf(exact) } : { right, kinds: kindsOf(exact) };
  if (!first) return { ...base, ...told, verdict: right ? 'right' : 'ok' };
  const { code, detail, span } = first;
  return {
    ...base,
    ...told,
    verdict: 'suspicious',
    code,
    ...(detail !== undefined && { detail }),
    ...(span && { span }),
  };
}

/** A log may hold the value as JSON, or as text that is JSON. */
function isExpected(value: PyValue, expected: unknown): boolean {
  const actual = toJsonValue(value);
  if (jsonEquals(actual, toJsonValue(fromPlain(expected)))) return true;
  if (typeof expected !== 'string' || typeof value === 'string') return false;
  const read = jsonLoads(expected);
  return read.ok && jsonEquals(actual, toJsonValue(read.value));
}

/** `key`, its kind, the next key, …, separated by NULs; of a value that is not a dictionary its own kind under no key. */
function kindsOf(value: PyValue): string {
  if (!isPyDict(value)) return `\0${valueKind(value)}`;
  let kinds = '';
  let count = 0;
  for (const [key, item] of value) {
    if (count === maxKinds) break;
    kinds += `${count++ === 0 ? '' : '\0'}${key.includes('\0') ? '' : key}\0${valueKind(item)}`;
  }
  return kinds;
}
