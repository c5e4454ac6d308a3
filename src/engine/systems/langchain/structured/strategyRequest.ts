import { EngineError } from '../../../core/errors.ts';
import { fromPlain, isPyDict, type PyDict, type PyValue, toPlain } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { DefinitionSource, Piece } from '../../../parsers/parser.ts';
import { sortSchema } from '../../../parsers/shared/pydanticSchema.ts';
import { toJsonText } from '../../../python/index.ts';
import { stringAt } from '../../../validation/index.ts';
import type { LangchainRuntime } from '../langchainRuntime.ts';
import { type BoundSchema, providerRequest, toolRequest } from './pythonRequest.ts';
import { scriptProviderRequest, scriptToolRequest } from './scriptStrategy.ts';
import type { StrategyKind } from './strategy.ts';
import { otherTools, type StrategySchema, scriptStrategySchema, strategySchemas } from './strategyDefinition.ts';

/** What an agent binds to its model for a definition. Throws `EngineError` where it has no schema, or one without bounds. */
export function strategyRequest(kind: StrategyKind, runtime: LangchainRuntime, source: DefinitionSource): PyDict {
  const schemas = neededSchemas(source);
  const tools = otherTools(source);
  const setting = source.config.get('strict');
  const strict = typeof setting === 'boolean' ? setting : undefined;
  if (runtime === 'python')
    return kind === 'tool'
      ? toolRequest(schemas.map(boundSchema), tools)
      : providerRequest(boundSchema(schemas[0]!), tools, strict);
  const plain = tools.map(toPlain);
  const made = schemas.map(scriptStrategySchema);
  const request = kind === 'tool' ? scriptToolRequest(made, plain) : scriptProviderRequest(made[0]!, plain, strict);
  return fromPlain(request) as PyDict;
}

/** The schemas of a definition. Throws `EngineError` where there is none. */
export function neededSchemas(source: DefinitionSource): readonly StrategySchema[] {
  const schemas = strategySchemas(source);
  if (schemas.length > 0) return schemas;
  throw new EngineError('InvalidDefinition', 'It has no schema: add a `schema`.', undefined, ['schema']);
}

function boundSchema({ name, kind, schema }: StrategySchema): BoundSchema {
  const isPlain = kind === 'json_schema' || kind === 'zod';
  const description = stringAt(schema, 'description');
  return {
    name,
    ...(description !== undefined && { description }),
    schema: isPlain ? schema : sortSchema(schema),
    isPlain,
  };
}

/** A request as JSON, in which each description leads to the place where it is written. Throws like {@link strategyRequest}. */
export function requestPieces(
  kind: StrategyKind,
  runtime: LangchainRuntime,
  source: DefinitionSource,
): readonly Piece[] {
  const text = toJsonText(strategyRequest(kind, runtime, source));
  const places = descriptionPlaces(source);
  const pieces: Piece[] = [];
  let done = 0;
  for (const { index, 0: whole, 1: literal } of text.matchAll(/"description": ("(?:[^"\\]|\\.)*")/g)) {
    const spans = places.get(literal!);
    // What stands twice in the request, since a reference is resolved, stands once in the definition.
    const origin = spans && spans.length > 1 ? spans.shift() : spans?.[0];
    if (!origin) continue;
    const start = index + whole.length - literal!.length;
    pieces.push({ text: text.slice(done, start) }, { text: literal!, origin });
    done = start + literal!.length;
  }
  pieces.push({ text: text.slice(done) });
  return pieces;
}

/** The descriptions of the schemas and tools, as JSON has them, with their places in the file, in its order. */
function descriptionPlaces(source: DefinitionSource): ReadonlyMap<string, Span[]> {
  const places = new Map<string, Span[]>();
  const visit = (value: PyValue, path: readonly (string | number)[]): void => {
    if (path.length > 200) return;
    const entries = isPyDict(value)
      ? [...value]
      : Array.isArray(value)
        ? [...(value as readonly PyValue[]).entries()]
        : [];
    for (const [step, item] of entries) {
      const inner = [...path, step];
      const span = step === 'description' && typeof item === 'string' ? source.spanOf(inner) : undefined;
      if (!span) {
        visit(item, inner);
        continue;
      }
      const literal = toJsonText(item);
      places.set(literal, [...(places.get(literal) ?? []), span]);
    }
  };
  for (const key of ['tools', 'schema']) visit(source.config.get(key) ?? null, [key]);
  return places;
}
