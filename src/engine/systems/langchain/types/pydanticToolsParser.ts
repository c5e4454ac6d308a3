import * as z from 'zod';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { callsType } from '../callsType.ts';
import type { PythonModel } from '../python/pythonModel.ts';
import { pydanticToolCalls, pythonToolKeys, toolKeys } from '../python/pythonTools.ts';
import { checkModels, exampleOfModels, functionsOf, modelKeys, openAiTools, toolModels } from '../toolModels.ts';

/** langchain-core's `PydanticToolsParser`: tool calls that Pydantic classes validate. */
export const pydanticToolsParser = callsType({
  type: 'PydanticToolsParser',
  answer: '{"content": "", "tool_calls": [{"function": {"name": "Joke", "arguments": "{\\"setup\\": \\"…\\"}"}}]}',
  summary: 'Tool calls that Pydantic classes validate',
  documentation: `The value is the list of instances, one for each call, or the first.

- A call of another name is an \`OutputParserException\`; arguments that do not fit raise Pydantic's \`ValidationError\` itself.`,
  keys: {
    tools: z.array(modelKeys).describe('The Pydantic classes, each with its schema; a call names one by its title.'),
    first_tool_only: pythonToolKeys.first_tool_only,
  },
  template: `{
  "type": "PydanticToolsParser",
  "description": "A joke, told by a tool",
  "tools": [
    {
      "class_name": "Joke",
      "content_schema": {
        "title": "Joke",
        "description": "A joke to tell.",
        "type": "object",
        "properties": { "setup": { "title": "Setup", "description": "the question", "type": "string" } },
        "required": ["setup"]
      }
    }
  ]
}
`,
  functions: source => functionsOf(toolModels(source), 'tools'),
  tools: source => openAiTools(toolModels(source)),
  check: source => checkModels(source, toolModels(source)),
  example: source => exampleOfModels(toolModels(source)),
  python: (message, source) => pydanticToolCalls(message, modelsOf(source), toolKeys(source.config), false),
  pythonPartial: (message, source) => pydanticToolCalls(message, modelsOf(source), toolKeys(source.config), true),
});

function modelsOf(source: DefinitionSource): readonly PythonModel[] {
  return toolModels(source).map(({ model }) => model);
}
