import * as z from 'zod';
import { fencedExample } from '../../agentscope/examples.ts';
import { jsonDictKeys } from '../../agentscope/jsonDictKeys.ts';
import { checkSchema, exampleValue, shownSchema, valueSchema, zodKeys, zodOf } from '../definitionModels.ts';
import { langchainType, onePiece } from '../langchainType.ts';
import { fieldsOfJson, fromScript, located } from '../places.ts';
import { sketchInstruction } from '../structuredInstruction.ts';
import { parseRouter } from '../structuredParser.ts';

const { package: _, ...schemaKeys } = zodKeys;

/** LangChain.js's `RouterOutputParser`: where a question goes, and what is asked there. */
export const routerOutputParser = langchainType({
  type: 'RouterOutputParser',
  want: 'json',
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
  example: source => fencedExample(exampleValue(source)),
  valueKeys: jsonDictKeys,
  valueSchema,
  // Its schema is the author's: answers show too little of it.
  draft: () => undefined,
  check: checkSchema,
  js: {
    instruction: source => onePiece(sketchInstruction(shownSchema(source))),
    read(text, source) {
      const name = source.config.get('defaultDestination');
      const value = fromScript(parseRouter(text, zodOf(source), typeof name === 'string' ? name : undefined));
      return located(value, () => fieldsOfJson(text, value));
    },
  },
});
