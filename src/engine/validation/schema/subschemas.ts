import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { SchemaPath } from './schemaReader.ts';

/** Keywords under which a schema, a list of schemas, or an object of schemas stands. */
export const schemaKeywords = {
  schema: [
    ...['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contains'],
    ...['unevaluatedProperties', 'unevaluatedItems', 'contentSchema'],
  ],
  list: ['anyOf', 'oneOf', 'allOf', 'prefixItems'],
  dict: ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'],
} as const;

/** What stands directly in a schema as a schema, each with its path from there. Values such as `const` and `default` are not schemas. */
export function subschemas(schema: PyDict): readonly { readonly schema: PyDict; readonly path: SchemaPath }[] {
  const found: { schema: PyDict; path: SchemaPath }[] = [];
  const add = (inner: PyValue | undefined, path: SchemaPath) => {
    if (inner !== undefined && isPyDict(inner)) found.push({ schema: inner, path });
  };
  for (const key of schemaKeywords.schema) add(schema.get(key), [key]);
  for (const key of schemaKeywords.list) {
    const list = schema.get(key);
    if (isPyList(list)) for (const [i, item] of list.entries()) add(item, [key, i]);
  }
  for (const key of schemaKeywords.dict) {
    const dict = schema.get(key);
    if (isPyDict(dict)) for (const [name, item] of dict) add(item, [key, name]);
  }
  return found;
}

/** Every `$ref` of a schema and of the schemas in it, with its path. Linear. */
export function schemaReferences(root: PyDict): readonly { readonly ref: string; readonly path: SchemaPath }[] {
  const found: { ref: string; path: SchemaPath }[] = [];
  const visit = (schema: PyDict, path: SchemaPath) => {
    const ref = schema.get('$ref');
    if (typeof ref === 'string') found.push({ ref, path: [...path, '$ref'] });
    for (const inner of subschemas(schema)) visit(inner.schema, [...path, ...inner.path]);
  };
  visit(root, []);
  return found;
}
