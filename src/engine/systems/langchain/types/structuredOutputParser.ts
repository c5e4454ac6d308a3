import { NoGrammarError } from '../../../grammar/index.ts';
import { fencedJsonAnswer } from '../../../parsers/shared/answerGrammars.ts';
import { fencedExample } from '../../../parsers/shared/examples.ts';
import { finderOf, packageOf, shownSchema, zodKeys, zodOf } from '../definitionModels.ts';
import type { RuntimeClass } from '../langchainType.ts';
import { fieldsOfJson, located } from '../places.ts';
import {
  checkResponseSchemas,
  responseSchemaExample,
  responseSchemaKeys,
  responseSchemaPieces,
  responseSchemaValueKeys,
  responseValueSchema,
  schemaLines,
  schemaNames,
} from '../python/classic/responseSchemas.ts';
import { parseAndCheck } from '../python/pythonJsonParser.ts';
import { requireKeys } from '../python/pythonModel.ts';
import { streamPythonJson } from '../readers/streamJson.ts';
import { schemaPieces } from '../schemaPieces.ts';
import { parseStructured, structuredInstruction } from '../script/structuredParser.ts';
import { answerTemplate, zodType } from '../zodType.ts';

const { package: packageKey, ...ownKeys } = zodKeys;

/** `langchain_classic`'s class, which has little but its name in common with JavaScript's. */
const python: RuntimeClass = {
  construct: requireKeys('StructuredOutputParser', ['response_schemas']),
  instruction: responseSchemaPieces,
  placeholders: source => ({ format: schemaLines(source) }),
  read(text, source) {
    const value = parseAndCheck(text, schemaNames(source));
    return located(value, () => fieldsOfJson(text, value));
  },
  features: {
    responses: {
      example: source => fencedExample(responseSchemaExample(source)),
      grammar(source, isAround) {
        if (isAround)
          throw new NoGrammarError(
            'Text behind the fence may change how it is read, so that text around has no grammar.',
          );
        return fencedJsonAnswer(responseValueSchema(source).schema, false);
      },
    },
    authoring: { valueKeys: responseSchemaValueKeys, check: checkResponseSchemas },
    schemas: { valueSchema: responseValueSchema, unchecked: source => responseValueSchema(source).schema },
    streams: { reader: (_, response, events) => streamPythonJson(response, events) },
  },
};

/** `StructuredOutputParser`: in JavaScript a JSON object that a zod schema checks, in Python one that has the schemas' keys. */
export const structuredOutputParser = zodType({
  type: 'StructuredOutputParser',
  answer: '```json\n{"answer": "…", "source": "…"}\n```',
  summary: 'A JSON object in a fence: checked with zod (JavaScript), or by its keys (Python)',
  documentation: `Two classes of one name. JavaScript's reads JSON from a \`json\` fence, or the whole text, and checks it with zod: other keys are dropped, defaults filled in.

- \`core\` takes a fence at the start or the first \`json\` fence; \`classic\` what follows the first fence, and where that fails the whole text, whose error is then shown.
- What does not fit is an \`OutputParserException\` with zod's issues.
- Line feeds inside strings are forgiven (\`core\`), other control characters are not.
- Python's (\`response_schemas\`) reads JSON as \`JsonOutputParser\` does and wants every name as a key; no type is checked, and other keys stay.`,
  keys: { package: packageKey },
  ownKeys: { python: responseSchemaKeys, js: ownKeys },
  template: answerTemplate('StructuredOutputParser').replace('",\n', '",\n  "runtime": "js",\n'),
  placeholders: source => ({ schema: schemaPieces(JSON.stringify(shownSchema(source)), source) }),
  instruction: source => schemaPieces(structuredInstruction(shownSchema(source), packageOf(source)), source),
  finder: finderOf,
  parse: (text, source) => parseStructured(text, zodOf(source), packageOf(source)),
  python,
});
