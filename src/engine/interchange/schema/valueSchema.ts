import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Definition } from '../../definition/definition.ts';
import { outputModel } from '../../parsers/structured/outputModel.ts';
import { jsonLoads } from '../../python/jsonLoads.ts';
import { pyStr } from '../../python/repr.ts';
import type { Loss } from '../interchange.ts';
import { dict } from './dict.ts';
import { hintSchema } from './hintSchema.ts';

/** The JSON Schema of a definition's value. */
export interface ValueSchema {
  readonly schema: PyDict;
  /** The key of the definition that it comes from. */
  readonly key: string;
  /** What is not the same as in the definition. */
  readonly losses: readonly Loss[];
}

/** Why a value has no schema; in words for people. */
export interface NoSchema {
  readonly reason: string;
}

/** The schema of a definition's value, of all types whose value is one object; else the reason. */
export function valueSchema(definition: Definition): ValueSchema | NoSchema {
  const make = makers[definition.type];
  return make ? make(definition) : { reason: `The value of \`${definition.type}\` is not an object with known keys.` };
}

const makers: Readonly<Record<string, (definition: Definition) => ValueSchema | NoSchema>> = {
  MarkdownJsonDictParser: dictSchema,
  MarkdownJsonObjectParser: hintedSchema,
  MultiTaggedContentParser: taggedSchema,
  AgentOutput: outputSchema,
};

function dictSchema(definition: Definition): ValueSchema | NoSchema {
  const schema = definition.source.config.get('content_schema') ?? null;
  if (isPyDict(schema)) return { schema, key: 'content_schema', losses: [] };
  return hintedSchema(definition);
}

function hintedSchema(definition: Definition): ValueSchema | NoSchema {
  const { name, type, source } = definition;
  const hint = hintOf(source.config.get('content_hint') ?? null);
  const required = textsOf(source.config.get('required_keys'));
  if (!isPyDict(hint) && required.length === 0)
    return { reason: 'Its hint does not name the keys of the value. Write it as an object, or add a schema.' };
  const shown: PyDict = isPyDict(hint) ? (hintSchema(hint).get('properties') as PyDict) : new Map();
  const properties = new Map(shown);
  for (const key of required) if (!properties.has(key)) properties.set(key, new Map());
  const schema = objectSchema(definition, properties, required);
  const losses: Loss[] = [
    { definition: name, key: 'content_hint', message: 'The hints become the descriptions of a schema.' },
  ];
  if (required.length > 0)
    losses.push({
      definition: name,
      key: 'required_keys',
      message: '`required_keys` become `required` of the schema.',
    });
  if (type !== 'MarkdownJsonDictParser') losses.push(typeLoss(definition));
  return { schema, key: 'content_hint', losses };
}

/** The hint; one that is text is taken for what it shows where that is JSON. */
function hintOf(hint: PyValue): PyValue {
  if (typeof hint !== 'string') return hint;
  const read = jsonLoads(hint);
  return read.ok ? read.value : hint;
}

function taggedSchema(definition: Definition): ValueSchema | NoSchema {
  const { name, source } = definition;
  const tags = source.config.get('tagged_contents') ?? null;
  const optional = new Set(textsOf(source.config.get('keys_allow_missing')));
  const properties = new Map<string, PyValue>();
  for (const tag of isPyList(tags) ? tags : []) {
    if (!isPyDict(tag)) continue;
    const key = tag.get('name');
    const type = tag.get('parse_json') === true ? undefined : 'string';
    if (typeof key === 'string')
      properties.set(key, dict({ type, description: pyStr(tag.get('content_hint') ?? null) }));
  }
  const required = [...properties.keys()].filter(key => !optional.has(key));
  const losses: Loss[] = [
    {
      definition: name,
      key: 'tagged_contents',
      message: 'Each tag becomes a key of an object with its hint as description; the tags themselves are lost.',
    },
    typeLoss(definition),
  ];
  if (optional.size > 0)
    losses.push({
      definition: name,
      key: 'keys_allow_missing',
      message: 'Names of `keys_allow_missing` become keys that are not required.',
    });
  return { schema: objectSchema(definition, properties, required), key: 'tagged_contents', losses };
}

function outputSchema(definition: Definition): ValueSchema {
  const { name, source } = definition;
  const { schema } = outputModel(
    textsOf(source.config.get('allowed_kinds')),
    textsOf(source.config.get('extra_fields')),
  );
  const becomes = (key: string) => ({ definition: name, key, message: `\`${key}\` becomes part of the schema.` });
  const losses = [typeLoss(definition), becomes('allowed_kinds')];
  if (source.config.has('extra_fields')) losses.push(becomes('extra_fields'));
  return { schema, key: 'allowed_kinds', losses };
}

function objectSchema({ name, description }: Definition, properties: PyDict, required: readonly string[]): PyDict {
  return dict({
    title: name,
    description,
    type: 'object',
    properties,
    required: required.length > 0 ? required : undefined,
  });
}

function typeLoss({ name, type }: Definition): Loss {
  return {
    definition: name,
    key: 'type',
    message: `Imported again, it is an object with a schema, not \`${type}\`.`,
  };
}

function textsOf(value: PyValue | undefined): readonly string[] {
  return value !== undefined && isPyList(value) ? value.filter(item => typeof item === 'string') : [];
}
