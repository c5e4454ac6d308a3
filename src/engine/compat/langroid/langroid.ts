import { groupFormatInstructions } from '../../parsers/langroid/systemMessage.ts';
import {
  extractJson,
  imperfectJson,
  jsonCandidates,
  jsonField,
  parseXml,
  xmlCandidates,
  xmlFields,
} from './candidateOperations.ts';
import {
  fromChatDocument,
  fromLlmResponse,
  handleMessage,
  hasToolAttempt,
  reasoningFinal,
  toolNames,
} from './dialogOperations.ts';
import { historyText, historyTokens, retainResult, truncateHistory, truncateMessage } from './historyOperations.ts';
import {
  formatExample,
  formatInstructions,
  formatRules,
  functionSchema,
  simpleSchema,
  strictRecovery,
  strictSchema,
  systemMessage,
  toolInstructions,
  usageExamples,
} from './toolOperations.ts';

/** Langroid's operations around its tools. Texts and values are plain data. */
export const langroid = Object.freeze({
  jsonCandidates,
  extractJson,
  imperfectJson,
  jsonField,
  xmlCandidates,
  xmlFields,
  parseXml,
  functionSchema,
  strictSchema,
  simpleSchema,
  usageExamples,
  formatExample,
  formatInstructions,
  groupFormatInstructions,
  formatRules,
  toolInstructions,
  systemMessage,
  strictRecovery,
  toolNames,
  fromLlmResponse,
  fromChatDocument,
  reasoningFinal,
  hasToolAttempt,
  handleMessage,
  historyTokens,
  historyText,
  truncateMessage,
  truncateHistory,
  retainResult,
});
