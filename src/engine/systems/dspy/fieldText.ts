import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import type { Piece } from '../../parsers/parser.ts';
import { jsonDumps, pyContains, pyStr } from '../../python/index.ts';
import { isPlain, type PyType, typeName } from './pyType.ts';
import type { DspyField } from './signature.ts';

/** DSPy's `format_field_value`: a list for a text as a numbered list, lists and dicts as JSON, anything else as `str` prints it. */
export function fieldText({ type }: DspyField, value: PyValue): string {
  if (isPyList(value) && isPlain(type, 'str')) return numbered(value);
  return isPyList(value) || isPyDict(value) ? jsonDumps(value, { ensureAscii: false }) : pyStr(value);
}

function numbered(items: readonly PyValue[]): string {
  if (items.length === 0) return 'N/A';
  if (items.length === 1) return blob(items[0] ?? null);
  return items.map((item, i) => `[${i + 1}] ${blob(item)}`).join('\n');
}

/** A text of a list. Raises Python's `TypeError` for a number, which has no parts to look at. */
function blob(value: PyValue): string {
  const text = pyStr(value);
  return ['\n', '«', '»'].some(mark => pyContains(value, mark))
    ? `«««\n    ${text.replaceAll('\n', '\n    ')}\n»»»`
    : `«${text}»`;
}

/** The name of a field, which leads to its place in the definition. */
export function namePiece({ name, origins }: DspyField, text = name): Piece {
  return origins?.name ? { text, origin: origins.name } : { text };
}

/** What is written because of a field's type. */
export function typePiece({ origins }: DspyField, text: string): Piece {
  return origins?.type ? { text, origin: origins.type } : { text };
}

/** DSPy's `translate_field_type`: the place of a value, and what the model has to know of it. */
export function placeholder(field: DspyField): readonly Piece[] {
  const place = namePiece(field, `{${field.name}}`);
  const note = field.role === 'input' ? '' : noteOf(field);
  return note === '' ? [place] : [place, typePiece(field, `        # note: the value you produce ${note}`)];
}

function noteOf({ type, schema }: DspyField): string {
  if (isPlain(type, 'str')) return '';
  if (isPlain(type, 'bool')) return 'must be True or False';
  if (isPlain(type, 'int') || isPlain(type, 'float')) return `must be a single ${typeName(type)} value`;
  if (type.kind === 'enum') return `must be one of: ${[...type.members.values()].map(pyStr).join('; ')}`;
  if (type.kind === 'literal')
    return `must exactly match (no extra characters) one of: ${type.values.map(pyStr).join('; ')}`;
  return `must adhere to the JSON schema: ${jsonDumps(typeFirst(schema), { ensureAscii: false })}`;
}

/** A schema with `type` in front at every level, and the other keys sorted. */
function typeFirst(value: PyValue): PyValue {
  if (isPyList(value)) return value.map(typeFirst);
  if (!isPyDict(value)) return value;
  const rank = (key: string) => (key === 'type' ? 0 : 1);
  const keys = [...value.keys()].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return new Map(keys.map(key => [key, typeFirst(value.get(key) ?? null)]));
}

/** What a request says of a field's type. */
export function typeNote(field: DspyField): readonly Piece[] {
  const { type } = field;
  return isPlain(type as PyType, 'str')
    ? []
    : [{ text: ' (' }, typePiece(field, `must be formatted as a valid Python ${typeName(type)}`), { text: ')' }];
}
