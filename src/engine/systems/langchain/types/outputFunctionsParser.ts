import { callsType } from '../callsType.ts';
import { functionText } from '../python/pythonTools.ts';
import { scriptFunctionText } from '../script/scriptTools.ts';
import { argumentKeys, takesArgumentsOnly } from '../toolModels.ts';

/** LangChain's `OutputFunctionsParser`: the raw arguments of a function call. */
export const outputFunctionsParser = callsType({
  type: 'OutputFunctionsParser',
  isLegacy: true,
  answer: '{"content": "", "function_call": {"name": "joke", "arguments": "{\\"setup\\": \\"…\\"}"}}',
  summary: 'The raw arguments of a legacy function call',
  documentation: `The value is the text of the arguments, unread, or the whole call. No call is an error.`,
  keys: argumentKeys,
  template: `{
  "type": "OutputFunctionsParser",
  "description": "The raw arguments of a function call"
}
`,
  example: () => ({ name: 'joke', arguments: new Map([['setup', 'text']]) }),
  python: (message, { config }) => functionText(message, takesArgumentsOnly(config)),
  js: (message, { config }, generation) => scriptFunctionText(message, takesArgumentsOnly(config), generation),
});
