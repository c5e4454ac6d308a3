import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { sortSchema } from '../../../parsers/shared/pydanticSchema.ts';
import { stringAt } from '../../../validation/index.ts';
import { type LangchainRuntime, runtimeOf, toldRuntime } from '../langchainRuntime.ts';
import { pythonModel } from '../python/pythonModel.ts';
import { toScript } from '../script/scriptSchema.ts';
import type { JsonSchema } from '../script/zodModel.ts';
import type { PythonSchema } from './pythonStrategy.ts';
import type { ScriptSchema } from './scriptStrategy.ts';
import { type ErrorHandling, strategyOwnKeys, tellsStrategyRuntime } from './strategy.ts';

type Path = readonly (string | number)[];

/** A schema of a definition: what a model may call, or has to answer. */
export interface StrategySchema {
  /** Where the JSON Schema stands, from the definition's object. */
  readonly path: Path;
  /** The name of its tool. */
  readonly name: string;
  /** A dictionary is `json_schema`; in JavaScript that is a schema that is not zod's. */
  readonly kind: 'pydantic' | 'dataclass' | 'typeddict' | 'zod' | 'json_schema';
  readonly schema: PyDict;
}

const classKinds: ReadonlySet<PyValue> = new Set(['pydantic', 'dataclass', 'typeddict', 'zod', 'json_schema']);

/** Whose class a definition means: as it says or its keys tell, else Python's. */
export function strategyRuntime(config: PyDict): LangchainRuntime {
  const classes = { type: '', keys: strategyOwnKeys, tellsRuntime: tellsStrategyRuntime };
  return runtimeOf(config) ?? toldRuntime(classes, config) ?? 'python';
}

/** The schemas of a definition, in their order: one, those of a list, which stands for a union, those of a `oneOf`. */
export function strategySchemas({ config }: DefinitionSource): readonly StrategySchema[] {
  const runtime = strategyRuntime(config);
  return variantsOf(config.get('schema') ?? null).map(([schema, path], at) => schemaOf(schema, path, runtime, at));
}

function variantsOf(schema: PyValue): readonly (readonly [PyDict, Path])[] {
  const listed: readonly (readonly [PyValue, Path])[] = isPyList(schema)
    ? schema.map((each, i) => [each, ['schema', i]])
    : [[schema, ['schema']]];
  return listed.flatMap(([entry, path]): readonly (readonly [PyDict, Path])[] => {
    if (!isPyDict(entry)) return [];
    const choices = entry.has('content_schema') ? null : (entry.get('oneOf') ?? null);
    if (!isPyList(choices)) return [[entry, path]];
    return choices.flatMap((each, i) => (isPyDict(each) ? [[each, [...path, 'oneOf', i]] as const] : []));
  });
}

function schemaOf(entry: PyDict, path: Path, runtime: LangchainRuntime, at: number): StrategySchema {
  const inner = entry.get('content_schema');
  if (!isPyDict(inner))
    return { path, kind: 'json_schema', schema: entry, name: stringAt(entry, 'title') ?? namelessTool(runtime, at) };
  const kind = entry.get('kind') ?? null;
  const name = entry.get('class_name');
  const title = stringAt(inner, 'title');
  const own = runtime === 'python' && typeof name === 'string' ? name : title;
  return {
    path: [...path, 'content_schema'],
    kind: classKinds.has(kind) ? (kind as StrategySchema['kind']) : runtime === 'python' ? 'pydantic' : 'zod',
    schema: inner,
    name: own ?? namelessTool(runtime, at),
  };
}

/** Python draws four hexadecimal digits; JavaScript counts the schemas of a program. */
function namelessTool(runtime: LangchainRuntime, at: number): string {
  return runtime === 'python' ? `response_format_${at.toString(16).padStart(4, '0')}` : `extract-${at + 1}`;
}

/** The name that a call means: one that was made up for a schema without a title is another in every run. */
export function calledName(name: string, schemas: readonly StrategySchema[]): string {
  if (!/^(?:response_format_[0-9a-f]{4}|extract-\d+)$/.test(name) || schemas.some(each => each.name === name))
    return name;
  const nameless = schemas.filter(each => /^(?:response_format_[0-9a-f]{4}|extract-\d+)$/.test(each.name));
  return nameless.length === 1 ? nameless[0]!.name : name;
}

/** The agent's other tools as they are bound, in OpenAI's form. */
export function otherTools({ config }: DefinitionSource): readonly PyValue[] {
  const tools = config.get('tools');
  return (isPyList(tools) ? tools : []).filter(isPyDict).map(tool =>
    isPyDict(tool.get('function'))
      ? tool
      : new Map<string, PyValue>([
          ['type', 'function'],
          ['function', tool],
        ]),
  );
}

/** Their names. */
export function toolNames(tools: readonly PyValue[]): readonly string[] {
  return tools.flatMap(tool => {
    const made = isPyDict(tool) ? (tool.get('function') ?? null) : null;
    const name = isPyDict(made) ? made.get('name') : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

const pythonSchemas = new WeakMap<PyDict, PythonSchema>();
const scriptSchemas = new WeakMap<PyDict, ScriptSchema>();

/** A schema as Python's strategies have it. Made once. Throws like `pythonModel`. */
export function pythonSchema({ name, kind, schema }: StrategySchema): PythonSchema {
  const cached = pythonSchemas.get(schema);
  if (cached) return cached;
  const isPlain = kind === 'json_schema' || kind === 'zod';
  const made: PythonSchema = isPlain
    ? { name, kind: 'json_schema' }
    : { name, kind, model: pythonModel(name, sortSchema(schema)) };
  pythonSchemas.set(schema, made);
  return made;
}

/** A schema as JavaScript's strategies have it. Made once. */
export function scriptStrategySchema({ name, kind, schema }: StrategySchema): ScriptSchema {
  const cached = scriptSchemas.get(schema);
  if (cached) return cached;
  const json = toScript(schema) as JsonSchema;
  const isZod = kind !== 'json_schema';
  const made = { name, schema: isZod ? printedByZod(json) : json, isZod };
  scriptSchemas.set(schema, made);
  return made;
}

/** What Python's `handle_errors` says. */
export function pythonHandling(config: PyDict): ErrorHandling {
  const setting = config.get('handle_errors') ?? true;
  if (typeof setting === 'boolean' || typeof setting === 'string') return setting;
  const classes = isPyList(setting) ? setting : [setting];
  return { classes: classes.map(each => String(isPyDict(each) ? each.get('class') : each)) };
}

/** What JavaScript's `handleError` says. */
export function scriptHandling(config: PyDict): boolean | string {
  const setting = config.get('handleError') ?? true;
  return typeof setting === 'boolean' || typeof setting === 'string' ? setting : true;
}

const draft = 'https://json-schema.org/draft/2020-12/schema';

/**
 * A zod schema as `z.toJSONSchema` prints it, for one that was written by hand or read from a program: objects refuse what they
 * do not name, and members with a default are required, since a value that zod gives has them. One that was printed stays.
 */
function printedByZod(schema: JsonSchema): JsonSchema {
  return '$schema' in schema ? schema : { $schema: draft, ...(closed(schema) as JsonSchema) };
}

function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const made: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'properties' ? membersOf(value) : isData.has(key) ? value : closed(value),
    ]),
  );
  if (typeof made.properties !== 'object' || made.properties === null) return made;
  const listed = Array.isArray(made.required) ? made.required : [];
  const defaults = Object.entries(made.properties).flatMap(([name, member]) => (hasDefault(member) ? [name] : []));
  const required = [...new Set([...listed, ...defaults])];
  return {
    ...made,
    ...(required.length > 0 && { required }),
    additionalProperties: made.additionalProperties ?? false,
  };
}

const isData: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

function membersOf(properties: unknown): unknown {
  if (typeof properties !== 'object' || properties === null) return properties;
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, closed(member)]));
}

function hasDefault(member: unknown): boolean {
  return typeof member === 'object' && member !== null && 'default' in member;
}
