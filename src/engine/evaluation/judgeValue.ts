import { fromPlain, isPyDict, type PyValue } from '../core/pyValue.ts';
import type { ParseResult } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { jsonEquals, jsonLoads, toJsonValue } from '../python/index.ts';
import { valueKind } from '../suspicions/index.ts';
import type { Judging } from './judging.ts';
import type { LogRow, RowVerdict } from './verdict.ts';
import { baseOf, none } from './verdictBase.ts';

/** Parts of a value whose kinds are told. */
const maxKinds = 32;

/** The verdict of a row whose response reads. */
export function judgeValue(
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
