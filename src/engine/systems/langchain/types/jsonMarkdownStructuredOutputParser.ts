import * as z from 'zod';
import { finderOf, packageOf, shownSchema, zodKeys, zodOf } from '../definitionModels.ts';
import { sketchPieces } from '../schemaPieces.ts';
import { parseStructured, sketchInstruction } from '../script/structuredParser.ts';
import { zodType } from '../zodType.ts';

/** LangChain.js's `JsonMarkdownStructuredOutputParser`: the same object, with a sketch of its schema as instruction. */
export const jsonMarkdownStructuredOutputParser = zodType({
  type: 'JsonMarkdownStructuredOutputParser',
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
  instruction: source => {
    const schema = shownSchema(source);
    const interpolation = source.config.get('interpolationDepth');
    const depth = typeof interpolation === 'number' ? interpolation : undefined;
    return sketchPieces(sketchInstruction(schema, depth), schema, source, depth);
  },
  finder: finderOf,
  parse: (text, source) => parseStructured(text, zodOf(source), packageOf(source)),
});
