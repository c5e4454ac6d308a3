import type { JsonSchema } from '../../json/jsonSchema.ts';
import { asSchema, has, propertiesOf, requiredOf, step } from '../../json/schema/subschema.ts';
import {
  choice,
  type Grammar,
  type ListedItem,
  literal,
  optional,
  repetition,
  type SchemaNotes,
  separated,
  sequence,
} from '../grammar.ts';
import { automatonOf } from '../network.ts';
import { NoGrammarError } from '../noGrammarError.ts';
import { patternGrammar } from '../patternGrammar.ts';
import { anyJsonString, jsonBreak, jsonGap, jsonStringLiteral, jsonStringOf } from './jsonPieces.ts';

/** What the grammar of a subschema is made within. */
export interface SchemaContext {
  readonly notes: SchemaNotes;
  /** What must not stand in a string as it is. */
  readonly words: readonly string[];
  /** A new rule, and the reference to it. */
  rule(name: string, grammar: Grammar): Grammar;
  /** The JSON that a subschema allows. Throws `NoGrammarError` where no value is valid, or the grammar is too large. */
  value(schema: unknown, path: string): Grammar;
}

/** How often members or items are counted. */
const maxCount = 500;

/** The objects of a schema, as JSON: the members in the order of the schema, further ones only where there are no `properties`. */
export function objectGrammar(schema: JsonSchema, path: string, within: SchemaContext): Grammar {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const others = required.filter(name => !Object.hasOwn(properties, name));
  const further = furtherOf(schema);
  if (others.length > 0 && further === false)
    throw new NoGrammarError(`A member that is required is forbidden as well: \`${others[0]}\`.`, { isEmpty: true });
  const names = [...Object.keys(properties), ...new Set(others)];
  if (names.length === 0) return freeObject(schema, path, within);
  const isOpen = schema.additionalProperties !== false;
  if (names.length > 1)
    within.notes.add(path, 'properties', 'narrowed', 'Members are written in the order of the schema');
  if (isOpen)
    within.notes.add(
      path,
      'additionalProperties',
      'narrowed',
      'Members that are not in `properties` are never written',
    );
  if (has(schema, 'patternProperties'))
    within.notes.add(path, 'patternProperties', 'narrowed', 'Members that are not in `properties` are never written');
  noteCounts(schema, path, within, required.length, names.length);
  const members = names.map((name): ListedItem => {
    const value = Object.hasOwn(properties, name) ? properties[name] : further;
    const at = Object.hasOwn(properties, name) ? `${path}/properties${step(name)}` : `${path}/additionalProperties`;
    return {
      grammar: member(jsonStringLiteral(name, within.words), within.value(value, at)),
      isRequired: required.includes(name),
    };
  });
  return sequence(
    literal('{'),
    jsonBreak,
    separated(members, sequence(literal(','), jsonGap), grammar => within.rule('members', grammar)),
    jsonBreak,
    literal('}'),
  );
}

function member(name: string, value: Grammar): Grammar {
  return sequence(literal(`${name}:`), optional(literal(' ')), value);
}

function furtherOf(schema: JsonSchema): unknown {
  return has(schema, 'additionalProperties') ? schema.additionalProperties : true;
}

/** Counts are kept where they follow from what is required and known. */
function noteCounts(schema: JsonSchema, path: string, within: SchemaContext, least: number, most: number): void {
  const { minProperties, maxProperties } = schema;
  if (typeof minProperties === 'number' && minProperties > least)
    within.notes.add(path, 'minProperties', 'dropped', 'Members that may be left out are not counted');
  if (typeof maxProperties === 'number' && maxProperties < most)
    within.notes.add(path, 'maxProperties', 'dropped', 'Members that may be left out are not counted');
}

/** An object whose members have any name, or one that a pattern tells. */
function freeObject(schema: JsonSchema, path: string, within: SchemaContext): Grammar {
  const members = freeMembers(schema, path, within);
  const [min, max] = countsOf(schema, path, within);
  if (members.length === 0 || max === 0) {
    if (min > 0) throw new NoGrammarError('An object without members is asked for members.');
    return sequence(literal('{'), jsonBreak, literal('}'));
  }
  if (min > 1) within.notes.add(path, 'minProperties', 'dropped', 'That two members have one name is not told');
  const one = choice(...members);
  const rest = repetition(sequence(literal(','), jsonGap, one), Math.max(min - 1, 0), max - 1);
  const all = sequence(one, rest);
  return sequence(literal('{'), jsonBreak, min === 0 ? optional(all) : all, jsonBreak, literal('}'));
}

function freeMembers(schema: JsonSchema, path: string, within: SchemaContext): readonly Grammar[] {
  const patterns = Object.entries(asSchema(schema.patternProperties) ?? {});
  const further = furtherOf(schema);
  const named = patterns.map(([pattern, value]) =>
    sequence(
      jsonStringOf(within.words, automatonOf(patternGrammar(pattern))),
      literal(':'),
      optional(literal(' ')),
      within.value(value, `${path}/patternProperties${step(pattern)}`),
    ),
  );
  if (patterns.length > 1)
    within.notes.add(path, 'patternProperties', 'dropped', 'A name that fits two patterns has the value of one');
  if (patterns.length > 0) {
    if (further !== false)
      within.notes.add(path, 'additionalProperties', 'narrowed', 'Names that fit no pattern are never written');
    return named;
  }
  if (further === false) return [];
  const name = nameOf(schema, path, within);
  return [sequence(name, literal(':'), optional(literal(' ')), within.value(further, `${path}/additionalProperties`))];
}

function nameOf(schema: JsonSchema, path: string, within: SchemaContext): Grammar {
  const names = asSchema(schema.propertyNames);
  return names ? within.value({ type: 'string', ...names }, `${path}/propertyNames`) : anyJsonString(within.words);
}

function countsOf(schema: JsonSchema, path: string, within: SchemaContext): readonly [number, number] {
  return countRange(schema, path, within, ['minProperties', 'maxProperties']);
}

/** The bounds of a count; what is too large goes into the notes. */
function countRange(
  schema: JsonSchema,
  path: string,
  within: SchemaContext,
  [least, most]: readonly [string, string],
): readonly [number, number] {
  const read = (keyword: string, none: number): number => {
    const value = schema[keyword];
    if (typeof value !== 'number') return none;
    if (value <= maxCount) return value;
    within.notes.add(path, keyword, 'dropped', `A grammar that counts more than ${maxCount} would be too large`);
    return none;
  };
  return [read(least, 0), read(most, Number.POSITIVE_INFINITY)];
}

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
