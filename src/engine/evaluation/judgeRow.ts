import { none } from '../core/none.ts';
import { fromPlain, isPyDict, type PyValue, valueKind } from '../core/pyValue.ts';
import type { AcceptedResult, ModelMessage, ParseError, ParseResult } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { responseText } from '../definition/index.ts';
import type { AnswerFailure, SkipCode } from '../messages/logReader.ts';
import { jsonEquals, jsonLoads, toJsonValue } from '../python/index.ts';
import { isCutShort } from '../suspicions/index.ts';
import { type Judging, judgeError } from './judgeError.ts';
import { isGivenUp } from './limitGate.ts';
import { type LogRow, type RowVerdict, untriedCode } from './verdict.ts';

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

/** The verdict of a row that is not read; `undefined`: it is read. */
export function unread(row: LogRow, judging: Judging): RowVerdict | undefined {
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

/** Why a row is not read; `undefined`: it is. */
function skipOf({ response, skip }: LogRow, { readsMessages }: Judging): SkipCode | undefined {
  if (response === undefined) return skip ?? 'no-response';
  return !readsMessages && answerText(response) === null ? 'no-text' : undefined;
}

/** The verdict of a row that gave `result`, nobody else's object. Never rejects. */
export function judgeRow(row: LogRow, result: ParseResult, judging: Judging): OwnVerdict | Promise<OwnVerdict> {
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
): Promise<OwnVerdict> {
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

/** The most parts of a value whose kinds a verdict lists. */
const maxKinds = 32;

/** The verdict of a row whose response reads. */
function judgeValue(
  row: LogRow,
  result: AcceptedResult,
  { suspicions: suspicionsOf, off, on }: Judging,
): OwnVerdict | Promise<OwnVerdict> {
  const right = row.expected === undefined ? undefined : isExpected(result.exact, row.expected);
  // What the log expects cannot be odd.
  const all = right ? none : suspicionsOf(row.response!, result, row.finish, on);
  const verdict = (found: readonly Suspicion[]) => valueVerdict(row, result, right, found, off);
  return all instanceof Promise ? all.then(verdict) : verdict(all);
}

function valueVerdict(
  row: LogRow,
  { exact }: AcceptedResult,
  right: boolean | undefined,
  all: readonly Suspicion[],
  off: ReadonlySet<string>,
): OwnVerdict {
  const suspicions = all.length === 0 ? none : all.filter(({ code }) => !off.has(code));
  const [first] = suspicions;
  const made = baseOf(row, suspicions) as OwnVerdict;
  if (right !== undefined) made.right = right;
  made.kinds = kindsOf(exact);
  made.verdict = first ? 'suspicious' : right ? 'right' : 'ok';
  if (!first) return made;
  const { code, detail, span } = first;
  made.code = code;
  if (detail !== undefined) made.detail = detail;
  if (span) made.span = span;
  return made;
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

/** What a row's verdict begins with. */
type VerdictBase = Pick<RowVerdict, 'place' | 'id' | 'run' | 'suspicions' | 'isCut' | 'columns'>;

/** A verdict while it is made: to set what it has costs a thirtieth of spreading it. */
export type OwnVerdict = { -readonly [K in keyof RowVerdict]: RowVerdict[K] };

/** Makes it. */
export function baseOf(
  { place, id, run, finish, columns }: LogRow,
  suspicions: RowVerdict['suspicions'] = none,
): VerdictBase {
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
