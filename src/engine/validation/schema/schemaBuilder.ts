import type { PyDict } from '../../core/pyValue.ts';
import { anyField } from '../fieldTypes/simpleFields.ts';
import { buildAny } from './buildAny.ts';
import { type Builder, reportUnknown } from './builder.ts';
import { definitionBuilder } from './definitionBuilder.ts';
import { uncheckedKeywords } from './keywords.ts';
import { resolveReference, type SchemaProblem } from './schemaReader.ts';

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
