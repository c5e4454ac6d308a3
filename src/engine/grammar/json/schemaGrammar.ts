import type { JsonSchema } from '../../json/jsonSchema.ts';
import { areDisjoint } from '../../json/schema/areDisjoint.ts';
import { asSchema, has, listOf, mayBe, targetOf, typesOf } from '../../json/schema/subschema.ts';
import {
  choice,
  type Format,
  type Grammar,
  literal,
  reference,
  repetition,
  SchemaNotes,
  sequence,
} from '../grammar.ts';
import { NoGrammarError } from '../noGrammarError.ts';
import { arrayGrammar, objectGrammar, type SchemaContext } from './containerGrammar.ts';
import { anyJsonString, jsonBreak, jsonConstant, jsonGap } from './jsonPieces.ts';
import { annotations, mergeSchemas } from './mergeSchemas.ts';
import { anyNumber, numberGrammar } from './numberGrammar.ts';
import { stringGrammar } from './stringGrammar.ts';

/** How many subschemas a grammar is made of at most. */
const maxSubschemas = 5000;
/** How deep schemas stand in each other. */
const maxDepth = 200;
/** The most values of one `enum`. */
const maxValues = 5000;

const allTypes = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;

/** Makes the grammar of the JSON that a schema allows, and notes what it does not keep. */
export class SchemaGrammar implements SchemaContext {
  readonly notes = new SchemaNotes();
  readonly rules = new Map<string, Grammar>();
  /** What must not stand in a string as it is. */
  readonly words: readonly string[];
  readonly #root: JsonSchema;
  readonly #references = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #strings = new Map<string, Grammar>();
  #subschemas = 0;
  #depth = 0;

  constructor(root: JsonSchema, words: readonly string[]) {
    this.#root = root;
    this.words = words;
  }

  /** A new rule, and the reference to it. */
  rule(name: string, grammar: Grammar): Grammar {
    const own = this.#newName(name);
    this.rules.set(own, grammar);
    return reference(own);
  }

  /** The JSON that a subschema allows. Throws `NoGrammarError` where no value is valid, or the grammar is too large. */
  value(schema: unknown, path: string): Grammar {
    if (++this.#subschemas > maxSubschemas)
      throw new NoGrammarError(`The schema has more than ${maxSubschemas} parts: its grammar would be too large.`);
    if (schema === false) throw new NoGrammarError('The schema allows no value.', { isEmpty: true });
    const part = asSchema(schema);
    if (!part || Object.keys(part).length === 0) return this.#any();
    if (this.#depth >= maxDepth) throw new NoGrammarError(`The schema is nested more than ${maxDepth} deep.`);
    this.#depth++;
    try {
      return this.#schema(part, path);
    } finally {
      this.#depth--;
    }
  }

  #schema(schema: JsonSchema, path: string): Grammar {
    this.#noteUnkept(schema, path);
    const { $ref, allOf: _allOf, ...own } = schema;
    if (has(schema, '$ref')) return this.#reference(own, $ref, path);
    if (has(schema, 'allOf')) return this.#together(own, listOf(schema, 'allOf'), path);
    for (const keyword of ['anyOf', 'oneOf'])
      if (has(schema, keyword)) return this.#alternatives(schema, keyword, path);
    if (has(schema, 'const')) return this.#constants([schema.const], schema);
    if (Array.isArray(schema.enum)) return this.#constants(schema.enum, schema);
    const types = typesOf(schema);
    const grammars = (types.length === 0 ? inferredTypes(schema) : types).map(type => this.#ofType(type, schema, path));
    if (grammars.length === 0) return this.#any();
    return choice(...grammars);
  }

  #ofType(type: string, schema: JsonSchema, path: string): Grammar {
    switch (type) {
      case 'object':
        return objectGrammar(schema, path, this);
      case 'array':
        return arrayGrammar(schema, path, this);
      case 'string':
        return this.#string(schema, path);
      case 'number':
      case 'integer':
        return numberGrammar(schema, path, type === 'integer', this.notes);
      case 'boolean':
        return choice(literal('true'), literal('false'));
      default:
        return literal('null');
    }
  }

  /** Strings of one kind are made once, and are one piece of a printed grammar. */
  #string(schema: JsonSchema, path: string): Grammar {
    const { pattern, format, minLength, maxLength } = schema;
    const key = JSON.stringify([pattern, format, minLength, maxLength]);
    const grammar = this.#strings.get(key);
    if (grammar) return grammar;
    const before = this.notes.all.length;
    const made = stringGrammar(schema, path, this.words, this.notes);
    if (this.notes.all.length === before) this.#strings.set(key, made);
    return made;
  }

  #constants(values: readonly unknown[], schema: JsonSchema): Grammar {
    if (values.length > maxValues)
      throw new NoGrammarError(`The \`enum\` has more than ${maxValues} values: its grammar would be too large.`);
    const allowed = values.filter(value => mayBeValue(schema, value));
    if (allowed.length === 0) throw new NoGrammarError('The schema allows no value.', { isEmpty: true });
    return choice(...allowed.map(value => jsonConstant(value, this.words)));
  }

  #alternatives(schema: JsonSchema, keyword: string, path: string): Grammar {
    const { [keyword]: _list, ...own } = schema;
    const parts = listOf(schema, keyword);
    if (keyword === 'oneOf' && !areDisjoint(this.#root, parts))
      this.notes.add(path, keyword, 'dropped', 'That only one alternative is valid is not told where they may overlap');
    const beside = withoutAnnotations(own);
    const grammars = parts.flatMap((each, i) => {
      const at = `${path}/${keyword}/${i}`;
      const part = asSchema(each);
      const both = part && beside ? mergeSchemas(this.#resolved(part), beside) : each;
      if (both === undefined) {
        for (const name of Object.keys(beside!))
          this.notes.add(path, name, 'dropped', `Beside \`${keyword}\` the keyword is not kept`);
        return this.#attempt(each, at);
      }
      return this.#attempt(both, at);
    });
    if (grammars.length === 0) throw new NoGrammarError('The schema allows no value.', { isEmpty: true });
    return choice(...grammars);
  }

  /** The alternative, unless no value is valid. */
  #attempt(schema: unknown, path: string): readonly Grammar[] {
    return schema === false ? [] : [this.value(schema, path)];
  }

  #together(own: JsonSchema, parts: readonly unknown[], path: string): Grammar {
    let merged: JsonSchema | undefined = own;
    for (const [i, each] of parts.entries()) {
      const part = asSchema(each);
      const both: JsonSchema | undefined = part && merged && mergeSchemas(merged, this.#resolved(part));
      if (both) merged = both;
      else this.notes.add(path, 'allOf', 'dropped', `Part ${i + 1} is not one schema with the others`);
    }
    return this.value(merged ?? own, path);
  }

  #resolved(schema: JsonSchema): JsonSchema {
    if (!has(schema, '$ref')) return schema;
    const { $ref, ...beside } = schema;
    const target = asSchema(targetOf(this.#root, $ref)?.value);
    return (target && mergeSchemas(target, beside)) ?? schema;
  }

  #reference(own: JsonSchema, ref: unknown, path: string): Grammar {
    const target = targetOf(this.#root, ref);
    if (!target) throw new NoGrammarError(`The reference ${JSON.stringify(ref)} leads nowhere in the file.`);
    const beside = withoutAnnotations(own);
    const part = asSchema(target.value);
    if (beside && part) {
      const both = mergeSchemas(part, beside);
      if (both) return this.value(both, path);
      for (const name of Object.keys(beside))
        this.notes.add(path, name, 'dropped', 'Beside `$ref` the keyword is not kept');
    }
    const cached = this.#references.get(target.path);
    if (cached !== undefined) return reference(cached);
    const name = this.#newName(nameOf(target.path));
    this.#references.set(target.path, name);
    const depth = this.#depth;
    this.rules.set(name, literal(''));
    this.rules.set(name, this.value(target.value, target.path));
    this.#depth = depth;
    return reference(name);
  }

  #newName(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  }

  #noteUnkept(schema: JsonSchema, path: string): void {
    for (const keyword of ['not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'dependencies'])
      if (has(schema, keyword)) this.notes.add(path, keyword, 'dropped', 'A grammar does not take texts away');
    for (const keyword of ['unevaluatedProperties', '$dynamicRef'])
      if (has(schema, keyword)) this.notes.add(path, keyword, 'dropped', 'The keyword is not read');
    if (schema.nullable === true && !mayBe(schema, 'null'))
      this.notes.add(
        path,
        'nullable',
        'narrowed',
        '`nullable` is not a keyword of JSON Schema: `null` is never written',
      );
  }

  #any(): Grammar {
    if (!this.rules.has('json-value')) addJson(this.rules, this.words);
    return reference('json-value');
  }
}

/** The grammar of any JSON, as rules. */
function addJson(rules: Map<string, Grammar>, words: readonly string[]): void {
  const [value, string, pair] = ['json-value', 'json-string', 'json-member'].map(reference);
  const list = (open: string, item: Grammar, close: string) =>
    sequence(
      ...[literal(open), jsonBreak],
      repetition(sequence(item, repetition(sequence(literal(','), jsonGap, item), 0, Number.POSITIVE_INFINITY)), 0, 1),
      ...[jsonBreak, literal(close)],
    );
  rules.set('json-string', anyJsonString(words));
  rules.set('json-member', sequence(string!, literal(':'), repetition(literal(' '), 0, 1), value!));
  rules.set('json-object', list('{', pair!, '}'));
  rules.set('json-array', list('[', value!, ']'));
  rules.set(
    'json-value',
    choice(
      ...['json-object', 'json-array', 'json-string'].map(reference),
      anyNumber,
      ...['true', 'false', 'null'].map(literal),
    ),
  );
}

/** The grammar of the JSON that a schema allows, as a format of its own. */
export function schemaFormat(
  schema: JsonSchema,
  words: readonly string[] = [],
): Format & { readonly notes: SchemaNotes } {
  const made = new SchemaGrammar(schema, words);
  return { start: made.value(schema, ''), rules: made.rules, notes: made.notes };
}

/** What is said of values, without `type` in front: the types that the keywords are about. */
function inferredTypes(schema: JsonSchema): readonly string[] {
  if (has(schema, 'properties') || has(schema, 'required')) return ['object'];
  if (has(schema, 'items') || has(schema, 'prefixItems')) return ['array'];
  const isAbout = (keywords: readonly string[]) => keywords.some(keyword => has(schema, keyword));
  const about: Readonly<Record<string, readonly string[]>> = {
    string: ['pattern', 'minLength', 'maxLength', 'format'],
    number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    array: ['minItems', 'maxItems', 'uniqueItems', 'contains'],
    object: ['additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
  };
  return Object.values(about).some(isAbout) ? allTypes : [];
}

function mayBeValue(schema: JsonSchema, value: unknown): boolean {
  if (value === null) return mayBe(schema, 'null');
  if (Array.isArray(value)) return mayBe(schema, 'array');
  if (typeof value === 'number')
    return mayBe(schema, 'number') || (Number.isInteger(value) && mayBe(schema, 'integer'));
  return mayBe(schema, typeof value as 'string' | 'boolean' | 'object');
}

const silent = new Set([...annotations, 'deprecated', 'readOnly', 'writeOnly', 'discriminator']);

/** What a schema says beside its annotations; `undefined`: nothing. */
function withoutAnnotations(schema: JsonSchema): JsonSchema | undefined {
  const entries = Object.entries(schema).filter(([keyword]) => !silent.has(keyword));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function nameOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  return (
    last
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.join('-')
      .slice(0, 30) ?? 'schema'
  );
}
