import { callsType } from '../callsType.ts';
import { functionModel } from '../python/pythonTools.ts';
import { functionModelKeys, functionModelMembers, functionModelsOf } from '../toolModels.ts';

/** langchain-core's `PydanticOutputFunctionsParser`: a function call that a Pydantic class validates. */
export const pydanticOutputFunctionsParser = callsType({
  ...functionModelMembers,
  type: 'PydanticOutputFunctionsParser',
  answer: '{"content": "", "function_call": {"name": "Joke", "arguments": "{\\"setup\\": \\"…\\"}"}}',
  summary: 'A legacy function call that a Pydantic class validates',
  documentation: `The value is an instance of the class, or of that of the function that is called. Pydantic's \`ValidationError\` goes up as it is.`,
  keys: functionModelKeys,
  template: `{
  "type": "PydanticOutputFunctionsParser",
  "description": "A joke, told by a function call",
  "class_name": "Joke",
  "content_schema": {
    "title": "Joke",
    "type": "object",
    "properties": { "setup": { "title": "Setup", "description": "the question", "type": "string" } },
    "required": ["setup"]
  }
}
`,
  python: (message, source) => functionModel(message, functionModelsOf(source)),
});
