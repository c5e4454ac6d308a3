import * as z from 'zod';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { shownSchema, zodKeys, zodOf } from '../definitionModels.ts';
import { sketchPieces } from '../schemaPieces.ts';
import { parseRouter, routerDestination, sketchInstruction } from '../script/structuredParser.ts';
import { zodType } from '../zodType.ts';

const { package: _, ...schemaKeys } = zodKeys;

/** LangChain.js's `RouterOutputParser`: where a question goes, and in what words. */
export const routerOutputParser = zodType({
  type: 'RouterOutputParser',
  answer: '```json\n{"destination": "physics", "next_inputs": {"query": "…"}}\n```',
  summary: 'The destination that a router chain picks, as a JSON object in a fence',
  documentation: `Reads as \`JsonMarkdownStructuredOutputParser\` of \`@langchain/classic\` does. A \`destination\` that is \`defaultDestination\`, whatever its case, becomes \`null\`.`,
  keys: {
    ...schemaKeys,
    defaultDestination: z.string().describe('The name that stands for no destination. Default: `DEFAULT`.').optional(),
  },
  template: `{
  "type": "RouterOutputParser",
  "description": "Where a question goes",
  "content_schema": {
    "type": "object",
    "properties": {
      "destination": { "type": "string", "description": "name of the question answering system to use or \\"DEFAULT\\"" },
      "next_inputs": {
        "type": "object",
        "properties": { "query": { "type": "string", "description": "the query to be fed to the next model" } },
        "required": ["query"]
      }
    },
    "required": ["destination", "next_inputs"]
  }
}
`,
  instruction: source => {
    const schema = shownSchema(source);
    return sketchPieces(sketchInstruction(schema), schema, source);
  },
  finder: () => 'js',
  parse: (text, source) => parseRouter(text, zodOf(source), defaultOf(source)),
  convert: (key, value, source) => (key === 'destination' ? routerDestination(value, defaultOf(source)) : value),
});

function defaultOf({ config }: DefinitionSource): string | undefined {
  const name = config.get('defaultDestination');
  return typeof name === 'string' ? name : undefined;
}
