import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';

/** The keywords that strict mode knows, beside those that are treated one by one. */
export const kept = new Set([
  ...['title', 'description', 'type', 'enum', 'const', '$ref', 'anyOf', 'items', 'properties'],
  ...['pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems'],
]);
/** Keywords of objects, and of lists. */
const objectWords = ['properties', 'required', 'additionalProperties'];
const listWords = ['items', 'minItems', 'maxItems'];
/** The formats that it knows. */
export const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
/** Keywords that say nothing of what is valid; they go without a word. */
export const silent = ['$schema', '$id', '$comment', 'exclude'];
/** Keywords that say what kind of value is meant. */
export const typing = ['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf', 'properties'];
/** Types of JSON Schema. */
const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];
/** What stands for a part that takes any value: a part must have a type. */
export const anyType = ['string', 'number', 'boolean', 'null'];

/** A part without lists of types or alternatives that have nothing in them, and without types that there are not. */
export function withoutEmpty(schema: PyDict): Map<string, PyValue> {
  const part = new Map(schema);
  const type = part.get('type');
  const names = typesOf(part).filter(each => typeof each === 'string' && types.includes(each));
  if (names.length === 0) part.delete('type');
  else if (isPyList(type)) part.set('type', names);
  const alternatives = part.get('anyOf');
  if (!isPyList(alternatives) || alternatives.length === 0) part.delete('anyOf');
  return part;
}

/** Whether strict mode knows a keyword where it stands. */
export function isKept(key: string, part: PyDict): boolean {
  const of = typesOf(part);
  const isObject = of.length === 1 && of[0] === 'object';
  if (part.has('anyOf') && !isObject) return ['title', 'description', 'anyOf'].includes(key);
  if (objectWords.includes(key)) return of.includes('object');
  return kept.has(key) && (!listWords.includes(key) || of.includes('array'));
}

/** The types that a part names. */
export function typesOf(part: PyDict): readonly PyValue[] {
  const type = part.get('type') ?? null;
  return isPyList(type) ? type : [type];
}

/** The keywords of a part that a value of this type may have. */
export function ofType(part: PyDict, type: PyValue): Map<string, PyValue> {
  const isForeign = (key: string) =>
    (type !== 'object' && objectWords.includes(key)) || (type !== 'array' && listWords.includes(key));
  return new Map<string, PyValue>([...[...part].filter(([key]) => !isForeign(key)), ['type', type]]);
}

/** OpenAI's limits of a schema in strict mode. */
const limits = {
  properties: 5000,
  levels: 10,
  characters: 120_000,
  enumValues: 1000,
  longEnum: 250,
  enumCharacters: 15_000,
};

/** Which of OpenAI's limits a schema exceeds, in words. Linear; recursion is as deep as the schema. */
export function limitsOf(schema: PyDict): readonly string[] {
  const counts = { properties: 0, levels: 0, characters: 0, enumValues: 0, longEnums: 0 };
  count(schema, 0, counts);
  const over = (of: keyof typeof counts, limit: number, what: string) =>
    counts[of] > limit ? [`OpenAI takes at most ${limit} ${what}; there are ${counts[of]}.`] : [];
  return [
    ...over('properties', limits.properties, 'keys'),
    ...over('levels', limits.levels, 'levels of objects'),
    ...over('characters', limits.characters, 'characters in names and values'),
    ...over('enumValues', limits.enumValues, 'values of `enum`'),
    ...(counts.longEnums > 0
      ? [
          `OpenAI takes at most ${limits.enumCharacters} characters in an \`enum\` of more than ${limits.longEnum} texts.`,
        ]
      : []),
  ];
}

function count(schema: PyValue, level: number, counts: Record<string, number>): void {
  if (!isPyDict(schema)) return;
  const add = (key: string, by: number) => {
    counts[key] = (counts[key] ?? 0) + by;
  };
  const properties = schema.get('properties');
  const inner = isPyDict(properties) ? level + 1 : level;
  counts.levels = Math.max(counts.levels ?? 0, inner);
  for (const key of ['properties', '$defs']) {
    const members = schema.get(key);
    for (const [name, part] of isPyDict(members) ? members : []) {
      if (key === 'properties') add('properties', 1);
      add('characters', name.length);
      count(part, key === '$defs' ? 0 : inner, counts);
    }
  }
  const values = schema.get('enum');
  if (isPyList(values)) {
    const characters = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
    add('enumValues', values.length);
    add('characters', characters);
    if (values.length > limits.longEnum && characters > limits.enumCharacters) add('longEnums', 1);
  }
  const constant = schema.get('const');
  if (typeof constant === 'string') add('characters', constant.length);
  count(schema.get('items') ?? null, inner, counts);
  const alternatives = schema.get('anyOf');
  for (const part of isPyList(alternatives) ? alternatives : []) count(part, inner, counts);
}
