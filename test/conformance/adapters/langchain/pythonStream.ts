import { EngineError } from '../../../../src/engine/core/errors.ts';
import { fromPlain, isPyDict, type PyDict, PyOpaque, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { pyEquals } from '../../../../src/engine/python/containers.ts';
import {
  listMatches,
  parseCommaSeparated,
  streamPythonList,
} from '../../../../src/engine/systems/langchain/python/pythonLists.ts';
import { addPythonChunk, pythonChunkMessage } from '../../../../src/engine/systems/langchain/python/pythonMessage.ts';
import { streamXml } from '../../../../src/engine/systems/langchain/python/pythonXml.ts';
import { encodeMessageText, encodePython } from './encodePython.ts';
import { isMessageParser, type LangchainInput } from './langchainInput.ts';
import { chunkText, parseMessage, parsePythonText, partialValue, resultReaders } from './python.ts';
import { key } from './pythonConfig.ts';
import { makePatch } from './pythonPatch.ts';

/** `transform(chunks)`: everything that is yielded goes to `emit`, as the recorded cases write it. */
export function pythonStream(input: LangchainInput, emit: (value: unknown) => void): void {
  const give = (value: PyValue) => emit(encodePython(value));
  const { parser, message_chunks: messages } = input;
  if (parser === 'StrOutputParser') {
    for (const chunk of messages ?? []) emit(encodeMessageText(chunkText(chunk)));
    for (const chunk of input.chunks ?? []) emit(chunk);
  } else if (parser === 'XMLOutputParser') streamXml(plainChunks(input).join(''), give);
  else if (parser.endsWith('ListOutputParser')) {
    const parse = (text: string) => parsePythonText(input, text) as readonly PyValue[];
    const isCsv = parser === 'CommaSeparatedListOutputParser';
    const matches = isCsv ? undefined : listMatches(parser, key(input, 'pattern'));
    streamPythonList(plainChunks(input), isCsv ? parseCommaSeparated : parse, matches, give);
  } else streamCumulative(input, give);
}

/** The chunks that parsers of texts take: of messages those whose content is a text. */
function plainChunks(input: LangchainInput): readonly string[] {
  if (!input.message_chunks) return input.chunks ?? [];
  return input.message_chunks.flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
}

/** Yields what has been read so far whenever it changes. */
function streamCumulative(input: LangchainInput, give: (value: PyValue) => void): void {
  const isDiff = key<boolean>(input, 'diff') ?? false;
  let last: PyValue = null;
  for (const value of readings(input)) {
    if (value === null || sameValue(value, last)) continue;
    if (isDiff) {
      if (input.parser.includes('Tools')) throw new EngineError('NotImplementedError', '');
      give(makePatch(last, value));
    } else give(value);
    last = value;
  }
}

function* readings(input: LangchainInput): Generator<PyValue> {
  let text = '';
  for (const chunk of input.chunks ?? []) {
    text += chunk;
    yield partialValue(input, text);
  }
  let message: PyDict | undefined;
  for (const [i, chunk] of (input.message_chunks ?? []).entries()) {
    message = addPythonChunk(message, fromPlain(chunk) as PyDict);
    if (resultReaders.has(input.parser)) {
      if (i + 1 === input.message_chunks?.length) yield parseMessage(input, pythonChunkMessage(message), false);
      continue;
    }
    const made = pythonChunkMessage(message);
    yield isMessageParser(input.parser) ? parseMessage(input, made, true) : partialValue(input, made.text);
  }
}

/** Python's `==`; a NaN inside a container is the one object that `json` has for it, so it is the same. */
function sameValue(a: PyValue, b: PyValue, isInside = false): boolean {
  if (isInside && Number.isNaN(a) && Number.isNaN(b)) return true;
  if (a instanceof PyOpaque || b instanceof PyOpaque)
    return a instanceof PyOpaque && b instanceof PyOpaque && a.type === b.type && sameValue(a.json, b.json, true);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => sameValue(item, b[i] as PyValue, true));
  if (isPyDict(a) && isPyDict(b))
    return (
      a.size === b.size && [...a].every(([name, item]) => b.has(name) && sameValue(item, b.get(name) ?? null, true))
    );
  return pyEquals(a, b);
}
