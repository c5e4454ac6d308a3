import { langroidType } from './langroidType.ts';

/** Langroid's tools in JSON. */
export const toolMessage = langroidType({
  type: 'ToolMessage',
  summary: 'Tools called in JSON, anywhere in the text',
  answer: '{"request": "square", "number": 5}',
  documentation: `Reads the tools that a model calls with a JSON object, such as \`{"request": "square", "number": 4}\`, with Langroid’s \`ToolMessage\`.

- Every stretch between braces is a candidate; JSON that is not quite right is repaired.
- Where a \`<tool>\` stands in the text, only XML is read.`,
  template: `{
  "type": "ToolMessage",
  "description": "An agent that calculates",
  "tools": [
    {
      "request": "square",
      "purpose": "To find the square of a <number>.",
      "schema": {
        "properties": { "number": { "type": "integer", "description": "what to square" } },
        "required": ["number"]
      },
      "examples": [{ "number": 3 }, ["I want to find the square of 5", { "number": 5 }]]
    }
  ],
  "agent": { "enable_orchestration_tool_handling": false }
}
`,
});
