// parsers/: parser types, one folder per system, `shared/`, and `registry.ts`.

import { listed, type RegistryEntry } from '../core/registryEntry.ts';
import { markdownCodeBlockParser } from './agentscope/markdownCodeBlockParser.ts';
import { markdownJsonDictParser } from './agentscope/markdownJsonDictParser.ts';
import { markdownJsonObjectParser } from './agentscope/markdownJsonObjectParser.ts';
import { multiTaggedContentParser } from './agentscope/multiTaggedContentParser.ts';
import { regexTaggedContentParser } from './agentscope/regexTaggedContentParser.ts';
import { structuredOutputType } from './agentscope2/structuredOutputType.ts';
import { customParser } from './custom/customParser.ts';
import { dspyTypes } from './dspy/dspyTypes.ts';
import { langchainTypes } from './langchain/langchainTypes.ts';
import { toolMessage } from './langroid/toolMessage.ts';
import { xmlToolMessage } from './langroid/xmlToolMessage.ts';
import { miniSweAgentType } from './miniSweAgent/miniSweAgentType.ts';
import type { ParserType } from './parserType.ts';
import { agentOutput } from './structured/agentOutput.ts';
import { action } from './sweagent/action.ts';
import { actionOnly } from './sweagent/actionOnly.ts';
import { allBashCodeBlocks } from './sweagent/allBashCodeBlocks.ts';
import { editFormat } from './sweagent/editFormat.ts';
import { functionCalling } from './sweagent/functionCalling.ts';
import { identity } from './sweagent/identity.ts';
import { jsonAction } from './sweagent/jsonAction.ts';
import { singleBashCodeBlock } from './sweagent/singleBashCodeBlock.ts';
import { thoughtAction } from './sweagent/thoughtAction.ts';
import { xmlFunctionCalling } from './sweagent/xmlFunctionCalling.ts';
import { xmlThoughtAction } from './sweagent/xmlThoughtAction.ts';
import { responseTemplateType } from './transformers/responseTemplateType.ts';

/** Every parser type that ParserLens knows, in the order in which pickers show them. */
export const parserTypes: readonly (ParserType & RegistryEntry)[] = listed<ParserType>(
  [
    markdownCodeBlockParser,
    markdownJsonObjectParser,
    markdownJsonDictParser,
    multiTaggedContentParser,
    regexTaggedContentParser,
    structuredOutputType,
    thoughtAction,
    functionCalling,
    xmlFunctionCalling,
    xmlThoughtAction,
    jsonAction,
    singleBashCodeBlock,
    allBashCodeBlocks,
    action,
    actionOnly,
    editFormat,
    identity,
    miniSweAgentType,
    toolMessage,
    xmlToolMessage,
    ...langchainTypes,
    ...dspyTypes,
    agentOutput,
    responseTemplateType,
    customParser,
  ],
  ({ type, system }) => ({ id: type, title: type === system.toLowerCase() ? system : `${type} (${system})` }),
);
