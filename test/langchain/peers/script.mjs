// @ts-check
// LangChain.js itself: reads a JSON list of cases from standard input, in the form of test/conformance/langchain.json, and prints what
// the packages in PEERS give for each. A case with `op: "schema"` gives the JSON Schema of a zod source.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** @type {(name: string) => any} */
const load = createRequire(join(String(process.env.PEERS), 'index.js'));
const core = {
  ...load('@langchain/core/output_parsers'),
  ...load('@langchain/core/output_parsers/openai_tools'),
};
Object.assign(core, load('@langchain/core/output_parsers/openai_functions'));
const classic = { ...core, ...load('@langchain/classic/output_parsers'), ...load('@langchain/classic/agents') };
Object.assign(classic, load('@langchain/classic/agents/react/output_parser'));
Object.assign(classic, load('@langchain/classic/agents/xml/output_parser'));
const { AIMessage, AIMessageChunk } = load('@langchain/core/messages');
const { FakeListChatModel } = load('@langchain/core/utils/testing');
const { toJsonSchema } = load('@langchain/core/utils/json_schema');
/** @type {Readonly<Record<number, any>>} */
const zods = { 3: load('zod/v3').z, 4: load('zod').z };

/** @type {(source: string, zod: number) => any} */
const schemaOf = (source, zod) => new Function('z', `return ${source}`)(zods[zod]);

/** A parser as its constructor makes it. @returns {any} */
function construct(/** @type {any} */ { parser, config = {}, package: from }) {
  const classes = from === '@langchain/classic' ? classic : core;
  const Class = classes[parser];
  if (!Class) throw new Error(`There is no ${parser}.`);
  const { schema, names_and_descriptions: names, zodSchema, serializableSchema, parsers, ...rest } = config;
  if (parser === 'AsymmetricStructuredOutputParser') {
    const process = new Function('x', `return ${config.output_processor}`);
    const Base = /** @type {new (fields: object) => object} */ (Class);
    class Processed extends Base {
      /** @returns {Promise<any>} */
      async outputProcessor(/** @type {any} */ value) {
        return process(value);
      }
    }
    return new Processed({ inputSchema: made(config.inputSchema) });
  }
  if (names) return Class.fromNamesAndDescriptions(names);
  if (parser === 'RouterOutputParser') return new Class(made(schema), config.options);
  if (parser === 'StandardSchemaOutputParser') return Class.fromSerializableSchema(made(schema));
  if (schema) return Class.fromZodSchema(made(schema));
  if (parser === 'OutputFixingParser') {
    const inner = construct({ package: from, ...config.parser });
    return Class.fromLLM(new FakeListChatModel({ responses: [config.answer] }), inner);
  }
  if (parsers)
    return new Class({ parsers: parsers.map((/** @type {any} */ inner) => construct({ package: from, ...inner })) });
  return new Class({
    ...rest,
    ...(zodSchema && { zodSchema: made(zodSchema) }),
    ...(serializableSchema && { serializableSchema: made(serializableSchema) }),
  });
}

const made = (/** @type {any} */ { source, zod = 4 }) => schemaOf(source, zod);

/** A value as the recorded cases write it. @returns {any} */
function encode(/** @type {any} */ value) {
  if (value === undefined) return { $js: 'undefined' };
  if (typeof value === 'number' && Object.is(value, -0)) return { $js: '-0' };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $js: String(value) };
  if (value instanceof Date) return { $js: `new Date("${value.toISOString()}")` };
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== 'object' || value === null) return value;
  /** @type {Record<string, unknown>} */
  const plain = {};
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(plain, key, { value: encode(item), enumerable: true, configurable: true, writable: true });
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return plain;
  return { $js: 'object with another prototype', value: plain };
}

/** What was thrown, as the recorded cases write it. */
function encodeError(/** @type {any} */ error) {
  const name = error.constructor?.name;
  const parsing = name === 'OutputParserException';
  return {
    class: name,
    message: error.message,
    ...(parsing && { name: error.name, llm_output: error.llmOutput ?? null }),
    ...(error.lc_error_code && { code: error.lc_error_code }),
  };
}

/** @type {(items: readonly unknown[]) => AsyncGenerator<unknown>} */
async function* each(items) {
  yield* items;
}

async function answer(/** @type {any} */ item) {
  const { op, message, chunks, message_chunks: messages, partial, options } = item;
  if (op === 'schema') {
    const schema = schemaOf(item.source, item.zod);
    return { value: item.zod === 4 ? zods[4].toJSONSchema(schema) : toJsonSchema(schema) };
  }
  const parser = construct(item);
  const generation = message ? { text: message.content, message: new AIMessage(message) } : { text: item.text };
  switch (op) {
    case 'format_instruction':
      return { value: parser.getFormatInstructions(options) };
    case 'parse_partial':
      return { value: encode(await parser.parsePartialResult([generation])) };
    case 'parse_tool_calls':
      if (partial) return { value: encode(await parser.parsePartialResult([generation])) };
      return { value: encode(await parser.parseResult([generation])) };
    case 'fix_prompt': {
      /** @type {string[]} */
      const prompts = [];
      const llm = parser.retryChain.llm;
      const generate = llm._generate.bind(llm);
      llm._generate = (/** @type {any[]} */ given, /** @type {any[]} */ ...more) => {
        prompts.push(given.map(({ content }) => content).join('\n'));
        return generate(given, ...more);
      };
      await parser.parse(item.text).catch((/** @type {any} */ error) => {
        if (error.constructor.name !== 'OutputParserException') throw error;
      });
      return { value: prompts };
    }
    case 'stream': {
      /** @type {unknown[]} */
      const yielded = [];
      const given = messages ? messages.map((/** @type {any} */ chunk) => new AIMessageChunk(chunk)) : chunks;
      try {
        for await (const value of parser.transform(each(given), {})) yielded.push(encode(value));
      } catch (error) {
        return { error: encodeError(error), yielded };
      }
      return { value: yielded };
    }
    default:
      return { value: encode(message ? await parser.invoke(generation.message) : await parser.parse(item.text)) };
  }
}

const results = [];
for (const item of JSON.parse(await text(process.stdin)))
  results.push(await answer(item).catch(error => ({ error: encodeError(error) })));
process.stdout.write(JSON.stringify(results));
