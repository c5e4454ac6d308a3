import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import { pyRepr, pyStr, pyStrip, stripSpan } from '../../python/index.ts';
import { ExpatError, expatMessage, readWithExpat } from '../../text/index.ts';
import { adapterParseError, completeFields, type DspyReading, type ParseFault, refusedAt } from './completeFields.ts';
import { parseValue, validateField } from './parseValue.ts';
import { typeName } from './pyType.ts';
import { definitionsOf, listOf } from './schemaOfType.ts';
import { type DspyField, type DspySignature, fieldsOf } from './signature.ts';

const root = '<dspy_root>';

/** `XMLAdapter.parse`. Raises `AdapterParseError`. Linear. */
export function readXml(signature: DspySignature, completion: string): DspyReading {
  const fault = { adapter: 'XMLAdapter', signature, response: completion };
  const elements = groupedChildren(rootOf(completion, fault));
  const found = new Map<string, PyValue>();
  const places = new Map<string, DspyReading['places'] extends ReadonlyMap<string, infer Place> ? Place : never>();
  const shift = (at: number) => Math.min(Math.max(0, at - root.length), completion.length);
  for (const field of fieldsOf(signature, 'output')) {
    const own = elements.get(field.name);
    const [first] = own ?? [];
    const last = own?.at(-1);
    if (!own || !first || !last) continue;
    const span = { start: shift(first.span.start), end: shift(last.span.end) };
    const inner = own.length === 1 ? stripSpan(completion, shift(first.inner.start), shift(first.inner.end)) : span;
    found.set(field.name, fieldValue(own, field, fault, inner));
    places.set(field.name, { span, inner });
  }
  return {
    ...completeFields(found, fault),
    places,
    dropped: () =>
      [...elements].flatMap(([name, items]) =>
        places.has(name)
          ? []
          : items.map(({ span: { start, end } }) => ({ name, span: { start: shift(start), end: shift(end) } })),
      ),
  };
}

/** The elements that a completion has at its top, by their names. Throws `ExpatError`. Linear. */
export function topElements(completion: string): ReadonlyMap<string, readonly XmlNode[]> {
  return groupedChildren(readElements(`${root}${completion}</dspy_root>`));
}

function rootOf(completion: string, fault: ParseFault): XmlNode {
  const document = `${root}${completion}</dspy_root>`;
  try {
    return readElements(document);
  } catch (error) {
    if (!(error instanceof ExpatError)) throw error;
    const at = Math.min(Math.max(0, error.at - root.length), completion.length);
    const message = `Failed to parse XML: ${expatMessage(document, error)}`;
    throw adapterParseError({ ...fault, message }, { span: { start: at, end: Math.min(at + 1, completion.length) } });
  }
}

/** The value of a field: by its schema, then by each of the schema's variants. */
function fieldValue(
  elements: readonly XmlNode[],
  field: DspyField,
  fault: ParseFault,
  span: { readonly start: number; readonly end: number },
): PyValue {
  let value: PyValue = null;
  let raised: unknown;
  for (const candidate of [field.schema, ...listOf(field.schema.get('anyOf'))])
    try {
      value = elementsValue(elements, candidate, definitionsOf(field.schema), 0);
      return parsedValue(value, field);
    } catch (error) {
      if (!(error instanceof EngineError || error instanceof RangeError)) throw error;
      raised = error;
    }
  const why = raised instanceof EngineError ? raised.message : 'maximum recursion depth exceeded';
  const message = `Failed to parse field ${fieldRepr(field)} with value ${pyStr(value)}: ${why}`;
  throw refusing(adapterParseError({ ...fault, message }, { span }), refusedAt(raised, fault.response, span));
}

/** A value that is no mere text goes to Pydantic as it is. */
function parsedValue(value: PyValue, field: DspyField): PyValue {
  try {
    return parseValue(value, field);
  } catch (error) {
    if (!(error instanceof EngineError) || error.class !== 'ValidationError') throw error;
    return validateField(field, value);
  }
}

/** `XMLAdapter._elements_to_value`. */
function elementsValue(
  elements: readonly XmlNode[],
  schemaValue: PyValue,
  definitions: PyDict,
  depth: number,
): PyValue {
  if (depth > maxDepth) throw new RangeError();
  const [element] = elements;
  if (!element) return null;
  let schema = resolved(schemaValue, definitions);
  const own = pyStrip(element.text);
  const members = listOf(schema.get('anyOf'));
  if (members.length > 0) {
    const choices = members.filter(isPyDict);
    if (choices.some(isNull) && element.children.length === 0 && own === '') return null;
    const others = choices.filter(choice => choice.get('type') !== 'null');
    const structured = others.find(choice => choice.get('type') !== 'string');
    schema = (element.children.length > 0 ? structured : undefined) ?? others[0] ?? new Map();
  }
  if (schema.get('type') === 'array') return listValue(elements, schema, definitions, depth);
  if (schema.get('type') === 'string' && element.children.length > 0)
    return element.text + element.children.map(child => elementText(child)).join('');
  const children = groupedChildren(element);
  if (children.size === 0) {
    if (schema.get('type') === 'object' && own === '') return new Map();
    return elements.length === 1 ? own : elements.map(({ text }) => pyStrip(text));
  }
  const properties = schema.get('properties');
  const extras = schema.get('additionalProperties');
  return new Map(
    [...children].map(([name, items]) => {
      const inner =
        (isPyDict(properties) ? properties.get(name) : undefined) ?? (isPyDict(extras) ? extras : new Map());
      return [name, elementsValue(items, inner, definitions, depth + 1)];
    }),
  );
}

function listValue(elements: readonly XmlNode[], schema: PyDict, definitions: PyDict, depth: number): PyValue {
  const [only] = elements;
  let items = elements;
  if (only && elements.length === 1) {
    const text = pyStrip(only.text);
    if (only.children.length === 0 && (text === '' || text.startsWith('['))) return text === '' ? [] : text;
    items = groupedChildren(only).get('item') ?? elements;
  }
  return items.map(item => elementsValue([item], schema.get('items') ?? new Map(), definitions, depth + 1));
}

function resolved(schema: PyValue, definitions: PyDict): PyDict {
  if (!isPyDict(schema)) return new Map();
  const ref = schema.get('$ref');
  const found = typeof ref === 'string' ? definitions.get(ref.slice(ref.lastIndexOf('/') + 1)) : undefined;
  return found !== undefined && isPyDict(found) ? found : schema;
}

function isNull(schema: PyDict): boolean {
  return schema.size === 1 && schema.get('type') === 'null';
}

/** Python's print of the field, as far as a definition tells of it. */
function fieldRepr({ name, type, desc, constraints, default: fallback }: DspyField): string {
  const prefix = name
    .split('_')
    .map(word => (word === word.toUpperCase() ? word : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()))
    .join(' ');
  const extra = new Map<string, PyValue>([
    ...(desc === undefined ? [] : [['desc', desc] as const]),
    ['__dspy_field_type', 'output'],
    ...(constraints === undefined ? [] : [['constraints', constraints] as const]),
    ['prefix', `${prefix}:`],
    ...(desc === undefined ? [['desc', `\${${name}}`] as const] : []),
  ]);
  const required = fallback === undefined ? 'required=True' : `required=False default=${pyRepr(fallback)}`;
  const metadata = metadataOf(constraints ?? '');
  return `annotation=${typeName(type)} ${required} json_schema_extra=${pyRepr(extra)}${metadata && ` metadata=[${metadata}]`}`;
}

/** What Pydantic's `Field` is told, by DSPy's words for it. */
const constraintClasses: Readonly<Record<string, string>> = {
  'greater than': 'Gt(gt',
  'greater than or equal to': 'Ge(ge',
  'less than': 'Lt(lt',
  'less than or equal to': 'Le(le',
  'minimum length': 'MinLen(min_length',
  'maximum length': 'MaxLen(max_length',
  'a multiple of the given number': 'MultipleOf(multiple_of',
};

function metadataOf(constraints: string): string {
  const parts = constraints.split(', ').flatMap(each => {
    const [words = '', value] = each.split(': ');
    const opening = Object.hasOwn(constraintClasses, words) ? constraintClasses[words] : undefined;
    return opening ? [`${opening}=${value})`] : [];
  });
  return parts.join(', ');
}

/** An element as ElementTree has it: `text` stands before its first child, `tail` behind it. */
export interface XmlNode {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
  tail: string;
  readonly children: XmlNode[];
  /** With its tags, and what is between them. */
  readonly span: Span;
  readonly inner: Span;
}

interface Building extends XmlNode {
  span: Span;
  inner: Span;
}

/** ElementTree's tree of a document. Throws `ExpatError`. Linear. */
function readElements(document: string): XmlNode {
  const open: Building[] = [];
  let root: Building | undefined;
  let last: Building | undefined;
  readWithExpat(document, {
    start(tag, attributes, span) {
      const made = {
        tag,
        attributes,
        text: '',
        tail: '',
        children: [],
        span,
        inner: { start: span.end, end: span.end },
      };
      open.at(-1)?.children.push(made);
      root ??= made;
      open.push(made);
      last = undefined;
    },
    text(data) {
      if (last) last.tail += data;
      else if (open.length > 0) open.at(-1)!.text += data;
    },
    end(span) {
      last = open.pop();
      if (!last) return;
      last.span = { start: last.span.start, end: span.end };
      last.inner = { start: last.inner.start, end: Math.max(last.inner.start, span.start) };
    },
  });
  return root!;
}

/** The children by their names; of an `entry` by its key. */
function groupedChildren({ children }: XmlNode): ReadonlyMap<string, readonly XmlNode[]> {
  const groups = new Map<string, XmlNode[]>();
  for (const child of children) {
    const name = (child.tag === 'entry' ? child.attributes.get('key') : undefined) ?? child.tag;
    const group = groups.get(name);
    if (group) group.push(child);
    else groups.set(name, [child]);
  }
  return groups;
}

/** `ET.tostring(element, encoding="unicode")`: with what stands behind it. Recursion is as deep as the element, which is limited. */
function elementText({ tag, attributes, text, tail, children }: XmlNode, depth = 0): string {
  if (depth > maxDepth) throw new RangeError();
  const attributeText = [...attributes].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
  const inner = escapeText(text) + children.map(child => elementText(child, depth + 1)).join('');
  return `${inner === '' ? `<${tag}${attributeText} />` : `<${tag}${attributeText}>${inner}</${tag}>`}${escapeText(tail)}`;
}

/** How deep elements are walked, as far as CPython's stack goes. */
const maxDepth = 900;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  const named = escapeText(text).replaceAll('"', '&quot;');
  return named.replaceAll('\r', '&#13;').replaceAll('\n', '&#10;').replaceAll('\t', '&#09;');
}
