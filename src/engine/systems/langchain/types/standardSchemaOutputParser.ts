import { toJsonText } from '../../../python/index.ts';
import { exampleValue, zodKeys, zodOf } from '../definitionModels.ts';
import { parseStandardSchema } from '../script/structuredParser.ts';
import { answerTemplate, zodType } from '../zodType.ts';

const { content_schema, zod, strict } = zodKeys;

/** LangChain.js's `StandardSchemaOutputParser`: JSON that a Standard Schema checks. */
export const standardSchemaOutputParser = zodType({
  type: 'StandardSchemaOutputParser',
  answer: '{"answer": "…", "source": "…"}',
  summary: 'A JSON value that a Standard Schema checks, without an instruction',
  documentation: `Reads JSON, bare or in the first fence, and checks it with a Standard Schema, here zod's. Its instruction is empty.

- What does not fit is an \`OutputParserException\` with the issues as JSON on one line.`,
  keys: { content_schema, zod, strict },
  template: answerTemplate('StandardSchemaOutputParser'),
  example: source => toJsonText(exampleValue(source)),
  isBare: true,
  instruction: () => [],
  finder: () => 'js',
  parse: (text, source) => parseStandardSchema(text, zodOf(source)),
});
