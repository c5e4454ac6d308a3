import type * as z from 'zod';
import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, toPlain } from '../../core/pyValue.ts';
import type { DefinitionSource, ReadField, Reading, ResponseInput } from '../../parsers/parser.ts';
import type { AuthoringFeatures, SchemaFeatures } from '../../parsers/parserFeatures.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { streamMessage } from '../../parsers/shared/streamMessage.ts';
import { toJsonText } from '../../python/index.ts';
import { runtimeOf } from './langchainRuntime.ts';
import { langchainType } from './langchainType.ts';
import { type CallPlace, messageInput, messagePartsOf } from './messageInput.ts';
import { fromScript, located } from './places.ts';
import { parsePartialJson } from './python/pythonJson.ts';
import { type PythonMessage, pythonChunkMessage, pythonMessage } from './python/pythonMessage.ts';
import { type ScriptMessage, scriptChunkMessage, scriptMessage, throwIfRefused } from './script/scriptMessage.ts';
import type { ScriptPatterns } from './script/zodPatterns.ts';

/** What LangChain's parsers of tool calls and function calls differ in. */
export interface CallsClass
  extends Pick<ParserType, 'type' | 'summary' | 'answer'>,
    Pick<AuthoringFeatures, 'check' | 'valueKeys'>,
    Pick<SchemaFeatures, 'functions' | 'valueSchema'> {
  readonly documentation: string;
  readonly template: string;
  readonly keys?: z.ZodRawShape;
  /** Whether a definition without keys reads every call, so that responses tell all of it. */
  readonly isDrafted?: true;
  /** Whether it reads the legacy `function_call`, not `tool_calls`. */
  readonly isLegacy?: true;
  /** The functions that are sent, in OpenAI's form. */
  tools?(source: DefinitionSource): readonly PyValue[];
  /** The call of an example: its name and its arguments. */
  example(source: DefinitionSource): { readonly name: string; readonly arguments: PyValue };
  /** The name of the calls that are read. Absent: all are. */
  toolName?(source: DefinitionSource): string | undefined;
  /** `parse_result` in Python. Throws `EngineError` as the class does. */
  python?(message: PythonMessage, source: DefinitionSource): PyValue;
  /** `parseResult` in JavaScript; `generation`: the generation as JSON. Throws `EngineError` as the class does. */
  js?(message: ScriptMessage, source: DefinitionSource, generation: string): unknown;
  /** The patterns that JavaScript's class checks with. Absent: none. */
  patternsOf?(source: DefinitionSource): ScriptPatterns | undefined;
  /** `parse_result(partial=True)`, where Python streams; `null`: nothing yet. Throws `EngineError` as the class does. */
  pythonPartial?(message: PythonMessage, source: DefinitionSource): PyValue;
  /** `parsePartialResult`, where JavaScript streams; `null` and `undefined`: nothing yet. */
  jsPartial?(message: ScriptMessage, source: DefinitionSource): unknown;
  /** What the constructor raises. Throws `EngineError`. */
  construct?(source: DefinitionSource): void;
}

/** A parser type that reads a model's calls. Its class has no `parse` of a text: a text is the message's content. */
export function callsType({
  python,
  js,
  pythonPartial,
  jsPartial,
  example,
  toolName,
  isLegacy,
  isDrafted,
  construct,
  patternsOf,
  functions,
  check,
  valueKeys,
  valueSchema,
  ...spec
}: CallsClass): ParserType {
  const reading = (value: PyValue, calls: readonly CallPlace[], source: DefinitionSource): Reading =>
    located(value, () => fieldsOfCalls(value, calls, toolName?.(source)));
  const readPython = (input: ResponseInput, source: DefinitionSource) => {
    const { fields, calls } = messageInput(input);
    return reading(python?.(pythonMessage(fields), source) ?? null, calls, source);
  };
  const readScript = (input: ResponseInput, source: DefinitionSource) => {
    const { fields, calls } = messageInput(input);
    const plain = toPlain(fields) as Readonly<Record<string, unknown>>;
    const message = scriptMessage(plain);
    if (!isLegacy) throwIfRefused(message);
    const generation = JSON.stringify([{ text: message.content, message: plain }]);
    return reading(fromScript(js?.(message, source, generation)), calls, source);
  };
  return langchainType({
    ...spec,
    want: 'tool-calls',
    documentation: `${spec.documentation}
- A response is a message: OpenAI's (\`{"content": …, "${isLegacy ? 'function_call' : 'tool_calls'}": …}\`), Anthropic's, or the fields of LangChain's \`AIMessage\`, as an object or as JSON text. Any other text is a message without calls.
- LangChain's message class reads raw calls itself: a broken call beside a good one is lost without a word.
- It has no instruction: the model is given the functions. In Python \`get_format_instructions()\` raises \`NotImplementedError\`.`,
    framework: { sendsNoInstruction: true },
    authoring: { ...(check && { check }), ...(valueKeys && { valueKeys }) },
    schemas: { ...(functions && { functions }), ...(valueSchema && { valueSchema }) },
    responses: {
      messageParts: messagePartsOf,
      noGrammar: 'they are calls in a provider’s message, whose arguments the provider holds to their schema.',
      draft: responses => (!isDrafted || !haveCalls(responses, isLegacy === true) ? undefined : new Map()),
      example(source) {
        const { name, arguments: args } = example(source);
        const call = new Map<string, PyValue>([
          ['name', name],
          ['arguments', toJsonText(args, 0)],
        ]);
        const calls = [
          new Map<string, PyValue>([
            ['id', 'call_1'],
            ['type', 'function'],
            ['function', call],
          ]),
        ];
        return toJsonText(
          new Map<string, PyValue>([['content', ''], isLegacy ? ['function_call', call] : ['tool_calls', calls]]),
        );
      },
    },
    streams: {
      reader(source, response, events) {
        const read = !python || runtimeOf(source.config) === 'js' ? readScript : readPython;
        return streamMessage(response, events, {
          callKey: 'call',
          read: text => read({ text }, source).fields,
          // A message without calls is not an error to the others.
          cutIsError: isLegacy === true,
        });
      },
    },
    ...(python && {
      python: {
        ...(construct && { construct }),
        instruction() {
          throw new EngineError('NotImplementedError', '');
        },
        read: (_text, source, _host, input) => readPython(input, source),
        ...(pythonPartial && {
          partial(text, source) {
            const fields = growingMessage(text);
            return (fields && pythonPartial(pythonChunkMessage(fields), source)) ?? undefined;
          },
        }),
      },
    }),
    ...(js && {
      js: {
        ...(construct && { construct }),
        instruction: () => [],
        async read(_text, source, host, input) {
          const read = () => readScript(input, source);
          return patternsOf?.(source)?.settled(read, host) ?? read();
        },
        ...(jsPartial && {
          partial(text, source) {
            const fields = growingMessage(text);
            const message = fields && scriptChunkMessage(toPlain(fields) as Readonly<Record<string, unknown>>);
            return (message && fromScript(jsPartial(message, source))) ?? undefined;
          },
        }),
      },
    }),
  });
}

/** Whether texts are messages with calls, and not such as a parser of exactly one call of a provider's is for. */
function haveCalls(texts: readonly string[], isLegacy: boolean): boolean {
  const messages = texts.map(text => messageInput({ text }));
  return (
    messages.every(({ calls, isPasted, fields }) => {
      const additional = fields.get('additional_kwargs') as PyDict | undefined;
      return isPasted && calls.length > 0 && (additional?.has('function_call') ?? false) === isLegacy;
    }) &&
    (isLegacy || messages.some(({ calls, isOwn }) => isOwn || calls.length > 1))
  );
}

/** The calls that a value was read from: an item of a list each, or the first for a value alone. Linear. */
function fieldsOfCalls(
  value: PyValue,
  calls: readonly CallPlace[],
  toolName: string | undefined,
): readonly ReadField[] {
  const read = toolName === undefined ? calls : calls.filter(({ name }) => name === toolName);
  if (!isPyList(value)) {
    const [call] = read;
    if (!call || value === null) return [];
    return [{ key: String(call.name ?? 'call'), value, span: call.span, inner: call.inner }];
  }
  // Calls that the message class lost leave no telling which is which.
  if (value.length !== read.length) return [];
  return value.map((item, i) => ({ key: String(i), value: item, span: read[i]!.span, inner: read[i]!.inner }));
}

/**
 * The fields of LangChain's `AIMessageChunk` for a message whose JSON text has not ended: the arguments of its calls are
 * what has come of them. `undefined`: nothing of a message is there yet. Linear.
 */
function growingMessage(text: string): PyDict | undefined {
  const read = parsePartialJson(text);
  if (!read.ok || read.value === null) return undefined;
  const { fields, isPasted } = messageInput({ text: toJsonText(read.value, 0) });
  if (!isPasted) return undefined;
  return new Map<string, PyValue>([...fields, ['tool_call_chunks', callChunks(fields)]]);
}

function callChunks(fields: PyDict): readonly PyDict[] {
  const own = fields.get('tool_calls');
  if (isPyList(own) && own.length > 0)
    return own
      .filter(isPyDict)
      .map((call, i) => chunk(i, call.get('name'), toJsonText(call.get('args') ?? new Map(), 0), call.get('id')));
  const additional = fields.get('additional_kwargs');
  const raw = isPyDict(additional) ? (additional.get('tool_calls') ?? null) : null;
  if (!isPyList(raw)) return [];
  return raw.filter(isPyDict).map((call, i) => {
    const made = call.get('function');
    const of = (key: string) => (isPyDict(made) ? made.get(key) : undefined);
    return chunk(i, of('name'), of('arguments'), call.get('id'));
  });
}

function chunk(index: number, name: PyValue = '', args: PyValue = '', id: PyValue = null): PyDict {
  return new Map<string, PyValue>([
    ['name', name],
    ['args', args],
    ['id', id],
    ['index', index],
  ]);
}
