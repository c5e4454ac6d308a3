import { type Problem, problem } from '../../core/problem.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { buildModel, checkRoot, checkSchema, type SchemaProblem } from '../../validation/index.ts';
import type { DefinitionSource } from '../parser.ts';

type Path = readonly (string | number)[];

/** What Pydantic would not accept of the schema of a model at a path, and what is not validated. `built`: the problems of its model. */
export function schemaProblems(
  source: DefinitionSource,
  path: Path,
  schema: PyDict,
  built = buildModel(schema).problems,
): Problem[] {
  return placeSchemaProblems(source, path, [...checkRoot(schema), ...built, ...checkSchema(schema)]);
}

/** The problems of the schema at a path, each at its part, or at what is around it where the part cannot be found; one for each part. */
export function placeSchemaProblems(
  source: DefinitionSource,
  path: Path,
  problems: readonly SchemaProblem[],
): Problem[] {
  const places = new Set<number>();
  // What is refused says more than that it is not checked.
  const refusedFirst = [...problems.filter(({ kind }) => kind === 'refused'), ...problems.filter(({ kind }) => !kind)];
  return refusedFirst.flatMap(({ path: inner, message, kind, nearest, ofKey }) => {
    const part = [...path, ...inner];
    const span = (ofKey ? source.keySpanOf(part) : undefined) ?? nearestSpan(source, part);
    if (!span || places.has(span.start)) return [];
    places.add(span.start);
    const title = `Change to ${JSON.stringify(nearest)}`;
    const fixes = nearest === undefined ? [] : [{ title, edits: [{ span, text: JSON.stringify(nearest) }] }];
    return [problem(kind === 'refused' ? 'bad-schema' : 'unchecked-schema', message, span, fixes)];
  });
}

/** The place of a part; of the next one around it where it cannot be found. */
function nearestSpan(source: DefinitionSource, part: Path): Span | undefined {
  let span = source.spanOf(part);
  for (let length = part.length - 1; !span && length > 0; length--) span = source.spanOf(part.slice(0, length));
  return span;
}
