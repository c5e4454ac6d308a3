import { EngineError } from '../../../src/engine/core/errors.ts';
import { LangchainError } from '../../../src/engine/systems/langchain/langchainError.ts';
import { structuredParse, structuredRequest } from './langchain/agentStrategies.ts';
import { isMessageParser, type LangchainInput } from './langchain/langchainInput.ts';
import { pythonInstruction, pythonParse, pythonPartial, pythonToolCalls } from './langchain/python.ts';
import { pythonStream } from './langchain/pythonStream.ts';
import { scriptInstruction, scriptParse, scriptPartial } from './langchain/script.ts';
import { scriptStream, scriptToolResult } from './langchain/scriptMessages.ts';
import { totalOperation } from './totalOperation.ts';

/** `get_format_instructions()` in Python, `getFormatInstructions(options)` in JavaScript. Throws `EngineError` as the class does. */
function formatInstruction(input: LangchainInput): string {
  return input.runtime === 'python' ? pythonInstruction(input) : scriptInstruction(input);
}

/** `parse(text)`; with a `message` the parser is invoked on it. Throws `EngineError` as the class does. */
function parse(input: LangchainInput): unknown {
  if (input.runtime === 'python') return pythonParse(input);
  return input.message && isMessageParser(input.parser) ? scriptToolResult(input) : scriptParse(input);
}

/** What a parser gives for a text that is not complete. Throws `EngineError` as the class does. */
function parsePartial(input: LangchainInput): unknown {
  return input.runtime === 'python' ? pythonPartial(input) : scriptPartial(input);
}

/** What a parser of tool or function calls gives for a message. Throws `EngineError` as the class does. */
function parseToolCalls(input: LangchainInput): unknown {
  return input.runtime === 'python' ? pythonToolCalls(input) : scriptToolResult(input);
}

/** All that a parser yields for a stream of chunks. An error that ends the stream is thrown, with what came before in `yielded`. */
function stream(input: LangchainInput): readonly unknown[] {
  const yielded: unknown[] = [];
  try {
    (input.runtime === 'python' ? pythonStream : scriptStream)(input, value => void yielded.push(value));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const thrown = error instanceof LangchainError ? error : new LangchainError(error.class, error.message);
    thrown.yielded = yielded;
    throw thrown;
  }
  return yielded;
}

/**
 * LangChain's output parsers, of Python's langchain-core 1.6.5 and JavaScript's @langchain/core 1.4.0 and
 * @langchain/classic 1.0.50. Every operation takes the keys of a recorded case and gives plain data: what JSON does not
 * have is `{$py: repr}`, `{$model: class, value}` or `{$js: source}`.
 */
export const langchain = Object.freeze({
  formatInstruction: totalOperation(formatInstruction, 'RangeError'),
  parse: totalOperation(parse, 'RangeError'),
  parsePartial: totalOperation(parsePartial, 'RangeError'),
  stream: totalOperation(stream, 'RangeError'),
  parseToolCalls: totalOperation(parseToolCalls, 'RangeError'),
  structuredRequest: totalOperation(structuredRequest, 'RangeError'),
  structuredParse: totalOperation(structuredParse, 'RangeError'),
});
