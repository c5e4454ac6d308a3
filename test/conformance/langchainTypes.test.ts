import assert from 'node:assert/strict';
import {
  createParser,
  type Definition,
  EngineError,
  parserTypes,
  type ResponseParser,
} from '../../src/engine/index.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';
import {
  atRecordedTime,
  isOwnMessage,
  type LangchainCase,
  langchainCases,
  langchainDefinition,
} from './recordedLangchain.ts';

const types = new Set(parserTypes.filter(({ system }) => system === 'LangChain').map(({ type }) => type));

/** The names of an enum's members, and that a default is one of them, are not in its schema. */
const unknowable = new Set([
  'langchain.python.PydanticOutputParser.parse.047',
  'langchain.python.PydanticOutputParser.parse.080',
]);

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
  for (const item of langchainCases) {
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

/** The parser, or what its constructor raises. */
function made(definition: Definition): ResponseParser | EngineError {
  try {
    return createParser(definition, nodeHost);
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

async function run(item: LangchainCase): Promise<void> {
  const { op, expect, message } = item;
  const text = item.text ?? (typeof message?.content === 'string' ? message.content : '');
  const definition = langchainDefinition(item);
  if (op === 'format_instruction') {
    try {
      assert.equal(
        atRecordedTime(item, () => createParser(definition, nodeHost).formatInstruction()),
        expect.value,
      );
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      assert.equal(error.class, expect.error?.class);
      if (isOwnMessage(item)) assert.equal(error.message, expect.error?.message);
    }
    return;
  }
  const parser = made(definition);
  if (parser instanceof EngineError) {
    assert.equal(parser.class, expect.error?.class);
    if (isOwnMessage(item)) assert.equal(parser.message, expect.error?.message);
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
    assert.equal(result.error.class, expect.error?.class);
    if (isOwnMessage(item)) assert.equal(result.error.message, expect.error?.message);
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
