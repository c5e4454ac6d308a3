import type { PyDict } from '../../core/pyValue.ts';
import { type LengthRules, listField } from '../fieldTypes/listField.ts';
import { setField } from '../fieldTypes/setField.ts';
import { tupleField } from '../fieldTypes/tupleField.ts';
import type { Validator } from '../validator.ts';
import type { Builder } from './builder.ts';
import { countAt, listAt, type SchemaPath } from './schemaReader.ts';

const heeded = ['type', 'items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'];

/**
 * The validator of `type: array`: a tuple with `prefixItems` (or with no items at all), a set with `uniqueItems`, else
 * a list, also for a `Tuple[int, ...]`, which a schema cannot tell from it.
 */
export function buildArray(schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  builder.reportUnchecked(schema, heeded, path);
  const [min, max] = [countAt(schema, 'minItems'), countAt(schema, 'maxItems')];
  const rules: LengthRules = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const prefix = listAt(schema, 'prefixItems');
  const items = schema.get('items');
  if (prefix !== undefined || (items === undefined && max === 0)) {
    const fixed = (prefix ?? []).map((item, index) => builder.build(item, [...path, 'prefixItems', index]));
    const rest = items === undefined || items === false ? undefined : builder.build(items, [...path, 'items']);
    return tupleField(fixed, rest, rules);
  }
  const item = builder.build(items, [...path, 'items']);
  return schema.get('uniqueItems') === true ? setField(item, rules) : listField(item, rules);
}
