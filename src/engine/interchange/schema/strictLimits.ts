import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';

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
