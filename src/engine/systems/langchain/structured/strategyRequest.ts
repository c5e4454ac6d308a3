import { EngineError } from '../../../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue, toPlain } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { DefinitionSource, Piece } from '../../../parsers/parser.ts';
import { sortSchema } from '../../../parsers/shared/pydanticSchema.ts';
import { toJsonText } from '../../../python/index.ts';
import { findReference, stringAt } from '../../../validation/index.ts';
import type { LangchainRuntime } from '../langchainRuntime.ts';
import { scriptProviderRequest, scriptToolRequest } from './scriptStrategy.ts';
import type { StrategyKind } from './strategy.ts';
import { otherTools, type StrategySchema, scriptStrategySchema, strategySchemas } from './strategyDefinition.ts';

/** A schema of Python's strategies as it is bound. */
interface BoundSchema {
  readonly name: string;
  /** A class's docstring; absent: none. */
  readonly description?: string;
  readonly schema: PyDict;
  readonly isPlain: boolean;
}

/** What `create_agent` binds for a `ToolStrategy`: the agent's tools, one for each schema, and that one must be called. */
export function toolRequest(schemas: readonly BoundSchema[], tools: readonly PyValue[]): PyDict {
  return new Map<string, PyValue>([
    ['tools', [...tools, ...schemas.map(toolOf)]],
    ['tool_choice', 'any'],
  ]);
}

/** What it binds for a `ProviderStrategy`: the raw schema, `strict` only where the definition sets it. */
export function providerRequest({ name, schema }: BoundSchema, tools: readonly PyValue[], strict?: boolean): PyDict {
  const json = new Map<string, PyValue>([
    ['name', name],
    ['schema', schema],
    ...(strict === undefined ? [] : [['strict', strict] as const]),
  ]);
  return new Map<string, PyValue>([
    ['tools', tools],
    ['tool_choice', null],
    [
      'response_format',
      new Map<string, PyValue>([
        ['type', 'json_schema'],
        ['json_schema', json],
      ]),
    ],
  ]);
}

/** `convert_to_openai_tool`. */
function toolOf({ name, description, schema, isPlain }: BoundSchema): PyDict {
  const resolved = dereferenced(schema, { root: schema, left: mostParts }, []) as PyDict;
  const own = new Set(['title', 'description', '$defs', 'definitions']);
  const kept = new Map([...resolved].filter(([key]) => !own.has(key)));
  const purpose = description ?? stringAt(schema, 'description') ?? '';
  return new Map<string, PyValue>([
    ['type', 'function'],
    [
      'function',
      new Map<string, PyValue>([
        ['name', name],
        ['description', purpose],
        ['parameters', isPlain ? kept : withoutTitles(kept, '')],
      ]),
    ],
  ]);
}

/** langchain-core's `_rm_titles`, which does not look into lists, and keeps a property that is called `title`. */
function withoutTitles(schema: PyDict, under: string): PyDict {
  const made = new Map<string, PyValue>();
  for (const [key, value] of schema) {
    const isProperty = key === 'title' && isPyDict(value) && under === 'properties';
    if (key === 'title' && !isProperty) continue;
    made.set(key, isPyDict(value) ? withoutTitles(value, key) : value);
  }
  return made;
}

/** Schemas that name others twice double their parts with every level. */
const mostParts = 100_000;

interface Resolving {
  readonly root: PyDict;
  left: number;
}

/** langchain-core's `dereference_refs`: what a reference leads to stands in its place; one that leads back to itself is left out. */
function dereferenced(value: PyValue, within: Resolving, open: readonly string[]): PyValue {
  if (within.left-- <= 0)
    throw new EngineError(
      'InvalidDefinition',
      `The schema has more than ${mostParts} parts once its references are resolved.`,
    );
  if (isPyList(value)) return value.map(item => dereferenced(item, within, open));
  if (!isPyDict(value)) return value;
  const ref = value.get('$ref');
  const others = [...value].filter(([key]) => key !== '$ref');
  if (typeof ref !== 'string')
    return new Map(others.map(([key, item]) => [key, key === '$defs' ? item : dereferenced(item, within, open)]));
  const found = open.includes(ref) ? undefined : findReference(within.root, ref)?.schema;
  const target = found === undefined ? new Map<string, PyValue>() : dereferenced(found, within, [...open, ref]);
  if (!isPyDict(target)) return target;
  return new Map([...target, ...others.map(([key, item]) => [key, dereferenced(item, within, open)] as const)]);
}

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
