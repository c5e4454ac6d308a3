import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  type Definition,
  isPyDict,
  isPyList,
  type ModelMessage,
  type PyDict,
  readDefinitions,
  toJsonText,
} from '../../src/engine/index.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';

/** What one of LangChain's parsers did, as recorded. */
export interface LangchainCase {
  readonly id: string;
  readonly op: string;
  readonly runtime: 'python' | 'js';
  readonly package: string;
  readonly parser: string;
  readonly portable?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly options?: { readonly interpolationDepth?: number; readonly only_json?: boolean };
  readonly tags?: readonly string[];
  readonly notes?: string;
  readonly text?: string;
  readonly message?: ModelMessage & { readonly additional_kwargs?: object };
  readonly partial?: boolean;
  readonly expect: {
    readonly value?: unknown;
    readonly value_json?: unknown;
    readonly error?: { readonly class: string; readonly message: string; readonly llm_output?: string | null };
  };
}

const files = ['langchain.json', 'langchain-classic-python.json'].map(name =>
  readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'),
);

/** All that was recorded. */
export const langchainCases = files.flatMap(file => JSON.parse(file) as readonly LangchainCase[]);
/** The same with the floats that are whole, by id. */
const exact = new Map(files.flatMap(exactCases).map(item => [item.get('id'), item]));

function exactCases(text: string): readonly PyDict[] {
  const read = jsonLoads(text);
  assert.ok(read.ok && isPyList(read.value));
  return read.value.filter(isPyDict);
}

/** The schema of a Pydantic class or a zod schema as it was recorded. */
function exactSchema(id: string, key: string): string {
  const config = exact.get(id)?.get('config') ?? null;
  const model = isPyDict(config) ? (config.get(key) ?? null) : null;
  return toJsonText(isPyDict(model) ? (model.get('content_schema') ?? null) : null);
}

/** The definition that says what a recorded constructor call does. */
export function langchainDefinition({
  id,
  runtime,
  package: from,
  parser,
  config = {},
  options,
}: LangchainCase): Definition {
  const {
    pydantic_object: model,
    schema,
    zodSchema,
    serializableSchema,
    tools,
    pydantic_schema,
    parsers,
    options: routing,
    ...rest
  } = config;
  const checked = (serializableSchema ?? zodSchema) as { zod: number; content_schema: object } | undefined;
  const pydantic = model as { name: string; content_schema: object } | undefined;
  const zod = schema as { zod: number; content_schema: object; source: string } | undefined;
  const keys = {
    type: parser,
    runtime,
    ...((from === '@langchain/classic' || from === 'langchain-classic') && { package: 'classic' }),
    ...rest,
    ...(routing as object | undefined),
    ...(checked && { zod: checked.zod, content_schema: checked.content_schema }),
    ...(Array.isArray(tools) && { tools: tools.map(modelKeys) }),
    ...functionKeys(pydantic_schema),
    ...(Array.isArray(parsers) && { parsers: parsers.map(innerKeys) }),
    ...(pydantic && { class_name: pydantic.name, content_schema: '@' }),
    ...(zod && {
      zod: zod.zod,
      content_schema: '@',
      ...(/\.strict\(\)\s*$/.test(zod.source) && { strict: true }),
    }),
    ...(options?.interpolationDepth !== undefined && { interpolationDepth: options.interpolationDepth }),
    ...(options?.only_json !== undefined && { only_json: options.only_json }),
  };
  const text = JSON.stringify(keys).replace('"@"', () => exactSchema(id, pydantic ? 'pydantic_object' : 'schema'));
  const [definition] = readDefinitions(text, 'x.parser.json').definitions;
  assert.ok(definition);
  return definition;
}

/** A Pydantic class. */
function modelKeys({ name, content_schema }: { name: string; content_schema: object }): object {
  return { class_name: name, content_schema };
}

/** The class of a parser of function calls, or its classes by function name. */
function functionKeys(given: unknown): object {
  if (typeof given !== 'object' || given === null) return {};
  if ('content_schema' in given) return modelKeys(given as Parameters<typeof modelKeys>[0]);
  const entries = Object.entries(given as Record<string, Parameters<typeof modelKeys>[0]>);
  return { pydantic_schema: Object.fromEntries(entries.map(([name, model]) => [name, modelKeys(model)])) };
}

/** A parser that another one holds. */
function innerKeys({ parser, config }: Pick<LangchainCase, 'parser' | 'config'>): object {
  const { schema, parsers, ...rest } = config ?? {};
  const zod = schema as { zod: number; content_schema: object } | undefined;
  const inner = Array.isArray(parsers) && { parsers: parsers.map(innerKeys) };
  return { type: parser, ...rest, ...inner, ...(zod && { zod: zod.zod, content_schema: zod.content_schema }) };
}

/** Whether a message is the class's own: Python's print of an object, and PyYAML's words, are not compared. */
export function isOwnMessage({ tags = [] }: Pick<LangchainCase, 'tags'>): boolean {
  return !tags.includes('python-message') || tags.includes('pydantic-message');
}

/** Runs something while the clock stands where it stood when a case was recorded, if that matters. */
export function atRecordedTime<Result>({ notes }: Pick<LangchainCase, 'notes'>, run: () => Result): Result {
  const [, now] = /the clock stood at (\S+)/.exec(notes ?? '') ?? [];
  const today = Date.now;
  if (now) Date.now = () => Date.parse(now);
  try {
    return run();
  } finally {
    Date.now = today;
  }
}
