import { withFieldExact } from '../core/exact.ts';
import { isPyDict, type PyValue, toPlain } from '../core/pyValue.ts';
import type { Field } from '../core/result.ts';
import { valueAt } from '../core/valueAt.ts';
import type { PlainMember } from '../json/jsonSpans.ts';
import type { ReadField, Reading } from '../parsers/parser.ts';

function parsedField(
  { key, span, inner, pieces }: Pick<ReadField, 'key' | 'span' | 'inner' | 'pieces'>,
  value: unknown,
  exact: PyValue | (() => PyValue),
): Field {
  Object.freeze(span);
  if (inner !== span) Object.freeze(inner);
  const field = pieces
    ? { key, value, span, inner, pieces: Object.freeze(pieces.map(piece => Object.freeze(piece))) }
    : { key, value, span, inner };
  // Of a text, a word, `null`, and most numbers `exactOf` knows by itself what they are.
  return Object.freeze(exact === value ? field : withFieldExact(field, exact));
}

/** A field of a value that is plain data already: the member itself. */
export function memberField(member: PlainMember, reading: Reading): Field {
  const { key, value, span, inner } = member;
  Object.freeze(span);
  if (inner !== span) Object.freeze(inner);
  return Object.freeze(
    typeof value === 'string' ? member : withFieldExact(member, () => valueAt(reading.value, [key]) ?? null),
  );
}

/** A field of a dict that is made of its fields; `value`: that of the field as plain data. */
export function ownField(field: ReadField, value: unknown): Field {
  return parsedField(field, value, field.value);
}

/** A field of a reading whose value is `whole`, and `plain` as plain data; it shares its value with them where the two are the same object. */
export function plainField(field: ReadField, whole: PyValue, plain: () => unknown): Field {
  const { key, value } = field;
  if (typeof value === 'string') return parsedField(field, value, value);
  const isShared = typeof value === 'object' && value !== null && isPyDict(whole) && whole.get(key) === value;
  return parsedField(field, isShared ? (plain() as Record<string, unknown>)[key] : toPlain(value), value);
}
