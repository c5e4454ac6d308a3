import type { Problem } from '../../problem.ts';
import type { PyDict } from '../../python/value.ts';
import { buildModel } from '../../validation/pydanticModel.ts';
import { checkSchema } from '../../validation/schema/checkSchema.ts';
import type { SchemaProblem } from '../../validation/schema/schemaReader.ts';
import type { DefinitionSource } from '../parserType.ts';
import { problemIn } from './problemAt.ts';

type Path = readonly (string | number)[];

/** What Pydantic would not accept of the schema at a path, and what is not validated. */
export function schemaProblems(source: DefinitionSource, path: Path, schema: PyDict): Problem[] {
  return placeSchemaProblems(source, path, [...buildModel(schema).problems, ...checkSchema(schema)]);
}

/** The problems of the schema at a path, each at its part, or at the whole where the part cannot be found; one for each part. */
export function placeSchemaProblems(
  source: DefinitionSource,
  path: Path,
  problems: readonly SchemaProblem[],
): Problem[] {
  const places = new Set<number>();
  return problems.flatMap(({ path: inner, message, kind, nearest, ofKey }) => {
    const part = [...path, ...inner];
    const span = (ofKey ? source.keySpanOf(part) : undefined) ?? source.spanOf(part) ?? source.spanOf(path);
    if (!span || places.has(span.start)) return [];
    places.add(span.start);
    const title = `Change to ${JSON.stringify(nearest)}`;
    const fixes = nearest === undefined ? [] : [{ title, edits: [{ span, text: JSON.stringify(nearest) }] }];
    return [problemIn(kind === 'refused' ? 'bad-schema' : 'unchecked-schema', message, span, fixes)];
  });
}
