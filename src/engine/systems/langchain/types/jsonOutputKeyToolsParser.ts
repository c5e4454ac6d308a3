import * as z from 'zod';
import { isPyDict } from '../../../core/pyValue.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { callsType } from '../callsType.ts';
import { checkSchema, contentSchemaKey, exampleValue, zodKeys, zodOf } from '../definitionModels.ts';
import { needKeyName } from '../python/pythonModel.ts';
import { keyToolCalls, pythonToolKeys, toolKeys } from '../python/pythonTools.ts';
import { type KeyTools, scriptKeyToolCalls } from '../script/scriptTools.ts';

/** LangChain's `JsonOutputKeyToolsParser`: the calls of one tool. */
export const jsonOutputKeyToolsParser = callsType({
  type: 'JsonOutputKeyToolsParser',
  answer: '{"content": "", "tool_calls": [{"function": {"name": "joke", "arguments": "{\\"setup\\": \\"…\\"}"}}]}',
  summary: 'The arguments of the calls of one tool',
  documentation: `The value is the list of the arguments of the calls of one tool, or those of the first.

- JavaScript can check them with zod, and gives \`undefined\`, here \`null\`, where the tool is not called; its \`returnId\` has no effect.`,
  keys: {
    key_name: z.string().describe('Python: the name of the tool.').optional(),
    ...pythonToolKeys,
    keyName: z.string().describe('JavaScript: the name of the tool.').optional(),
    returnSingle: z
      .boolean()
      .describe('JavaScript alone: whether the value is that of the first call. Default: `false`.')
      .optional(),
    returnId: z.boolean().describe('JavaScript alone: accepted, and without effect.').optional(),
    content_schema: contentSchemaKey,
    zod: zodKeys.zod,
  },
  template: `{
  "type": "JsonOutputKeyToolsParser",
  "description": "The jokes that a model tells by a tool",
  "key_name": "joke"
}
`,
  check: checkSchema,
  construct: ({ config }) => needKeyName('JsonOutputKeyToolsParser', config),
  toolName: nameOf,
  example: source => ({ name: nameOf(source), arguments: exampleValue(source) }),
  python: (message, { config }) => keyToolCalls(message, toolKeys(config), false),
  js: (message, source) => scriptKeyToolCalls(message, scriptKeys(source), false),
  patternsOf: source => scriptKeys(source).model?.patterns,
  pythonPartial: (message, { config }) => keyToolCalls(message, toolKeys(config), true),
  jsPartial: (message, source) => scriptKeyToolCalls(message, scriptKeys(source), true, true),
});

function scriptKeys(source: DefinitionSource): KeyTools {
  return {
    keyName: nameOf(source),
    returnSingle: source.config.get('returnSingle') === true,
    model: isPyDict(source.config.get('content_schema')) ? zodOf(source) : undefined,
  };
}

function nameOf({ config }: DefinitionSource): string {
  const name = config.get('runtime') === 'js' ? config.get('keyName') : config.get('key_name');
  return typeof name === 'string' ? name : '';
}
