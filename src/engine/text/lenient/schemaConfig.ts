import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { RepairRefused } from './repairRefused.ts';

/** The keywords of an object schema that repairing looks at. */
export interface ObjectConfig {
  readonly properties: PyDict;
  readonly patterns: PyDict;
  readonly additional: PyValue | undefined;
  readonly required: readonly string[];
}

/** `object_schema_config(schema)`. */
export function objectConfig(schema: PyDict): ObjectConfig {
  const dict = (key: string): PyDict => {
    const value = schema.get(key) ?? null;
    return isPyDict(value) ? value : new Map();
  };
  const required = schema.get('required') ?? null;
  return {
    properties: dict('properties'),
    patterns: dict('patternProperties'),
    additional: schema.get('additionalProperties'),
    required: isPyList(required) ? [...new Set(required.filter(each => typeof each === 'string'))] : [],
  };
}

const special = /[.^$*+?{}[\]|()\\]/;

/** The schemas of `patternProperties` that are about a key: patterns without special characters but `^` and `$` at the ends. */
export function matchingPatterns(patterns: PyDict, key: string): PyValue[] {
  return [...patterns].flatMap(([pattern, schema]) => {
    const [start, end] = [pattern.startsWith('^'), pattern.endsWith('$')];
    const literal = pattern.slice(start ? 1 : 0, end ? -1 : undefined);
    if (special.test(literal)) return [];
    const fits =
      start && end
        ? key === literal
        : start
          ? key.startsWith(literal)
          : end
            ? key.endsWith(literal)
            : key.includes(literal);
    return fits ? [schema] : [];
  });
}

/** What a schema says of a key: its schema (absent: nothing), further ones, and whether the key is dropped. */
export function propertySchemas(
  config: ObjectConfig,
  key: string,
): { readonly first: PyValue | undefined; readonly more: readonly PyValue[]; readonly isDropped: boolean } {
  if (config.properties.has(key)) return { first: config.properties.get(key), more: [], isDropped: false };
  const [first, ...more] = matchingPatterns(config.patterns, key);
  if (first !== undefined) return { first, more, isDropped: false };
  if (config.additional === false) return { first: undefined, more: [], isDropped: true };
  const isSchema = config.additional !== undefined && isPyDict(config.additional);
  return { first: isSchema ? config.additional : true, more: [], isDropped: false };
}

/** Refuses an object that lacks what its schema requires. */
export function needRequired({ required }: ObjectConfig, value: PyDict): void {
  if (required.some(key => !value.has(key))) throw new RepairRefused();
}
