import { isPyDict, isPyList, type PyValue, toPlain } from '../core/pyValue.ts';
import type { Field } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import { type MemberSpan, withoutQuotes } from '../json/jsonSpans.ts';
import type { PlainReading, ReadField, Reading } from '../parsers/parserType.ts';

/** A field as a class: to hide `exact` in each object of its own takes three times as long as to make the rest of it. */
class ParsedField implements Field {
  declare readonly key: string;
  declare readonly value: unknown;
  declare readonly span: Span;
  declare readonly inner: Span;
  #exact: PyValue | (() => PyValue);

  constructor(key: string, value: unknown, span: Span, inner: Span, exact: PyValue | (() => PyValue)) {
    this.#exact = exact;
    this.key = key;
    this.value = value;
    this.span = Object.freeze(span);
    this.inner = span === inner ? span : Object.freeze(inner);
    Object.freeze(this);
  }

  get exact(): PyValue {
    if (typeof this.#exact === 'function') this.#exact = this.#exact();
    return this.#exact;
  }
}

/** A field of a value that is plain data already. */
export function memberField({ key, span }: MemberSpan, plain: PlainReading, reading: Reading, given: string): Field {
  const value = (plain.value as Readonly<Record<string | number, unknown>>)[key];
  // Text is what it is.
  const exact = typeof value === 'string' ? value : () => partOf(reading.value, key);
  return new ParsedField(String(key), value, span, withoutQuotes(given, span), exact);
}

/** A field of a reading whose value is `whole`, and `plain` as plain data; it shares its value with them where the two are the same object. */
export function plainField({ key, value, span, inner }: ReadField, whole: PyValue, plain: () => unknown): Field {
  const isShared = typeof value === 'object' && value !== null && isPyDict(whole) && whole.get(key) === value;
  return new ParsedField(
    key,
    isShared ? (plain() as Record<string, unknown>)[key] : toPlain(value),
    span,
    inner,
    value,
  );
}

function partOf(value: PyValue, key: string | number): PyValue {
  const part = isPyDict(value) ? value.get(String(key)) : isPyList(value) ? value[Number(key)] : null;
  return part ?? null;
}
