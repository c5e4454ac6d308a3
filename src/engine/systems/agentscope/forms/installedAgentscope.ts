import { fromExport } from '../../../code/python/write/askedSource.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import { agentscopeExport } from './agentscopeExport.ts';
import { parserParameters } from './parserClasses.ts';

/** AgentScope 0.1, of which the classes are asked. */
export const installedAgentscope: InstalledFramework = {
  name: 'AgentScope',
  distributions: ['agentscope', 'pydantic'],
  hasMessages: true,
  takesMessages: false,
  reads: (variable, text) => `${variable}.parse(ModelResponse(text=${text})).parsed`,
  source: fromExport(agentscopeExport),
  takesInstruction: ({ type }) => parserParameters.get(type)?.parameters.includes('format_instruction') === true,
};
