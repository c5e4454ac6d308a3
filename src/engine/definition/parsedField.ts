import { withFieldExact } from '../core/exact.ts';
import { isPyDict, isPyList, type PyValue, toPlain } from '../core/pyValue.ts';
import type { Field } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import { type MemberSpan, withoutQuotes } from '../json/jsonSpans.ts';
import type { PlainReading, ReadField, Reading } from '../parsers/parser.ts';

function parsedField(key: string, value: unknown, span: Span, inner: Span, exact: PyValue | (() => PyValue)): Field {
  Object.freeze(span);
  return Object.freeze(
    withFieldExact({ key, value, span, inner: span === inner ? span : Object.freeze(inner) }, exact),
  );
}

/** A field of a value that is plain data already. */
export function memberField({ key, span }: MemberSpan, plain: PlainReading, reading: Reading, given: string): Field {
  const value = (plain.value as Readonly<Record<string | number, unknown>>)[key];
  // Text is what it is.
  const exact = typeof value === 'string' ? value : () => partOf(reading.value, key);
  return parsedField(String(key), value, span, withoutQuotes(given, span), exact);
}

/** A field of a reading whose value is `whole`, and `plain` as plain data; it shares its value with them where the two are the same object. */
export function plainField({ key, value, span, inner }: ReadField, whole: PyValue, plain: () => unknown): Field {
  const isShared = typeof value === 'object' && value !== null && isPyDict(whole) && whole.get(key) === value;
  return parsedField(key, isShared ? (plain() as Record<string, unknown>)[key] : toPlain(value), span, inner, value);
}

function partOf(value: PyValue, key: string | number): PyValue {
  const part = isPyDict(value) ? value.get(String(key)) : isPyList(value) ? value[Number(key)] : null;
  return part ?? null;
}
