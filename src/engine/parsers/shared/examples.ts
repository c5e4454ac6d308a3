import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonLoads, toJsonText } from '../../python/index.ts';

/** A value in a JSON fence. */
export function fencedExample(value: PyValue): string {
  return `\`\`\`json\n${toJsonText(value)}\n\`\`\``;
}

/** What a hint asks for where it is a JSON value, or text that is JSON or says true or false; `undefined` for other text. */
export function exampleOfText(hint: PyValue): PyValue | undefined {
  if (hint === null) return undefined;
  const value = exampleOfHint(hint);
  if (typeof value !== 'string') return value;
  const read = jsonLoads(value);
  return read.ok ? read.value : undefined;
}

/** An object for the `content_schema` or `content_hint`, with every required key. */
export function exampleDict(config: PyDict): PyDict {
  const schema = config.get('content_schema');
  const made = isPyDict(schema) ? exampleOfSchema(schema, schema) : exampleOfText(config.get('content_hint') ?? null);
  const value = new Map(made !== undefined && isPyDict(made) ? made : []);
  const required = config.get('required_keys');
  for (const key of isPyList(required) ? required : [])
    if (typeof key === 'string' && !value.has(key)) value.set(key, `the ${key}`);
  return value.size > 0 ? value : new Map([['answer', 'yes']]);
}

/** How deep an example follows a schema, which may name itself. */
const maxDepth = 8;
/** How many schemas an example follows: those that name others twice double them with every level. */
const maxSchemas = 10_000;
/** How many items an example's list has at most. */
const maxItems = 5;

/** A value that a hint asks for, of the hint's own form: `true` where the words offer true and false, else the words themselves. */
function exampleOfHint(hint: PyValue): PyValue {
  if (isPyDict(hint)) return new Map([...hint].map(([key, value]) => [key, exampleOfHint(value)]));
  if (isPyList(hint)) return hint.map(exampleOfHint);
  if (typeof hint !== 'string') return hint;
  return /\btrue\b/i.test(hint) && /\bfalse\b/i.test(hint) ? true : hint;
}

/** A value that a JSON Schema accepts, as far as its common keywords say; `root` holds the `$defs`. Total. */
export function exampleOfSchema(schema: PyValue, root: PyDict): PyValue {
  return exampleWithin(schema, root, 0, { schemas: maxSchemas });
}

function exampleWithin(schema: PyValue, root: PyDict, depth: number, left: { schemas: number }): PyValue {
  if (!isPyDict(schema) || depth > maxDepth || left.schemas-- <= 0) return null;
  const inner = (value: PyValue) => exampleWithin(value, root, depth + 1, left);
  for (const key of ['const', 'default']) if (schema.has(key)) return schema.get(key) ?? null;
  for (const key of ['examples', 'enum']) {
    const values = schema.get(key);
    if (isPyList(values) && values.length > 0) return values[0] ?? null;
  }
  const ref = schema.get('$ref');
  if (typeof ref === 'string') return inner(definitionAt(root, ref));
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const choices = schema.get(key);
    if (isPyList(choices) && choices.length > 0) return inner(choices.find(choice => !isNull(choice)) ?? null);
  }
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, inner);
    case 'array':
      return listOf(schema, inner);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(schema);
  }
}

function definitionAt(root: PyDict, ref: string): PyValue {
  let value: PyValue = root;
  for (const step of ref.replace(/^#\/?/, '').split('/')) {
    if (!isPyDict(value)) return null;
    value = value.get(step) ?? null;
  }
  return value;
}

function isNull(schema: PyValue): boolean {
  return isPyDict(schema) && schema.get('type') === 'null';
}

function typeOf(schema: PyDict): PyValue {
  const type = schema.get('type');
  if (isPyList(type)) return type.find(each => each !== 'null') ?? null;
  return type ?? (schema.has('properties') ? 'object' : null);
}

/** The required members, or all where the schema requires none. */
function objectOf(schema: PyDict, inner: (schema: PyValue) => PyValue): PyDict {
  const properties = schema.get('properties');
  const required = schema.get('required');
  const members = isPyDict(properties) ? [...properties] : [];
  const kept = isPyList(required) && required.length > 0 ? members.filter(([key]) => required.includes(key)) : members;
  return new Map(kept.map(([key, value]) => [key, inner(value)]));
}

function listOf(schema: PyDict, inner: (schema: PyValue) => PyValue): PyValue {
  const prefix = schema.get('prefixItems');
  if (isPyList(prefix)) return prefix.map(inner);
  const least = schema.get('minItems');
  const length = Math.min(maxItems, Math.max(1, typeof least === 'number' ? least : 1));
  return Array.from({ length }, () => inner(schema.get('items') ?? null));
}

function numberOf(schema: PyDict): PyValue {
  const [least, above, most] = ['minimum', 'exclusiveMinimum', 'maximum'].map(key => schema.get(key) ?? null);
  if (least !== undefined && least !== null) return least;
  if (typeof above === 'number') return above + 1;
  return typeof most === 'number' && most < 1 ? most : 1;
}

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00',
  duration: 'PT1H',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '3b241101-e2bb-4255-8caf-4136c566a962',
};

function textOf(schema: PyDict): string {
  const format = schema.get('format');
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format] ?? '';
  const words = schema.get('description') ?? schema.get('title');
  const text = typeof words === 'string' ? words : 'text';
  const [least, most] = ['minLength', 'maxLength'].map(key => schema.get(key) ?? null);
  const long = typeof least === 'number' ? text.padEnd(Math.min(least, 1000), '.') : text;
  return typeof most === 'number' ? long.slice(0, most) : long;
}
