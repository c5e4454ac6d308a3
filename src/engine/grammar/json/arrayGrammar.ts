import type { JsonSchema } from '../../json/jsonSchema.ts';
import { has } from '../../json/schema/subschema.ts';
import { type Grammar, literal, optional, repetition, sequence } from '../grammar.ts';
import { NoGrammarError } from '../noGrammarError.ts';
import { jsonBreak, jsonGap } from './jsonPieces.ts';
import { countRange } from './objectGrammar.ts';
import type { SchemaContext } from './schemaContext.ts';

/** The arrays of a schema, as JSON. */
export function arrayGrammar(schema: JsonSchema, path: string, within: SchemaContext): Grammar {
  noteUnkept(schema, path, within);
  const [min, max] = countRange(schema, path, within, ['minItems', 'maxItems']);
  if (min > max) throw new NoGrammarError('An array is asked for more items than it may have.');
  const { first, rest } = itemsOf(schema, path, within);
  const comma = sequence(literal(','), jsonGap);
  const placed = first.slice(0, max);
  if (placed.length === 0) return bracketed(rest && max > 0 ? many(rest, comma, min, max) : emptyList(min));
  const further = rest
    ? repetition(sequence(comma, rest), Math.max(min - placed.length, 0), Math.max(max - placed.length, 0))
    : sequence();
  if (!rest && min > placed.length) throw new NoGrammarError('An array is asked for more items than it may have.');
  const isWhole = rest !== undefined && Math.max(max - placed.length, 0) > 0;
  // Items that have a place follow one another, and may end early behind the least.
  let tail: Grammar = isWhole ? further : sequence();
  for (let i = placed.length - 1; i > 0; i--) {
    const with_ = sequence(comma, placed[i]!, tail);
    tail = i >= min ? optional(with_) : with_;
  }
  const all = sequence(placed[0]!, tail);
  return bracketed(min === 0 ? optional(all) : all);
}

function emptyList(min: number): Grammar {
  if (min > 0) throw new NoGrammarError('An array is asked for more items than it may have.');
  return sequence();
}

function bracketed(inside: Grammar): Grammar {
  return sequence(literal('['), jsonBreak, inside, jsonBreak, literal(']'));
}

function many(item: Grammar, comma: Grammar, min: number, max: number): Grammar {
  const all = sequence(item, repetition(sequence(comma, item), Math.max(min - 1, 0), max - 1));
  return min === 0 ? optional(all) : all;
}

interface Items {
  readonly first: readonly Grammar[];
  /** What follows; absent: nothing. */
  readonly rest: Grammar | undefined;
}

function itemsOf(schema: JsonSchema, path: string, within: SchemaContext): Items {
  const isOld = Array.isArray(schema.items);
  const key = isOld ? 'items' : 'prefixItems';
  const list = Array.isArray(schema[key]) ? (schema[key] as readonly unknown[]) : [];
  const first = list.map((each, i) => within.value(each, `${path}/${key}/${i}`));
  const restKey = isOld ? 'additionalItems' : 'items';
  const value = has(schema, restKey) ? schema[restKey] : true;
  return { first, rest: value === false ? undefined : within.value(value, `${path}/${restKey}`) };
}

function noteUnkept(schema: JsonSchema, path: string, within: SchemaContext): void {
  if (schema.uniqueItems === true)
    within.notes.add(path, 'uniqueItems', 'dropped', 'No grammar tells whether items are the same');
  for (const keyword of ['contains', 'minContains', 'maxContains', 'unevaluatedItems'])
    if (has(schema, keyword)) within.notes.add(path, keyword, 'dropped', 'A grammar does not look for single items');
}
