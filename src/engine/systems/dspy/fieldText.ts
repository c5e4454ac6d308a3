import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Piece } from '../../parsers/parser.ts';
import { jsonDumps, pyContains, pyStr } from '../../python/index.ts';
import { isModel, isPlain, type PyType, typeName, withoutNone } from './pyType.ts';
import { definitionsOf, listOf } from './schemaOfType.ts';
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

/** `XMLAdapter._uses_nested_xml`: lists, mappings and models, optional or not. */
export function usesNestedXml({ type }: DspyField): boolean {
  const [only, ...more] = withoutNone(type);
  if (!only || more.length > 0) return false;
  return isModel(only) || (only.kind === 'generic' && (only.name === 'list' || only.name === 'dict'));
}

/** A field as `XMLAdapter` writes it with a value. Only output fields of type `str` are escaped. */
export function xmlField(field: DspyField, value: PyValue): string {
  const { name, role, type } = field;
  if (role === 'output' && usesNestedXml(field) && (isPyDict(value) || isPyList(value))) return valueXml(value, name);
  const text = fieldText(field, value);
  const content = role === 'output' && isPlain(type, 'str') ? escaped(text) : text;
  return `<${name}>\n${content}\n</${name}>`;
}

/** `XMLAdapter._value_to_xml`. Recursion is as deep as the value. */
function valueXml(value: PyValue, tag: string, key?: string): string {
  const open = key === undefined ? tag : `${tag} key=${quotedAttribute(key)}`;
  if (isPyList(value)) {
    const items = value.map(item => valueXml(item, 'item')).join('');
    return items === '' ? `<${open} />` : `<${open}>${items}</${tag}>`;
  }
  if (isPyDict(value)) {
    const members = [...value].map(([name, item]) =>
      isTagName(name) ? valueXml(item, name) : valueXml(item, 'entry', name),
    );
    return `<${open}>${members.join('')}</${tag}>`;
  }
  return value === null ? `<${open} />` : `<${open}>${escaped(pyStr(value))}</${tag}>`;
}

function isTagName(name: string): boolean {
  return /^[\p{XID_Start}_][\p{XID_Continue}.-]*$/u.test(name);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** `xml.sax.saxutils.quoteattr`. */
function quotedAttribute(text: string): string {
  const named = escaped(text).replaceAll('>', '&gt;');
  const quoted = named.replaceAll('\n', '&#10;').replaceAll('\r', '&#13;').replaceAll('\t', '&#9;');
  if (!quoted.includes('"')) return `"${quoted}"`;
  return quoted.includes("'") ? `"${quoted.replaceAll('"', '&quot;')}"` : `'${quoted}'`;
}

/** How much of a schema is written: definitions that name others twice double them with every level. */
const maxParts = 10_000;

/** `XMLAdapter._xml_schema`: the tags that a field's value is written in. */
export function schemaXml({ name, schema }: DspyField): string {
  return tagsOf(name, schema, definitionsOf(schema), [], { parts: maxParts });
}

function tagsOf(
  tag: string,
  schemaValue: PyValue,
  definitions: PyDict,
  seen: readonly string[],
  left: { parts: number },
): string {
  const schema = isPyDict(schemaValue) ? schemaValue : new Map<string, PyValue>();
  const inner = (name: string, each: PyValue | undefined) => tagsOf(name, each ?? null, definitions, seen, left);
  const dots = `<${tag}>...</${tag}>`;
  if (left.parts-- <= 0) return dots;
  const ref = schema.get('$ref');
  if (typeof ref === 'string') {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    return seen.includes(name) ? dots : tagsOf(tag, definitions.get(name) ?? null, definitions, [...seen, name], left);
  }
  const choices = listOf(schema.get('anyOf'));
  if (choices.length > 0)
    return inner(tag, choices.find(each => isPyDict(each) && each.get('type') !== 'null') ?? choices[0]);
  if (schema.get('type') === 'array') return `<${tag}>${inner('item', schema.get('items'))}</${tag}>`;
  const properties = schema.get('properties');
  const members = isPyDict(properties) ? [...properties] : [];
  return members.length === 0 ? dots : `<${tag}>${members.map(([name, each]) => inner(name, each)).join('')}</${tag}>`;
}
