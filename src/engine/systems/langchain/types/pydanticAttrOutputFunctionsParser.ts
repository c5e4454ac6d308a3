import * as z from 'zod';
import { callsType } from '../callsType.ts';
import { functionAttribute } from '../python/pythonTools.ts';
import { functionModelKeys, functionModelMembers, functionModelsOf } from '../toolModels.ts';

/** langchain-core's `PydanticAttrOutputFunctionsParser`: one attribute of a validated function call. */
export const pydanticAttrOutputFunctionsParser = callsType({
  ...functionModelMembers,
  type: 'PydanticAttrOutputFunctionsParser',
  answer: '{"content": "", "function_call": {"name": "Joke", "arguments": "{\\"setup\\": \\"…\\"}"}}',
  summary: 'One attribute of a legacy function call that a Pydantic class validates',
  documentation: `The value is that of an attribute of the instance; one that the class does not have is an \`AttributeError\`.`,
  keys: { ...functionModelKeys, attr_name: z.string().describe('The attribute.') },
  template: `{
  "type": "PydanticAttrOutputFunctionsParser",
  "description": "The setup of a joke",
  "class_name": "Joke",
  "attr_name": "setup",
  "content_schema": {
    "title": "Joke",
    "type": "object",
    "properties": { "setup": { "title": "Setup", "description": "the question", "type": "string" } },
    "required": ["setup"]
  }
}
`,
  python: (message, source) =>
    functionAttribute(message, functionModelsOf(source), String(source.config.get('attr_name') ?? '')),
});
