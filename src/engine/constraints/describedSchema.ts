import { pointerStep } from '../core/pointerStep.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { asSchema } from '../json/schema/subschema.ts';
import type { ConstraintKeyword } from './constraint.ts';

/** What a keyword asks for, in words that a model reads; of the others their JSON is told. */
const words: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: value => `at least ${value} characters`,
  maxLength: value => `at most ${value} characters`,
  minItems: value => `at least ${value} items`,
  maxItems: value => `at most ${value} items`,
  minProperties: value => `at least ${value} members`,
  maxProperties: value => `at most ${value} members`,
  minimum: value => `at least ${value}`,
  maximum: value => `at most ${value}`,
  exclusiveMinimum: value => `more than ${value}`,
  exclusiveMaximum: value => `less than ${value}`,
  multipleOf: value => `a multiple of ${value}`,
  uniqueItems: () => 'no item twice',
  pattern: value => `matches ${value}`,
  format: value => `in the format ${value}`,
  required: value => `always with ${[value].flat().join(', ')}`,
};

/** The longest JSON of a keyword that is told. */
const maxTold = 200;

/** The schema with what an engine drops said in the descriptions of the subschemas, which models read: `at most 3 items`. Linear. */
export function describedSchema(schema: JsonSchema, dropped: readonly ConstraintKeyword[]): JsonSchema {
  const byPath = new Map<string, string[]>();
  for (const { keyword, path } of dropped) byPath.set(path, [...(byPath.get(path) ?? []), keyword]);
  const copy = JSON.parse(JSON.stringify(schema)) as JsonSchema;
  for (const [path, keywords] of byPath) {
    const part = partAt(copy, path) as Record<string, unknown> | undefined;
    const told = part && keywords.flatMap(keyword => (keyword in part ? [wordsOf(keyword, part[keyword])] : []));
    if (!told || told.length === 0) continue;
    const before = typeof part.description === 'string' && part.description !== '' ? `${part.description} ` : '';
    part.description = `${before}(${told.join('; ')})`;
  }
  return copy;
}

function wordsOf(keyword: string, value: unknown): string {
  const isPlain = [value].flat().every(each => typeof each !== 'object');
  const known = isPlain && Object.hasOwn(words, keyword) ? words[keyword] : undefined;
  return known ? known(value) : `${keyword}: ${JSON.stringify(value)}`.slice(0, maxTold);
}

function partAt(schema: JsonSchema, path: string): JsonSchema | undefined {
  let part: unknown = schema;
  for (const step of path.split('/').slice(1)) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = (part as Record<string, unknown>)[pointerStep(step)];
  }
  return asSchema(part);
}
