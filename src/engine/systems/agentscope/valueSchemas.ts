import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { AnswerGrammar } from '../../grammar/index.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { fencedJsonAnswer } from '../../parsers/shared/answerGrammars.ts';
import { namesIn } from '../../parsers/shared/keyNames.ts';
import type { NoSchema, ResultShape, SchemaLoss, ValueSchema } from '../../parsers/shared/schemas.ts';
import { jsonLoads, pyStr, toJsonText } from '../../python/index.ts';

/** The schema of a fenced dictionary: its `content_schema`, else what its hint shows. */
export function dictSchema(source: DefinitionSource): ValueSchema | NoSchema {
  const schema = source.config.get('content_schema') ?? null;
  return isPyDict(schema) ? { schema, key: 'content_schema', losses: [] } : hintedSchema(source);
}

/** The schema of what a hint shows, with `required_keys`. */
export function hintedSchema(source: DefinitionSource): ValueSchema | NoSchema {
  const { config } = source;
  const hint = shownBy(config.get('content_hint') ?? null);
  const required = namesIn(config, 'required_keys').map(({ name }) => name);
  if (!isPyDict(hint) && required.length === 0)
    return { reason: 'Its hint does not name the keys of the value. Write it as an object, or add a schema.' };
  const properties = new Map(isPyDict(hint) ? (hintSchema(hint).get('properties') as PyDict) : []);
  for (const key of required) if (!properties.has(key)) properties.set(key, new Map());
  const losses: SchemaLoss[] = [
    { key: 'content_hint', message: 'The hints become the descriptions of a schema.' },
    ...(required.length > 0
      ? [{ key: 'required_keys', message: '`required_keys` become `required` of the schema.' }]
      : []),
  ];
  return { schema: objectSchema(source, properties, required), key: 'content_hint', losses };
}

/** The schema of tagged contents: a key for each tag. */
export function taggedSchema(source: DefinitionSource): ValueSchema {
  const { config } = source;
  const tags = config.get('tagged_contents');
  const optional = new Set(namesIn(config, 'keys_allow_missing').map(({ name }) => name));
  const properties = new Map<string, PyValue>();
  for (const tag of isPyList(tags) ? tags : []) {
    if (!isPyDict(tag)) continue;
    const key = tag.get('name');
    const type = tag.get('parse_json') === true ? undefined : 'string';
    if (typeof key === 'string')
      properties.set(key, dict({ type, description: pyStr(tag.get('content_hint') ?? null) }));
  }
  const required = [...properties.keys()].filter(key => !optional.has(key));
  const losses: SchemaLoss[] = [
    {
      key: 'tagged_contents',
      message: 'Each tag becomes a key of an object with its hint as description; the tags themselves are lost.',
    },
  ];
  if (optional.size > 0)
    losses.push({
      key: 'keys_allow_missing',
      message: 'Names of `keys_allow_missing` become keys that are not required.',
    });
  return { schema: objectSchema(source, properties, required), key: 'tagged_contents', losses };
}

/** What a parser gives that holds its values to `content_schema`, and without one only to being a dictionary. */
export function dictResult(source: DefinitionSource): ResultShape {
  const schema = dictSchema(source);
  if ('reason' in schema) return { schemas: [dict({ type: 'object' })] };
  return { schemas: [schema.key === 'content_schema' ? schema.schema : withoutNested(schema.schema)] };
}

/** What a parser of tagged contents gives. */
export function taggedResult(source: DefinitionSource): ResultShape {
  return { schemas: [withoutNested(taggedSchema(source).schema)] };
}

/** Hints inside hints are not enforced by any parser; nor is a hint's own form, and a tag's content may be anything where it is JSON. */
function withoutNested(schema: PyDict): PyDict {
  const properties = schema.get('properties') as PyDict;
  const flat = [...properties].map(([key, part]): [string, PyValue] => {
    const { type, description } = isPyDict(part) ? Object.fromEntries(part) : {};
    return [key, dict({ type: type === 'string' ? type : undefined, description })];
  });
  return new Map<string, PyValue>([...schema, ['additionalProperties', true], ['properties', new Map(flat)]]);
}

/** The hint; one whose text is JSON stands for that JSON. */
function shownBy(hint: PyValue): PyValue {
  if (typeof hint !== 'string') return hint;
  const read = jsonLoads(hint);
  return read.ok ? read.value : hint;
}

function objectSchema({ name, config }: DefinitionSource, properties: PyDict, names: readonly string[]): PyDict {
  const description = config.get('description');
  return dict({
    title: name,
    description: typeof description === 'string' ? description : undefined,
    type: 'object',
    properties,
    required: names.length > 0 ? names : undefined,
  });
}

/** The grammar of a fenced dictionary. Hints do not hold a value to a type, so that any JSON may stand for them. */
export function dictGrammar(source: DefinitionSource, isAround: boolean): AnswerGrammar {
  const schema = source.config.get('content_schema');
  if (isPyDict(schema)) return fencedJsonAnswer(withRequired(source, schema), isAround);
  const hinted = hintedSchema(source);
  if ('reason' in hinted) return fencedJsonAnswer(dict({ type: 'object' }), isAround);
  const properties = [...(hinted.schema.get('properties') as PyDict).keys()].map((key): [string, PyValue] => [
    key,
    dict({}),
  ]);
  return fencedJsonAnswer(new Map([...hinted.schema, ['properties', new Map(properties)]]), isAround);
}

/** The schema, with `required_keys` as well. */
function withRequired({ config }: DefinitionSource, schema: PyDict): PyDict {
  const names = namesIn(config, 'required_keys').map(({ name }) => name);
  const required = schema.get('required');
  const all = [...new Set([...(isPyList(required) ? required : []), ...names])];
  return all.length === 0 ? schema : new Map<string, PyValue>([...schema, ['required', all]]);
}

/**
 * The schema of what a hint shows: an object's keys with their hints as descriptions, a list's first item. A hint that
 * is text says nothing of the type, so any value is allowed. Recursion is as deep as the hint, which its reader limits.
 */
function hintSchema(hint: PyValue): PyDict {
  if (isPyDict(hint))
    return dict({ type: 'object', properties: new Map([...hint].map(([key, value]) => [key, hintSchema(value)])) });
  if (isPyList(hint)) return dict({ type: 'array', items: hint.length === 1 ? hintSchema(hint[0]!) : undefined });
  if (hint === null) return new Map();
  return dict({ description: typeof hint === 'string' ? hint : toJsonText(hint) });
}
