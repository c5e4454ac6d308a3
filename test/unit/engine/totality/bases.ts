import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import type { ParserType } from '../../../../src/engine/parsers/parserType.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';
import { type Entries, type Tree, toTree } from './mutate.ts';

const examples = join(import.meta.dirname, '../../../../examples');

/** A schema with a bit of everything. */
const schema = {
  type: 'object',
  title: 'Answer',
  description: 'an answer',
  required: ['a', 'b'],
  additionalProperties: { type: 'string' },
  properties: {
    a: {
      type: 'string',
      pattern: '^a+$',
      minLength: 1,
      maxLength: 9,
      format: 'date-time',
      description: 'an a',
      default: 'a',
    },
    b: { type: 'integer', minimum: -1, exclusiveMaximum: 9, multipleOf: 1 },
    c: { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 3, uniqueItems: true },
    d: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/inner' }], default: null },
    e: { enum: ['x', 'y', 1, null] },
    f: {
      oneOf: [
        { type: 'object', properties: { k: { const: 'p' } } },
        { type: 'object', properties: { k: { const: 'q' } } },
      ],
    },
    g: { type: ['string', 'null'], format: 'uri' },
    h: { allOf: [{ type: 'object', properties: { z: { type: 'boolean' } } }] },
    i: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
    j: { type: 'object', additionalProperties: { type: 'integer' }, propertyNames: { pattern: '^k' } },
  },
  $defs: {
    inner: { type: 'object', properties: { inner: { $ref: '#/$defs/inner' }, n: { type: 'string', enum: ['l'] } } },
  },
};
const sampled = [
  { name: 'one', text: 'a', expect: { value: { a: 1 } }, task: 'do' },
  { text: '```json\n{"a": 1}\n```', expect: { error: 'JSONDecodeError' } },
];

/** Definitions to be mutated, of every type: its template, those of the examples, and one with all of its keys. */
export function basesOf(type: ParserType): readonly Tree[] {
  const own = toTree(JSON.parse(type.template)) as Entries;
  const everything: Entries = { entries: structuredClone(own.entries) };
  for (const key of Object.keys(type.keys))
    if (!everything.entries.some(([name]) => name === key)) everything.entries.push([key, toTree(schema)]);
  const withSchema: Entries = {
    entries: own.entries.map(([key, value]): [string, Tree] => [
      key,
      typeof value === 'object' && value !== null && 'entries' in value ? toTree(schema) : structuredClone(value),
    ]),
  };
  withSchema.entries.push(['samples', toTree(sampled)]);
  return [own, withSchema, everything, ...(exampleTrees.get(type.type) ?? [])];
}

const exampleTrees = new Map<string, Tree[]>();
for (const name of readdirSync(examples).filter(each => each.endsWith('.parser.json'))) {
  const text = readFileSync(join(examples, name), 'utf8');
  for (const { parserType, span } of readDefinitions(text, name).definitions) {
    const own = exampleTrees.get(parserType.type) ?? [];
    try {
      own.push(toTree(JSON.parse(text.slice(span.start, span.end))));
    } catch {
      // Its comments are not JSON.
      continue;
    }
    exampleTrees.set(parserType.type, own);
  }
}

/** Types whose definitions are code of the user's are left out. */
export const dataTypes: readonly ParserType[] = parserTypes.filter(({ type }) => type !== 'custom');
