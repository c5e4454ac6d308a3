import * as z from 'zod';
import { fencedExample } from '../../agentscope/examples.ts';
import { jsonDictKeys } from '../../agentscope/jsonDictKeys.ts';
import { checkSchema, exampleValue, packageOf, shownSchema, valueSchema, zodKeys, zodOf } from '../definitionModels.ts';
import { langchainType, onePiece } from '../langchainType.ts';
import { fieldsOfJson, fromScript, located } from '../places.ts';
import { sketchInstruction } from '../structuredInstruction.ts';
import { parseStructured } from '../structuredParser.ts';

/** LangChain.js's `JsonMarkdownStructuredOutputParser`: the same object, asked for by a sketch of its schema. */
export const jsonMarkdownStructuredOutputParser = langchainType({
  type: 'JsonMarkdownStructuredOutputParser',
  want: 'json',
  answer: '```json\n{"query": "…", "confidence": 0.9}\n```',
  summary: 'A JSON object in a fence, asked for by a sketch of its zod schema',
  documentation: `Reads as \`StructuredOutputParser\` does. The instruction is a sketch of the schema: types and descriptions, no constraints.

- \`interpolationDepth\` repeats the braces of the sketch, for f-string templates that it is pasted into.
- A part of the schema without a type is the \`Error\` \`unsupported schema type\`.`,
  keys: {
    ...zodKeys,
    interpolationDepth: z
      .number()
      .describe('How often every brace of the sketch stands. Default: 1; 2 for a text that is pasted into a template.')
      .optional(),
  },
  template: `{
  "type": "JsonMarkdownStructuredOutputParser",
  "description": "A search and how sure it is",
  "content_schema": {
    "type": "object",
    "properties": {
      "query": { "type": "string", "description": "what to search for" },
      "confidence": { "type": "number", "description": "from 0 to 1" }
    },
    "required": ["query"]
  }
}
`,
  example: source => fencedExample(exampleValue(source)),
  valueKeys: jsonDictKeys,
  valueSchema,
  // Its schema is the author's: answers show too little of it.
  draft: () => undefined,
  check: checkSchema,
  js: {
    instruction: source => {
      const depth = source.config.get('interpolationDepth');
      return onePiece(sketchInstruction(shownSchema(source), typeof depth === 'number' ? depth : undefined));
    },
    read(text, source) {
      const value = fromScript(parseStructured(text, zodOf(source), packageOf(source)));
      return located(value, () => fieldsOfJson(text, value));
    },
  },
});
