import * as z from 'zod';
import { callsType } from '../callsType.ts';
import { pythonToolKeys, toolCalls, toolKeys } from '../python/pythonTools.ts';
import { scriptToolCalls } from '../script/scriptTools.ts';

/** LangChain's `JsonOutputToolsParser`: all tool calls of a message. */
export const jsonOutputToolsParser = callsType({
  type: 'JsonOutputToolsParser',
  isDrafted: true,
  answer: '{"content": "", "tool_calls": [{"function": {"name": "joke", "arguments": "{\\"setup\\": \\"…\\"}"}}]}',
  summary: 'All tool calls of a message, with names and arguments',
  documentation: `The value is the list of calls: \`{args, type}\` with \`type\` the tool's name, and \`id\` where it is asked for. No call is an empty list.

- Arguments that are not JSON are an \`OutputParserException\`; Python takes empty ones for \`{}\`, JavaScript does not.`,
  keys: {
    ...pythonToolKeys,
    returnId: z.boolean().describe('JavaScript alone: whether a call keeps its `id`. Default: `false`.').optional(),
  },
  template: `{
  "type": "JsonOutputToolsParser",
  "description": "All tool calls of a message"
}
`,
  example: () => ({ name: 'joke', arguments: new Map([['setup', 'text']]) }),
  python: (message, { config }) => toolCalls(message, toolKeys(config), false),
  js: (message, { config }) => scriptToolCalls(message, config.get('returnId') === true, false),
  pythonPartial: (message, { config }) => toolCalls(message, toolKeys(config), true),
  jsPartial: (message, { config }) => scriptToolCalls(message, config.get('returnId') === true, true),
});
