import type { ParserType } from '../parserType.ts';
import { chatAgentOutputParser } from './types/chatAgentOutputParser.ts';
import { chatConversationalAgentOutputParser } from './types/chatConversationalAgentOutputParser.ts';
import { combiningOutputParser } from './types/combiningOutputParser.ts';
import { commaSeparatedListOutputParser } from './types/commaSeparatedListOutputParser.ts';
import { customListOutputParser } from './types/customListOutputParser.ts';
import { datetimeOutputParser } from './types/datetimeOutputParser.ts';
import { jsonKeyOutputFunctionsParser } from './types/jsonKeyOutputFunctionsParser.ts';
import { jsonMarkdownStructuredOutputParser } from './types/jsonMarkdownStructuredOutputParser.ts';
import { jsonOutputFunctionsParser } from './types/jsonOutputFunctionsParser.ts';
import { jsonOutputKeyToolsParser } from './types/jsonOutputKeyToolsParser.ts';
import { jsonOutputParser } from './types/jsonOutputParser.ts';
import { jsonOutputToolsParser } from './types/jsonOutputToolsParser.ts';
import { markdownListOutputParser } from './types/markdownListOutputParser.ts';
import { numberedListOutputParser } from './types/numberedListOutputParser.ts';
import { outputFunctionsParser } from './types/outputFunctionsParser.ts';
import { pydanticAttrOutputFunctionsParser } from './types/pydanticAttrOutputFunctionsParser.ts';
import { pydanticOutputFunctionsParser } from './types/pydanticOutputFunctionsParser.ts';
import { pydanticOutputParser } from './types/pydanticOutputParser.ts';
import { pydanticToolsParser } from './types/pydanticToolsParser.ts';
import { reActSingleInputOutputParser } from './types/reActSingleInputOutputParser.ts';
import { regexParser } from './types/regexParser.ts';
import { routerOutputParser } from './types/routerOutputParser.ts';
import { standardSchemaOutputParser } from './types/standardSchemaOutputParser.ts';
import { stringOutputParser } from './types/stringOutputParser.ts';
import { strOutputParser } from './types/strOutputParser.ts';
import { structuredChatOutputParser } from './types/structuredChatOutputParser.ts';
import { structuredChatOutputParserWithRetries } from './types/structuredChatOutputParserWithRetries.ts';
import { structuredOutputParser } from './types/structuredOutputParser.ts';
import { xmlAgentOutputParser } from './types/xmlAgentOutputParser.ts';
import { xmlOutputParser } from './types/xmlOutputParser.ts';
import { zeroShotAgentOutputParser } from './types/zeroShotAgentOutputParser.ts';

/** LangChain's classes, in the order in which pickers show them. */
export const langchainTypes: readonly ParserType[] = [
  jsonOutputParser,
  pydanticOutputParser,
  structuredOutputParser,
  jsonMarkdownStructuredOutputParser,
  standardSchemaOutputParser,
  commaSeparatedListOutputParser,
  numberedListOutputParser,
  markdownListOutputParser,
  customListOutputParser,
  xmlOutputParser,
  regexParser,
  combiningOutputParser(() => langchainTypes),
  datetimeOutputParser,
  routerOutputParser,
  reActSingleInputOutputParser,
  zeroShotAgentOutputParser,
  chatAgentOutputParser,
  chatConversationalAgentOutputParser,
  structuredChatOutputParser,
  structuredChatOutputParserWithRetries,
  xmlAgentOutputParser,
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
