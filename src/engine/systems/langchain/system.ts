import type { ParserType } from '../../parsers/parserType.ts';
import type { System } from '../../parsers/system.ts';
import { runtimeRules } from './convert/betweenRuntimes.ts';
import { strategyRules } from './convert/toStrategy.ts';
import { autoStrategy } from './types/autoStrategy.ts';
import { booleanOutputParser } from './types/booleanOutputParser.ts';
import { chatAgentOutputParser } from './types/chatAgentOutputParser.ts';
import { chatConversationalAgentOutputParser } from './types/chatConversationalAgentOutputParser.ts';
import { chatOutputParser } from './types/chatOutputParser.ts';
import { combiningOutputParser } from './types/combiningOutputParser.ts';
import { commaSeparatedListOutputParser } from './types/commaSeparatedListOutputParser.ts';
import { conversationalChatOutputParser } from './types/conversationalChatOutputParser.ts';
import { conversationalOutputParser } from './types/conversationalOutputParser.ts';
import { customListOutputParser } from './types/customListOutputParser.ts';
import { datetimeOutputParser } from './types/datetimeOutputParser.ts';
import { enumOutputParser } from './types/enumOutputParser.ts';
import { jsonAgentOutputParser } from './types/jsonAgentOutputParser.ts';
import { jsonKeyOutputFunctionsParser } from './types/jsonKeyOutputFunctionsParser.ts';
import { jsonMarkdownStructuredOutputParser } from './types/jsonMarkdownStructuredOutputParser.ts';
import { jsonOutputFunctionsParser } from './types/jsonOutputFunctionsParser.ts';
import { jsonOutputKeyToolsParser } from './types/jsonOutputKeyToolsParser.ts';
import { jsonOutputParser } from './types/jsonOutputParser.ts';
import { jsonOutputToolsParser } from './types/jsonOutputToolsParser.ts';
import { markdownListOutputParser } from './types/markdownListOutputParser.ts';
import { mrklOutputParser } from './types/mrklOutputParser.ts';
import { numberedListOutputParser } from './types/numberedListOutputParser.ts';
import { outputFunctionsParser } from './types/outputFunctionsParser.ts';
import { providerStrategy } from './types/providerStrategy.ts';
import { pydanticAttrOutputFunctionsParser } from './types/pydanticAttrOutputFunctionsParser.ts';
import { pydanticOutputFunctionsParser } from './types/pydanticOutputFunctionsParser.ts';
import { pydanticOutputParser } from './types/pydanticOutputParser.ts';
import { pydanticToolsParser } from './types/pydanticToolsParser.ts';
import { reActJsonSingleInputOutputParser } from './types/reActJsonSingleInputOutputParser.ts';
import { reActOutputParser } from './types/reActOutputParser.ts';
import { reActSingleInputOutputParser } from './types/reActSingleInputOutputParser.ts';
import { regexDictParser } from './types/regexDictParser.ts';
import { regexParser } from './types/regexParser.ts';
import { routerOutputParser } from './types/routerOutputParser.ts';
import { selfAskOutputParser } from './types/selfAskOutputParser.ts';
import { standardSchemaOutputParser } from './types/standardSchemaOutputParser.ts';
import { stringOutputParser } from './types/stringOutputParser.ts';
import { strOutputParser } from './types/strOutputParser.ts';
import { structuredChatOutputParser } from './types/structuredChatOutputParser.ts';
import { structuredChatOutputParserWithRetries } from './types/structuredChatOutputParserWithRetries.ts';
import { structuredOutputParser } from './types/structuredOutputParser.ts';
import { toolStrategy } from './types/toolStrategy.ts';
import { xmlAgentOutputParser } from './types/xmlAgentOutputParser.ts';
import { xmlOutputParser } from './types/xmlOutputParser.ts';
import { yamlOutputParser } from './types/yamlOutputParser.ts';
import { zeroShotAgentOutputParser } from './types/zeroShotAgentOutputParser.ts';

/** LangChain's classes, in the order in which pickers show them. */
const langchainTypes: readonly ParserType[] = [
  jsonOutputParser,
  pydanticOutputParser,
  structuredOutputParser,
  yamlOutputParser,
  jsonMarkdownStructuredOutputParser,
  standardSchemaOutputParser,
  commaSeparatedListOutputParser,
  numberedListOutputParser,
  markdownListOutputParser,
  customListOutputParser,
  xmlOutputParser,
  regexParser,
  regexDictParser,
  enumOutputParser,
  booleanOutputParser,
  combiningOutputParser(() => langchainTypes),
  datetimeOutputParser,
  routerOutputParser,
  reActSingleInputOutputParser,
  zeroShotAgentOutputParser,
  mrklOutputParser,
  reActJsonSingleInputOutputParser,
  chatOutputParser,
  jsonAgentOutputParser,
  conversationalOutputParser,
  conversationalChatOutputParser,
  selfAskOutputParser,
  reActOutputParser,
  chatAgentOutputParser,
  chatConversationalAgentOutputParser,
  structuredChatOutputParser,
  structuredChatOutputParserWithRetries,
  xmlAgentOutputParser,
  toolStrategy,
  providerStrategy,
  autoStrategy,
  jsonOutputToolsParser,
  jsonOutputKeyToolsParser,
  pydanticToolsParser,
  outputFunctionsParser,
  jsonOutputFunctionsParser,
  jsonKeyOutputFunctionsParser,
  pydanticOutputFunctionsParser,
  pydanticAttrOutputFunctionsParser,
  strOutputParser,
  stringOutputParser,
];

/** LangChain and LangChain.js. */
export const langchain: System = {
  name: 'LangChain',
  isInPython: true,
  types: langchainTypes,
  conversions: [...strategyRules, ...runtimeRules],
};
