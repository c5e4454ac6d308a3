import { EngineError } from '../../../../src/engine/core/errors.ts';
import { ModelValue } from '../../../../src/engine/core/modelValue.ts';
import { fromPlain, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { pyRepr } from '../../../../src/engine/python/repr.ts';
import { pythonXmlInstruction } from '../../../../src/engine/systems/langchain/fencedXml.ts';
import { LangchainError } from '../../../../src/engine/systems/langchain/langchainError.ts';
import {
  jsonInstruction,
  parseAndCheck,
  parseJsonOutput,
  parsePartialOutput,
  pydanticInstruction,
} from '../../../../src/engine/systems/langchain/python/pythonJsonParser.ts';
import {
  listMatches,
  parseCommaSeparated,
  pythonListInstructions,
} from '../../../../src/engine/systems/langchain/python/pythonLists.ts';
import {
  type PythonMessage,
  pythonMessage,
  pythonText,
} from '../../../../src/engine/systems/langchain/python/pythonMessage.ts';
import { validateParsed } from '../../../../src/engine/systems/langchain/python/pythonModel.ts';
import {
  functionAttribute,
  functionJson,
  functionKey,
  functionModel,
  functionText,
  keyToolCalls,
  notAChat,
  type PythonFunctionKeys,
  type PythonToolKeys,
  pydanticToolCalls,
  toolCalls,
} from '../../../../src/engine/systems/langchain/python/pythonTools.ts';
import { parseXml, type XmlReader } from '../../../../src/engine/systems/langchain/python/pythonXml.ts';
import { encodeMessageText, encodePython, pyTuple } from './encodePython.ts';
import { isMessageParser, type LangchainInput } from './langchainInput.ts';
import { classicInstruction, classicParse, isClassic } from './pythonClassic.ts';
import { functionModels, key, notImplemented, recordedModel, recordedSchema, requiredModel } from './pythonConfig.ts';

/** Classes that only read a model's result: they neither parse texts nor have instructions, and read at the end of a stream. */
export const resultReaders: ReadonlySet<string> = new Set([
  'OutputFunctionsParser',
  'PydanticOutputFunctionsParser',
  'PydanticAttrOutputFunctionsParser',
]);

/** What a method raises that the class does not define. */
function missing(parser: string, method: string): EngineError {
  if (!resultReaders.has(parser)) return notImplemented();
  return new EngineError('AttributeError', `'${parser}' object has no attribute '${method}'`);
}

const everyClass = { parse: parsePythonText, instruction: pythonInstruction };

/** `get_format_instructions()`. */
export function pythonInstruction(input: LangchainInput): string {
  const { parser } = input;
  if (isClassic(parser)) return classicInstruction(input, everyClass);
  if (parser === 'JsonOutputParser' || parser === 'SimpleJsonOutputParser') {
    const model = key(input, 'pydantic_object');
    return jsonInstruction(model ? recordedSchema(model) : undefined);
  }
  if (parser === 'PydanticOutputParser') return pydanticInstruction(requiredModel(input, 'pydantic_object').schema);
  if (parser === 'XMLOutputParser') return pythonXmlInstruction(pyRepr(fromPlain(key(input, 'tags') ?? null)));
  const instruction = pythonListInstructions[parser];
  if (instruction !== undefined) return instruction;
  throw missing(parser, 'get_format_instructions');
}

/** `parse(text)`, or `invoke(AIMessage(…))` where there is a message. */
export function pythonParse(input: LangchainInput): unknown {
  const message = input.message && pythonMessage(fromPlain(input.message) as PyDict);
  if (isMessageParser(input.parser)) {
    if (!message) throw missing(input.parser, 'parse');
    return encodePython(parseMessage(input, message, false));
  }
  if (input.parser === 'StrOutputParser' && message) return encodeMessageText(message.text);
  return encodePython(parsePythonText(input, message?.text ?? input.text ?? ''));
}

/** What a parser of texts gives for one. */
export function parsePythonText(input: LangchainInput, text: string): PyValue {
  if (isClassic(input.parser)) return classicParse(input, text, everyClass);
  switch (input.parser) {
    case 'StrOutputParser':
      return text;
    case 'JsonOutputParser':
    case 'SimpleJsonOutputParser':
      return parseJsonOutput(text);
    case 'PydanticOutputParser': {
      const model = requiredModel(input, 'pydantic_object');
      return new ModelValue(model.name, validateParsed(model, parseJsonOutput(text)));
    }
    case 'parse_and_check_json_markdown':
      return parseAndCheck(text, key<readonly string[]>(input, 'expected_keys') ?? []);
    case 'CommaSeparatedListOutputParser':
      return parseCommaSeparated(text);
    case 'NumberedListOutputParser':
    case 'MarkdownListOutputParser':
      return listMatches(input.parser, key(input, 'pattern'))(text).map(({ item }) => tupleOf(item));
    case 'XMLOutputParser':
      return parseXml(text, key<XmlReader>(input, 'parser') ?? 'defusedxml');
    default:
      throw new EngineError('ValueError', `LangChain's parser ${input.parser} is not known for Python.`);
  }
}

function tupleOf(item: PyValue | readonly PyValue[]): PyValue {
  return Array.isArray(item) ? pyTuple(item.map(String)) : (item as PyValue);
}

/** `parse_result(…, partial=True)`. */
export function pythonPartial(input: LangchainInput): unknown {
  return encodePython(partialValue(input, input.text ?? ''));
}

/** The same as a value; `null` is `None`. */
export function partialValue(input: LangchainInput, text: string): PyValue {
  if (input.parser === 'JsonOutputParser' || input.parser === 'SimpleJsonOutputParser') return parsePartialOutput(text);
  if (isMessageParser(input.parser)) throw notAChat();
  if (input.parser !== 'PydanticOutputParser') return parsePythonText(input, text);
  const model = requiredModel(input, 'pydantic_object');
  try {
    return new ModelValue(model.name, validateParsed(model, parsePartialOutput(text)));
  } catch (error) {
    if (error instanceof LangchainError && error.class === 'OutputParserException') return null;
    throw error;
  }
}

/** `parse_result` of a parser of tool or function calls. */
export function pythonToolCalls(input: LangchainInput): unknown {
  if (!input.message) throw notAChat();
  return encodePython(parseMessage(input, pythonMessage(fromPlain(input.message) as PyDict), input.partial ?? false));
}

/** What a parser of messages gives for one. */
export function parseMessage(input: LangchainInput, message: PythonMessage, partial: boolean): PyValue {
  const config = input.config ?? {};
  switch (input.parser) {
    case 'JsonOutputToolsParser':
      return toolCalls(message, config as PythonToolKeys, partial);
    case 'JsonOutputKeyToolsParser':
      return keyToolCalls(message, config as PythonToolKeys, partial);
    case 'PydanticToolsParser': {
      const models = (key<readonly unknown[]>(input, 'tools') ?? []).map(recordedModel);
      return pydanticToolCalls(message, models, config as PythonToolKeys, partial);
    }
    case 'OutputFunctionsParser':
      return functionText(message, key<boolean>(input, 'args_only') ?? true);
    case 'JsonOutputFunctionsParser':
      return functionJson(message, config as PythonFunctionKeys, partial);
    case 'JsonKeyOutputFunctionsParser':
      return functionKey(message, config as PythonFunctionKeys, partial);
    case 'PydanticOutputFunctionsParser':
      return functionModel(message, functionModels(input));
    case 'PydanticAttrOutputFunctionsParser':
      return functionAttribute(message, functionModels(input), key<string>(input, 'attr_name') ?? '');
    default:
      return partial ? partialValue(input, message.text) : parsePythonText(input, message.text);
  }
}

/** The text of a message's fields. */
export function chunkText(fields: Readonly<Record<string, unknown>>): string {
  return pythonText(fromPlain(fields.content ?? ''));
}
