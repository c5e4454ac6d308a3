import * as z from 'zod';
import type { PyDict } from '../../../core/pyValue.ts';
import { callsType } from '../callsType.ts';
import { needKeyName } from '../python/pythonModel.ts';
import { functionKey, pythonToolKeys } from '../python/pythonTools.ts';
import { scriptFunctionKey } from '../script/scriptTools.ts';

/** LangChain's `JsonKeyOutputFunctionsParser`: one argument of a function call. */
export const jsonKeyOutputFunctionsParser = callsType({
  type: 'JsonKeyOutputFunctionsParser',
  isLegacy: true,
  answer: '{"content": "", "function_call": {"name": "joke", "arguments": "{\\"setup\\": \\"…\\"}"}}',
  summary: 'One argument of a legacy function call',
  documentation: `The value is that of one key of the arguments. A missing key is a \`KeyError\` in Python, \`undefined\`, here \`null\`, in JavaScript.`,
  keys: {
    key_name: z.string().describe('Python: the key.').optional(),
    strict: pythonToolKeys.strict,
    attrName: z.string().describe('JavaScript: the key.').optional(),
  },
  template: `{
  "type": "JsonKeyOutputFunctionsParser",
  "description": "The setup of a joke",
  "key_name": "setup"
}
`,
  construct: ({ config }) => needKeyName('JsonKeyOutputFunctionsParser', config),
  example: ({ config }) => ({ name: 'joke', arguments: new Map([[nameOf(config) || 'setup', 'text']]) }),
  python: (message, { config }) =>
    functionKey(message, { strict: config.get('strict') === true, key_name: nameOf(config) }, false),
  js: (message, { config }, generation) => scriptFunctionKey(message, nameOf(config), generation),
  pythonPartial: (message, { config }) =>
    functionKey(message, { key_name: nameOf(config), strict: config.get('strict') === true }, true),
});

function nameOf(config: PyDict): string {
  const name = config.get('runtime') === 'js' ? config.get('attrName') : config.get('key_name');
  return typeof name === 'string' ? name : '';
}
