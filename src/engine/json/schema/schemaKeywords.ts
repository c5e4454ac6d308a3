/** A JSON type of JSON Schema's `type`. */
export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

/** Keywords that hold schemas: one, a list of them, or a map. */
export const schemaKeywords: Readonly<Record<string, 'one' | 'list' | 'map'>> = {
  additionalProperties: 'one',
  additionalItems: 'one',
  contains: 'one',
  if: 'one',
  // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword.
  then: 'one',
  else: 'one',
  items: 'one',
  not: 'one',
  propertyNames: 'one',
  unevaluatedItems: 'one',
  unevaluatedProperties: 'one',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  prefixItems: 'list',
  dependentSchemas: 'map',
  patternProperties: 'map',
  properties: 'map',
};

/** Keywords that hold values, which are not schemas whatever they look like. */
export const literalKeywords: readonly string[] = ['const', 'default', 'enum', 'examples'];

const numbers: readonly JsonType[] = ['number', 'integer'];

/** The types whose values a keyword constrains; a keyword that is not in the list constrains all. */
export const typesOfKeyword: Readonly<Record<string, readonly JsonType[]>> = {
  ...each(['minLength', 'maxLength', 'pattern', 'format'], ['string']),
  ...each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], numbers),
  ...each(['items', 'additionalItems', 'prefixItems', 'unevaluatedItems', 'minItems', 'maxItems'], ['array']),
  ...each(['uniqueItems', 'contains', 'minContains', 'maxContains'], ['array']),
  ...each(['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'], ['object']),
  ...each(['unevaluatedProperties', 'minProperties', 'maxProperties', 'dependentRequired'], ['object']),
  ...each(['dependentSchemas', 'dependencies'], ['object']),
};

function each(keywords: readonly string[], types: readonly JsonType[]): Record<string, readonly JsonType[]> {
  return Object.fromEntries(keywords.map(keyword => [keyword, types]));
}

const general = [
  'type',
  'enum',
  'const',
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
];

/** Whether a keyword says something of what is valid. All others are annotations, which nothing can drop. */
export function constrains(keyword: string): boolean {
  return general.includes(keyword) || Object.hasOwn(typesOfKeyword, keyword);
}

/** Where schemas stand that others refer to. */
export const definitionKeywords = ['$defs', 'definitions'];

/** Whether a keyword holds schemas by names, which may be those of keywords. */
export function holdsByName(keyword: string): boolean {
  return (
    definitionKeywords.includes(keyword) ||
    (Object.hasOwn(schemaKeywords, keyword) && schemaKeywords[keyword] === 'map')
  );
}
