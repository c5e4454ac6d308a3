import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyStr } from '../../python/index.ts';
import { fieldText } from './fieldText.ts';
import { isModel, isPlain, withoutNone } from './pyType.ts';
import { definitionsOf, listOf } from './schemaOfType.ts';
import type { DspyField } from './signature.ts';

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
