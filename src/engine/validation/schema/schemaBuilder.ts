import type { PyDict } from '../../core/pyValue.ts';
import { buildAny } from './buildAny.ts';
import { type Builder, reportUnknown } from './builder.ts';
import { definitionBuilder } from './definitionBuilder.ts';
import { uncheckedKeywords } from './keywords.ts';
import { resolveReference, type SchemaProblem } from './schemaReader.ts';

/** Schemas nested deeper than this are not looked at. */
const maxDepth = 200;
/** Definitions are built where they are met down to this depth, and later below it. */
const eagerDepth = 50;

/** A builder for the schemas in `root`, and what it found wrong. Call `finish` when the root is built. */
export function schemaBuilder(root: PyDict): Builder & { problems: readonly SchemaProblem[]; finish(): void } {
  const problems: SchemaProblem[] = [];
  let depth = 0;
  const builder: Builder = {
    report: (path, message, kind, nearest) =>
      void problems.push({ path, message, ...(kind && { kind }), ...(nearest !== undefined && { nearest }) }),
    reportUnchecked(schema, heeds, path) {
      for (const key of uncheckedKeywords(schema, heeds)) builder.report([...path, key], `\`${key}\` is not checked.`);
    },
    resolve: schema => resolveReference(root, schema)?.schema,
    build(schema, path) {
      if (depth >= maxDepth)
        return reportUnknown(builder, path, 'The schema is nested too deeply; from here on it is not checked.');
      depth++;
      try {
        return buildAny(schema, path, builder);
      } finally {
        depth--;
      }
    },
    buildReference: (ref, path) => definitions.buildReference(ref, path),
  };
  const definitions = definitionBuilder(root, builder, () => depth > eagerDepth);
  return { ...builder, problems, finish: definitions.finish };
}
