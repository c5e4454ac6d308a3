import { scriptXmlInstruction } from '../../../../src/engine/systems/langchain/fencedXml.ts';
import { LangchainError } from '../../../../src/engine/systems/langchain/langchainError.ts';
import { agentInstruction } from '../../../../src/engine/systems/langchain/script/agentInstructions.ts';
import {
  type AgentStep,
  parseChatAgent,
  parseConversationalAgent,
  parseReAct,
  parseStructuredChat,
  parseXmlAgent,
  parseZeroShot,
} from '../../../../src/engine/systems/langchain/script/agents.ts';
import {
  combinedInstruction,
  datetimeInstruction,
  fixPrompt,
  parseCombined,
  parseDatetime,
  parseRegex,
  type RegexKeys,
  scriptRegex,
} from '../../../../src/engine/systems/langchain/script/classicParsers.ts';
import { parseScriptMarkdown, parseScriptPartial } from '../../../../src/engine/systems/langchain/script/scriptJson.ts';
import {
  type CustomList,
  customListInstruction,
  parseCustomList,
  scriptListInstructions,
  scriptListPattern,
  splitList,
} from '../../../../src/engine/systems/langchain/script/scriptLists.ts';
import {
  contentText,
  scriptMessage,
  scriptText,
  stringContent,
  throwIfRefused,
} from '../../../../src/engine/systems/langchain/script/scriptMessage.ts';
import { scriptFunctionValue } from '../../../../src/engine/systems/langchain/script/scriptTools.ts';
import {
  parseAsymmetric,
  parseRouter,
  parseStandardSchema,
  parseStructured,
  sketchInstruction,
  structuredInstruction,
} from '../../../../src/engine/systems/langchain/script/structuredParser.ts';
import { parseScriptXml } from '../../../../src/engine/systems/langchain/types/xmlOutputParser.ts';
import { encodeScript } from './encodeScript.ts';
import type { LangchainInput } from './langchainInput.ts';
import { packageOf, structuredModel, structuredSchema } from './scriptConfig.ts';

/** A key of the constructor. */
function key<T>(input: LangchainInput, name: string): T | undefined {
  return input.config?.[name] as T | undefined;
}

function innerParsers(input: LangchainInput): LangchainInput[] {
  const parsers = key<readonly Omit<LangchainInput, 'runtime'>[]>(input, 'parsers') ?? [];
  return parsers.map(inner => innerParser(input, inner));
}

function innerParser(input: LangchainInput, inner: Omit<LangchainInput, 'runtime'>): LangchainInput {
  return { runtime: 'js', ...(input.package !== undefined && { package: input.package }), ...inner };
}

/** `getFormatInstructions(options)`. Throws `EngineError` as the class does. */
export function scriptInstruction(input: LangchainInput): string {
  const { parser } = input;
  const depth = input.options?.interpolationDepth as number | undefined;
  switch (parser) {
    case 'StructuredOutputParser':
      return structuredInstruction(structuredSchema(input), packageOf(input));
    case 'JsonMarkdownStructuredOutputParser':
    case 'RouterOutputParser':
      return sketchInstruction(structuredSchema(input), depth);
    case 'AsymmetricStructuredOutputParser':
      return sketchInstruction(structuredSchema(input));
    case 'CustomListOutputParser':
      return customListInstruction((input.config ?? {}) as CustomList);
    case 'XMLOutputParser':
      return scriptXmlInstruction(key(input, 'tags'));
    case 'RegexParser':
      return `Your response should match the following regex: ${scriptRegex(input.config as unknown as RegexKeys)}`;
    case 'DatetimeOutputParser':
      return datetimeInstruction;
    case 'CombiningOutputParser':
      return combinedInstruction(innerParsers(input).map(scriptInstruction));
    case 'OutputFixingParser':
      return scriptInstruction(innerParser(input, key(input, 'parser') as LangchainInput));
    default:
      return scriptListInstructions[parser] ?? agentInstruction(parser, key(input, 'toolNames') ?? []) ?? '';
  }
}

/** `parse(text)`, or `invoke(new AIMessage(…))` where there is a message. Throws `EngineError` as the class does. */
export function scriptParse(input: LangchainInput): unknown {
  if (input.op === 'fix_prompt') return fixPrompts(input);
  return encodeScript(parseText(input, input.message ? messageText(input, input.message) : (input.text ?? '')));
}

/** What an invoked parser of texts takes for the text of a message. Throws `ModelRefusalError`. */
export function messageText(input: LangchainInput, fields: Readonly<Record<string, unknown>>): string {
  const message = scriptMessage(fields);
  if (input.parser === 'StringOutputParser') return stringContent(message.content);
  if (!isCoreStructured(input) && input.parser !== 'JsonOutputParser') return contentText(message.content);
  throwIfRefused(message);
  return scriptText(message.content);
}

/** Whether a class checks what `@langchain/core` takes for the text of a message. */
export function isCoreStructured(input: LangchainInput): boolean {
  const { parser } = input;
  if (parser === 'StandardSchemaOutputParser') return true;
  return /^(?:JsonMarkdown)?StructuredOutputParser$/.test(parser) && packageOf(input) === 'core';
}

/** What a parser of texts gives for one. */
export function parseText(input: LangchainInput, text: string): unknown {
  const { parser } = input;
  switch (parser) {
    case 'StringOutputParser':
      return text;
    case 'JsonOutputParser':
      return parseScriptMarkdown(text);
    case 'StructuredOutputParser':
    case 'JsonMarkdownStructuredOutputParser':
      return parseStructured(text, structuredModel(input), packageOf(input));
    case 'StandardSchemaOutputParser':
      return parseStandardSchema(text, structuredModel(input));
    case 'AsymmetricStructuredOutputParser':
      return parseAsymmetric(text, structuredModel(input), packageOf(input));
    case 'RouterOutputParser': {
      const options = key<{ defaultDestination?: string }>(input, 'options');
      return parseRouter(text, structuredModel(input), options?.defaultDestination);
    }
    case 'CommaSeparatedListOutputParser':
      return splitList(text);
    case 'CustomListOutputParser':
      return parseCustomList(text, (input.config ?? {}) as CustomList);
    case 'XMLOutputParser':
      return parseScriptXml(text);
    case 'RegexParser':
      return parseRegex(text, input.config as unknown as RegexKeys);
    case 'DatetimeOutputParser':
      return parseDatetime(text);
    case 'CombiningOutputParser':
      return parseCombined(
        text,
        innerParsers(input).map(inner => part => parseText(inner, part)),
      );
    default: {
      const pattern = scriptListPattern(parser);
      if (pattern) return [...text.matchAll(pattern)].map(match => match[1]);
      if (parser.includes('Tools')) throw new LangchainError('Error', 'Not implemented.');
      if (parser === 'JsonOutputFunctionsParser') return scriptFunctionValue(text, key(input, 'argsOnly') ?? true);
      return parseAgent(input, text);
    }
  }
}

function parseAgent(input: LangchainInput, text: string): AgentStep {
  switch (input.parser) {
    case 'ChatAgentOutputParser':
      return parseChatAgent(text);
    case 'ChatConversationalAgentOutputParser':
      return parseConversationalAgent(text);
    case 'StructuredChatOutputParser':
    case 'StructuredChatOutputParserWithRetries':
      return parseStructuredChat(text);
    case 'ZeroShotAgentOutputParser':
      return parseZeroShot(text, key(input, 'finishToolName'));
    case 'ReActSingleInputOutputParser':
      return parseReAct(text);
    case 'XMLAgentOutputParser':
      return parseXmlAgent(text);
    default:
      throw new LangchainError('Error', `LangChain's parser ${input.parser} is not known for JavaScript.`);
  }
}

/** `parsePartialResult`. */
export function scriptPartial(input: LangchainInput): unknown {
  return encodeScript(partialText(input, input.text ?? ''));
}

/** The same before it is encoded. */
export function partialText(input: LangchainInput, text: string): unknown {
  return input.parser === 'JsonOutputParser' ? parseScriptMarkdown(text, parseScriptPartial) : parseText(input, text);
}

/** The prompts that `OutputFixingParser` sends to its model; what its model answers decides nothing here. */
function fixPrompts(input: LangchainInput): string[] {
  const inner = innerParser(input, key(input, 'parser') as LangchainInput);
  const text = input.text ?? '';
  try {
    parseText(inner, text);
    return [];
  } catch (error) {
    if (!(error instanceof LangchainError) || error.class !== 'OutputParserException') throw error;
    return [fixPrompt(scriptInstruction(inner), text, error)];
  }
}
