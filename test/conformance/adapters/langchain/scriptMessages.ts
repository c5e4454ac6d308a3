import { LangchainError } from '../../../../src/engine/systems/langchain/langchainError.ts';
import { scriptListPattern, streamScriptList } from '../../../../src/engine/systems/langchain/script/scriptLists.ts';
import {
  addScriptChunk,
  type MessageFields,
  type ScriptMessage,
  scriptChunkMessage,
  scriptMessage,
  stringContent,
  throwIfRefused,
} from '../../../../src/engine/systems/langchain/script/scriptMessage.ts';
import {
  scriptFunctionJson,
  scriptFunctionKey,
  scriptFunctionText,
  scriptKeyToolCalls,
  scriptPartialFunction,
  scriptToolCalls,
} from '../../../../src/engine/systems/langchain/script/scriptTools.ts';
import { encodeScript } from './encodeScript.ts';
import { isMessageParser, type LangchainInput } from './langchainInput.ts';
import { isCoreStructured, messageText, parseText, partialText } from './script.ts';
import { recordedZod } from './scriptConfig.ts';
import { comparePatch, deepEquals } from './scriptPatch.ts';

/** `parseResult` of a parser of tool or function calls. Throws `EngineError` as the class does. */
export function scriptToolResult(input: LangchainInput): unknown {
  if (!input.message && isMessageParser(input.parser)) return withoutMessage(input, input.text ?? '');
  const message = scriptMessage(input.message ?? {});
  if (input.parser.includes('Tools') && !input.partial) throwIfRefused(message);
  return encodeScript(readMessage(input, message, input.partial ?? false));
}

/** What such a parser makes of a generation that is a text alone. Throws `EngineError` as the class does. */
function withoutMessage({ parser, partial }: LangchainInput, text: string): unknown {
  if (parser.includes('Tools'))
    throw new LangchainError('TypeError', "Cannot read properties of undefined (reading '_getType')");
  if (partial && parser === 'JsonOutputFunctionsParser') return encodeScript(undefined);
  throw new LangchainError('Error', `No message in generations ${JSON.stringify([{ text }])}`);
}

function readMessage(input: LangchainInput, message: ScriptMessage, partial: boolean, isStream = false): unknown {
  const config = input.config ?? {};
  const argsOnly = (config.argsOnly as boolean | undefined) ?? true;
  // The whole message as LangChain writes it is more than its fields tell.
  const shown = JSON.stringify([{ text: message.content, message: input.message }]);
  switch (input.parser) {
    case 'JsonOutputToolsParser':
      return scriptToolCalls(message, config.returnId === true, partial);
    case 'JsonOutputKeyToolsParser': {
      const schema = config.serializableSchema ?? config.zodSchema;
      const keyName = String(config.keyName);
      const keys = {
        keyName,
        returnSingle: config.returnSingle === true,
        model: schema ? recordedZod(schema) : undefined,
      };
      return scriptKeyToolCalls(message, keys, partial, isStream);
    }
    case 'OutputFunctionsParser':
      return scriptFunctionText(message, argsOnly, shown);
    case 'JsonOutputFunctionsParser':
      return partial ? scriptPartialFunction(message, argsOnly) : scriptFunctionJson(message, argsOnly, shown);
    case 'JsonKeyOutputFunctionsParser':
      return scriptFunctionKey(message, String(config.attrName), shown);
    default:
      return parseText(input, String(message.content));
  }
}

/** `transform(chunks)`: everything that is yielded goes to `emit`, as the recorded cases write it. */
export function scriptStream(input: LangchainInput, emit: (value: unknown) => void): void {
  const give = (value: unknown) => emit(encodeScript(value));
  const { parser, message_chunks: messages } = input;
  if (parser === 'StringOutputParser') {
    for (const chunk of messages ?? []) give(stringContent(chunk.content));
    for (const chunk of input.chunks ?? []) give(chunk);
  } else if (parser.endsWith('ListOutputParser')) {
    // A list of blocks is put to the buffer as JavaScript prints it.
    const chunks = messages?.map(({ content }) => String(content)) ?? input.chunks ?? [];
    streamScriptList(chunks, text => parseText(input, text) as string[], scriptListPattern(parser), give);
  } else if (cumulative.has(parser)) streamCumulative(input, give);
  else give(wholeReading(input));
}

/** Classes that read what has come so far with every chunk. Others, but for lists and texts, read when all has come. */
const cumulative: ReadonlySet<string> = new Set([
  'JsonOutputParser',
  'XMLOutputParser',
  'JsonOutputToolsParser',
  'JsonOutputKeyToolsParser',
  'JsonOutputFunctionsParser',
]);

function wholeReading(input: LangchainInput): unknown {
  const { chunks, message_chunks: messages } = input;
  if (chunks?.length)
    return isMessageParser(input.parser) ? withoutMessage(input, chunks.join('')) : parseText(input, chunks.join(''));
  let fields: MessageFields | undefined;
  for (const chunk of messages ?? []) fields = addScriptChunk(fields, chunk);
  if (!fields)
    throw new LangchainError(
      'TypeError',
      `Cannot read properties of undefined (reading '${isCoreStructured(input) ? 'text' : 'content'}')`,
    );
  if (isMessageParser(input.parser))
    return readMessage({ ...input, message: fields }, scriptChunkMessage(fields), false);
  return parseText(input, messageText(input, fields));
}

function streamCumulative(input: LangchainInput, give: (value: unknown) => void): void {
  const isDiff = input.config?.diff === true;
  let last: unknown;
  for (const value of readings(input)) {
    if (value === undefined || value === null || deepEquals(value, last)) continue;
    give(isDiff ? difference(input.parser, last, value) : value);
    last = value;
  }
}

function difference(parser: string, before: unknown, after: unknown): unknown {
  if (parser.includes('Tools')) throw new LangchainError('Error', 'Not supported.');
  if (!after) return undefined;
  if (parser === 'JsonOutputFunctionsParser') return comparePatch(before ?? {}, after);
  return before ? comparePatch(before, after) : [{ op: 'replace', path: '', value: after }];
}

function* readings(input: LangchainInput): Generator<unknown> {
  let text = '';
  for (const chunk of input.chunks ?? []) {
    text += chunk;
    if (isMessageParser(input.parser)) {
      if (input.parser.includes('Tools')) withoutMessage(input, text);
    } else yield partialText(input, text);
  }
  let fields: MessageFields | undefined;
  for (const chunk of input.message_chunks ?? []) {
    if (typeof chunk.content !== 'string') throw new LangchainError('Error', 'Cannot handle non-string output.');
    fields = addScriptChunk(fields, chunk);
    const isText = !isMessageParser(input.parser);
    const content = String(fields.content);
    yield isText ? partialText(input, content) : readMessage(input, scriptChunkMessage(fields), true, true);
  }
}
