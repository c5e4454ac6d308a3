import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  createParser,
  type Definition,
  EngineError,
  isPyDict,
  isPyList,
  type ModelMessage,
  type PyDict,
  parserTypes,
  type ResponseParser,
  readDefinitions,
  toJsonText,
} from '../../src/engine/index.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';

interface Case {
  readonly id: string;
  readonly op: string;
  readonly runtime: 'python' | 'js';
  readonly package: string;
  readonly parser: string;
  readonly portable?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly options?: { readonly interpolationDepth?: number };
  readonly text?: string;
  readonly message?: ModelMessage & { readonly additional_kwargs?: object };
  readonly partial?: boolean;
  readonly expect: {
    readonly value?: unknown;
    readonly value_json?: unknown;
    readonly error?: { readonly class: string; readonly message: string; readonly llm_output?: string | null };
  };
}

const file = readFileSync(new URL('./langchain.json', import.meta.url), 'utf8');
const cases = JSON.parse(file) as readonly Case[];
/** The same with the floats that are whole, by id. */
const exact = new Map(exactCases(file).map(item => [item.get('id'), item]));

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
const types = new Set(parserTypes.filter(({ system }) => system === 'LangChain').map(({ type }) => type));

/** The names of an enum's members, and that a default is one of them, are not in its schema. */
const unknowable = new Set([
  'langchain.python.PydanticOutputParser.parse.047',
  'langchain.python.PydanticOutputParser.parse.080',
]);

/** The definition that says what a recorded constructor call does. */
function definitionOf({ id, runtime, package: from, parser, config = {}, options }: Case) {
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
    ...(from === '@langchain/classic' && { package: 'classic' }),
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
  };
  const text = JSON.stringify(keys).replace('"@"', () => exactSchema(id, pydantic ? 'pydantic_object' : 'schema'));
  const [definition] = readDefinitions(text, 'x.parser.json').definitions;
  assert.ok(definition);
  return definition;
}

/** A value without the marks of what JSON does not have. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { $model, $js, $py, value: inner } = value as Record<string, unknown>;
  if ($model !== undefined) return plain(inner);
  if ($js === '-0') return -0;
  if ($js === 'undefined') return null;
  if ($js !== undefined || $py !== undefined) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** Whether JSON has all of a value. */
function isPlain(value: unknown): boolean {
  return !/"\$(?:js|py)":/.test(JSON.stringify(value) ?? '');
}

suite('LangChain’s types, as recorded', () => {
  for (const item of cases) {
    const isText = item.text !== undefined && item.message === undefined;
    if (item.portable === false || !types.has(item.parser) || unknowable.has(item.id)) continue;
    const isCall = item.op === 'parse_tool_calls' && item.message !== undefined && item.partial !== true;
    const isParse = item.op === 'parse' && isText && !/Tools|Functions/.test(item.parser);
    if (item.op !== 'format_instruction' && !isParse && !isCall) continue;
    // A date that zod makes of a text has no JSON Schema.
    if ((item.config?.schema as { content_schema?: unknown } | undefined)?.content_schema === null) continue;
    test(item.id, () => run(item));
  }
});

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
function innerKeys({ parser, config }: Pick<Case, 'parser' | 'config'>): object {
  const { schema, ...rest } = config ?? {};
  const zod = schema as { zod: number; content_schema: object } | undefined;
  return { type: parser, ...rest, ...(zod && { zod: zod.zod, content_schema: zod.content_schema }) };
}

/** The parser, or what its constructor raises. */
function made(definition: Definition): ResponseParser | EngineError {
  try {
    return createParser(definition, nodeHost);
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

async function run(item: Case): Promise<void> {
  const { op, expect, message } = item;
  const text = item.text ?? (typeof message?.content === 'string' ? message.content : '');
  const definition = definitionOf(item);
  if (op === 'format_instruction') {
    try {
      assert.equal(createParser(definition, nodeHost).formatInstruction(), expect.value);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      assert.deepEqual([error.class, error.message], [expect.error?.class, expect.error?.message]);
    }
    return;
  }
  const parser = made(definition);
  if (parser instanceof EngineError) {
    assert.deepEqual([parser.class, parser.message], [expect.error?.class, expect.error?.message]);
    return;
  }
  const result = await parser.parse(message ?? text);
  if (message?.tool_calls || item.message?.additional_kwargs) {
    // The same message as JSON text.
    const pasted = await parser.parse(JSON.stringify(message));
    assert.deepEqual(pasted.ok && pasted.value, result.ok && result.value);
    assert.deepEqual(!pasted.ok && pasted.error.message, !result.ok && result.error.message);
  }
  if (!result.ok) {
    assert.deepEqual([result.error.class, result.error.message], [expect.error?.class, expect.error?.message]);
    assert.equal(result.error.raw_response ?? null, expect.error?.llm_output ?? null);
    return;
  }
  assert.equal(expect.error, undefined);
  for (const { span, inner } of result.fields)
    assert.ok(0 <= span.start && span.start <= inner.start && inner.end <= span.end && span.end <= text.length);
  const wanted = expect.value_json ?? expect.value;
  if (isPlain(wanted))
    assert.deepEqual(JSON.parse(JSON.stringify(result.value)), JSON.parse(JSON.stringify(plain(wanted))));
}
