import type { PyDict } from '../../../core/pyValue.ts';
import { callsType } from '../callsType.ts';
import { functionJson, type PythonFunctionKeys, pythonToolKeys } from '../python/pythonTools.ts';
import { scriptFunctionJson, scriptPartialFunction } from '../script/scriptTools.ts';
import { argumentKeys, takesArgumentsOnly } from '../toolModels.ts';

/** LangChain's `JsonOutputFunctionsParser`: the arguments of a function call, read. */
export const jsonOutputFunctionsParser = callsType({
  type: 'JsonOutputFunctionsParser',
  isLegacy: true,
  isDrafted: true,
  answer: '{"content": "", "function_call": {"name": "joke", "arguments": "{\\"setup\\": \\"…\\"}"}}',
  summary: 'The arguments of a legacy function call, read as JSON',
  documentation: `The value is what the arguments say, or the whole call with them.

- JavaScript, asked for the whole call, raises a \`SyntaxError\` where its arguments are not JSON.`,
  keys: { ...argumentKeys, strict: pythonToolKeys.strict },
  template: `{
  "type": "JsonOutputFunctionsParser",
  "description": "The arguments of a function call"
}
`,
  example: () => ({ name: 'joke', arguments: new Map([['setup', 'text']]) }),
  python: (message, { config }) => functionJson(message, keysOf(config), false),
  js: (message, { config }, generation) => scriptFunctionJson(message, takesArgumentsOnly(config), generation),
  pythonPartial: (message, { config }) => functionJson(message, keysOf(config), true),
  jsPartial: (message, { config }) => scriptPartialFunction(message, takesArgumentsOnly(config)),
});

function keysOf(config: PyDict): PythonFunctionKeys {
  return { args_only: takesArgumentsOnly(config), strict: config.get('strict') === true };
}
