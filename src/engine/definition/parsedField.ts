import { withFieldExact } from '../core/exact.ts';
import { isPyDict, isPyList, type PyValue, toPlain } from '../core/pyValue.ts';
import type { Field } from '../core/result.ts';
import { type MemberSpan, withoutQuotes } from '../json/jsonSpans.ts';
import type { PlainReading, ReadField, Reading } from '../parsers/parser.ts';

function parsedField(
  { key, span, inner, pieces }: Pick<ReadField, 'key' | 'span' | 'inner' | 'pieces'>,
  value: unknown,
  exact: PyValue | (() => PyValue),
): Field {
  Object.freeze(span);
  const field = { key, value, span, inner: span === inner ? span : Object.freeze(inner) };
  return Object.freeze(
    withFieldExact(
      pieces ? { ...field, pieces: Object.freeze(pieces.map(piece => Object.freeze(piece))) } : field,
      exact,
    ),
  );
}

/** A field of a value that is plain data already. */
export function memberField({ key, span }: MemberSpan, plain: PlainReading, reading: Reading, given: string): Field {
  const value = (plain.value as Readonly<Record<string | number, unknown>>)[key];
  // Text is what it is.
  const exact = typeof value === 'string' ? value : () => partOf(reading.value, key);
  return parsedField({ key: String(key), span, inner: withoutQuotes(given, span) }, value, exact);
}

/** A field of a reading whose value is `whole`, and `plain` as plain data; it shares its value with them where the two are the same object. */
export function plainField(field: ReadField, whole: PyValue, plain: () => unknown): Field {
  const { key, value } = field;
  const isShared = typeof value === 'object' && value !== null && isPyDict(whole) && whole.get(key) === value;
  return parsedField(field, isShared ? (plain() as Record<string, unknown>)[key] : toPlain(value), value);
}

function partOf(value: PyValue, key: string | number): PyValue {
  const part = isPyDict(value) ? value.get(String(key)) : isPyList(value) ? value[Number(key)] : null;
  return part ?? null;
}
