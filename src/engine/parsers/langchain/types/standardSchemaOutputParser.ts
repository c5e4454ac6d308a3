import { toJsonText } from '../../../python/jsonDumps.ts';
import { jsonDictKeys } from '../../agentscope/jsonDictKeys.ts';
import { checkSchema, exampleValue, valueSchema, zodKeys, zodOf } from '../definitionModels.ts';
import { langchainType } from '../langchainType.ts';
import { fieldsOfJson, fromScript, located } from '../places.ts';
import { parseStandardSchema } from '../structuredParser.ts';

const { content_schema, zod, strict } = zodKeys;

/** LangChain.js's `StandardSchemaOutputParser`: JSON that a Standard Schema checks. */
export const standardSchemaOutputParser = langchainType({
  type: 'StandardSchemaOutputParser',
  want: 'json',
  answer: '{"answer": "…", "source": "…"}',
  summary: 'A JSON value that a Standard Schema checks, without an instruction',
  documentation: `Reads JSON, bare or in the first fence, and checks it with a Standard Schema, here zod's. Its instruction is empty.

- What does not fit is an \`OutputParserException\` with the issues as JSON on one line.`,
  keys: { content_schema, zod, strict },
  template: `{
  "type": "StandardSchemaOutputParser",
  "description": "An answer and where it is from",
  "content_schema": {
    "type": "object",
    "properties": {
      "answer": { "type": "string", "description": "answer to the user's question" },
      "source": { "type": "string", "description": "source used to answer, a website" }
    },
    "required": ["answer", "source"]
  }
}
`,
  example: source => toJsonText(exampleValue(source)),
  valueKeys: jsonDictKeys,
  valueSchema,
  // Its schema is the author's: answers show too little of it.
  draft: () => undefined,
  check: checkSchema,
  js: {
    instruction: () => [],
    read(text, source) {
      const value = fromScript(parseStandardSchema(text, zodOf(source)));
      return located(value, () => fieldsOfJson(text, value));
    },
  },
});
