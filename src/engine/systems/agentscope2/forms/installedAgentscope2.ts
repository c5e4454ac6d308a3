import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import { calledText, structuredOutputAsked, toolText } from './askedAgentScope2.ts';

/** AgentScope 2, of which the tool for structured output is asked. */
export const installedAgentscope2: InstalledFramework = {
  name: 'AgentScope 2',
  distributions: ['agentscope', 'pydantic', 'jsonschema', 'json-repair'],
  hasMessages: true,
  takesMessages: false,
  reads: (variable, text) => `asyncio.run(${variable}.parse(${text}))`,
  given: calledText,
  told: toolText,
  source: structuredOutputAsked,
};
