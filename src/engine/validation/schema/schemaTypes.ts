import { nearest } from '../../core/nearestName.ts';
import type { PyDict } from '../../core/pyValue.ts';
import { dictAt } from './schemaReader.ts';

/** The types of JSON Schema. */
export const schemaTypes: readonly string[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];

/** What Python and TypeScript call them. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ...['str', 'text'].map(name => [name, 'string'] as const),
  ...['int', 'long'].map(name => [name, 'integer'] as const),
  ...['float', 'double', 'decimal'].map(name => [name, 'number'] as const),
  ...['bool'].map(name => [name, 'boolean'] as const),
  ...['list', 'tuple', 'set'].map(name => [name, 'array'] as const),
  ...['dict', 'map', 'record'].map(name => [name, 'object'] as const),
  ...['none', 'nonetype', 'undefined', 'nil'].map(name => [name, 'null'] as const),
]);

/** The type that an unknown name of one most likely means: its name in Python, else the nearest. */
export function nearestType(name: string): string | undefined {
  return otherNames.get(name.toLowerCase()) ?? nearest(name, schemaTypes);
}

/** The type that a schema without one must be of, for what it constrains. */
export function impliedType(schema: PyDict): string | undefined {
  if (dictAt(schema, 'properties')) return 'object';
  if (['items', 'prefixItems'].some(key => schema.has(key))) return 'array';
  if (['pattern', 'minLength', 'maxLength', 'format'].some(key => schema.has(key))) return 'string';
  return undefined;
}
