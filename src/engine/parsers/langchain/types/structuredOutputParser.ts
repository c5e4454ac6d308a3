import { finderOf, packageOf, shownSchema, zodKeys, zodOf } from '../definitionModels.ts';
import { onePiece } from '../langchainType.ts';
import { structuredInstruction } from '../script/structuredInstruction.ts';
import { parseStructured } from '../script/structuredParser.ts';
import { answerTemplate, zodType } from '../zodType.ts';

/** LangChain.js's `StructuredOutputParser`: a JSON object that a zod schema checks. */
export const structuredOutputParser = zodType({
  type: 'StructuredOutputParser',
  answer: '```json\n{"answer": "…", "source": "…"}\n```',
  summary: 'A JSON object in a fence that a zod schema checks',
  documentation: `Reads JSON from a \`json\` fence, or the whole text, and checks it with zod: other keys are dropped, defaults filled in.

- \`core\` takes a fence at the start or the first \`json\` fence; \`classic\` what follows the first fence, and where that fails the whole text, whose error is then shown.
- What does not fit is an \`OutputParserException\` with zod's issues.
- Line feeds inside strings are forgiven (\`core\`), other control characters are not.`,
  keys: zodKeys,
  template: answerTemplate('StructuredOutputParser'),
  placeholders: source => ({ schema: onePiece(JSON.stringify(shownSchema(source))) }),
  instruction: source => onePiece(structuredInstruction(shownSchema(source), packageOf(source))),
  finder: finderOf,
  parse: (text, source) => parseStructured(text, zodOf(source), packageOf(source)),
});
