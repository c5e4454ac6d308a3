// src/assist/: tools for coding assistants, pure over the façade.

import type { AssistTool } from './assistTool.ts';
import { checkDefinitionsTool } from './tools/checkDefinitionsTool.ts';
import { convertDefinitionTool } from './tools/convertDefinitionTool.ts';
import { diagnoseResponseTool } from './tools/diagnoseResponseTool.ts';
import { evaluateLogTool } from './tools/evaluateLogTool.ts';
import { findParserTool } from './tools/findParserTool.ts';
import { getInstructionTool } from './tools/getInstructionTool.ts';
import { listDefinitionsTool } from './tools/listDefinitionsTool.ts';
import { parseResponseTool } from './tools/parseResponseTool.ts';

/** All tools, in the order in which they are listed. */
export const assistTools: readonly AssistTool[] = [
  listDefinitionsTool,
  getInstructionTool,
  parseResponseTool,
  diagnoseResponseTool,
  checkDefinitionsTool,
  evaluateLogTool,
  findParserTool,
  convertDefinitionTool,
];

/** What all tools are: the protocol's defaults are the worst case. */
export const assistAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
