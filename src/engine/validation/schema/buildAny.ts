import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import { literalField } from '../fieldTypes/literalField.ts';
import { anyField } from '../fieldTypes/simpleFields.ts';
import type { Validator } from '../validator.ts';
import { type Builder, reportUnknown } from './builder.ts';
import { buildTyped } from './buildTyped.ts';
import { buildTaggedUnion, buildUnion } from './buildUnion.ts';
import { listAt, type SchemaPath } from './schemaReader.ts';

/** The validator of any schema: by a keyword that stands for a whole schema, such as `$ref` or `anyOf`, else by its type. */
export function buildAny(schema: PyValue | undefined, path: SchemaPath, builder: Builder): Validator {
  if (schema === undefined || schema === true) return anyField;
  if (!isPyDict(schema)) return reportUnknown(builder, path, 'This is not a schema; it accepts anything.', 'refused');
  const heeding = (...keys: readonly string[]) => builder.reportUnchecked(schema, keys, path);
  const ref = schema.get('$ref');
  if (ref !== undefined) {
    heeding('$ref');
    return builder.buildReference(ref, path);
  }
  const constant = schema.get('const');
  const values = constant === undefined ? listAt(schema, 'enum') : [constant];
  if (values !== undefined && values.length > 0) {
    heeding('const', 'enum', 'type');
    return literalField(values);
  }
  const all = listAt(schema, 'allOf');
  if (all?.length === 1) {
    heeding('allOf');
    return builder.build(all[0], [...path, 'allOf', 0]);
  }
  const any = listAt(schema, 'anyOf');
  if (any !== undefined) {
    heeding('anyOf', 'discriminator');
    return buildUnion(any, i => [...path, 'anyOf', i], builder);
  }
  if (schema.has('oneOf')) {
    heeding('oneOf', 'discriminator');
    return buildTaggedUnion(schema, path, builder);
  }
  return buildTyped(schema, schema.get('type'), path, builder);
}
