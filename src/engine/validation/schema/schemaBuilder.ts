import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { literalField } from '../fieldTypes/enumFields.ts';
import { anyField } from '../fieldTypes/simpleFields.ts';
import type { Validator } from '../validator.ts';
import { type Builder, reportUnknown } from './builder.ts';
import { buildTyped } from './buildTyped.ts';
import { buildTaggedUnion, buildUnion } from './buildUnion.ts';
import { definitionBuilder } from './definitionBuilder.ts';
import { uncheckedKeywords } from './keywords.ts';
import { listAt, resolveReference, type SchemaPath, type SchemaProblem } from './schemaReader.ts';

/** Schemas nested deeper than this are not looked at. */
const maxDepth = 200;
/** Definitions are built where they are met down to this depth, and later below it. */
const eagerDepth = 50;

/** How many parts of a schema are built: lists of types in lists of types multiply. */
const maxParts = 300_000;

/** A builder for the schemas in `root`, and what it found wrong. Call `finish` when the root is built. */
export function schemaBuilder(root: PyDict): Builder & { problems: readonly SchemaProblem[]; finish(): void } {
  const problems: SchemaProblem[] = [];
  let depth = 0;
  let budget = maxParts;
  const builder: Builder = {
    report: (path, message, kind, nearest) =>
      void problems.push({ path, message, ...(kind && { kind }), ...(nearest !== undefined && { nearest }) }),
    reportUnchecked(schema, heeds, path) {
      for (const key of uncheckedKeywords(schema, heeds)) builder.report([...path, key], `\`${key}\` is not checked.`);
    },
    spend(parts, path) {
      const had = budget;
      budget -= parts;
      if (budget < 0 && had >= 0) builder.report(path, 'The schema is too large; from here on it is not checked.');
      return budget >= 0;
    },
    resolve: schema => resolveReference(root, schema)?.schema,
    build(schema, path) {
      if (depth >= maxDepth)
        return reportUnknown(builder, path, 'The schema is nested too deeply; from here on it is not checked.');
      if (!builder.spend(1, path)) return anyField;
      depth++;
      try {
        const validator = buildAny(schema, path, builder);
        // Names are parts as well: those of unions hold those of their members.
        return builder.spend(Math.floor(validator.name.length / 100), path) ? validator : anyField;
      } finally {
        depth--;
      }
    },
    buildReference: (ref, path) => definitions.buildReference(ref, path),
  };
  const definitions = definitionBuilder(root, builder, () => depth > eagerDepth);
  return { ...builder, problems, finish: definitions.finish };
}

/** The validator of any schema: by a keyword that stands for a whole schema, such as `$ref` or `anyOf`, else by its type. */
function buildAny(schema: PyValue | undefined, path: SchemaPath, builder: Builder): Validator {
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
