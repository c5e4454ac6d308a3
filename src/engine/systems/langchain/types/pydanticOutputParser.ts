import type { DefinitionSource } from '../../../parsers/parser.ts';
import { jsonDictKeys } from '../../../parsers/shared/jsonDictKeys.ts';
import { toJsonText } from '../../../python/index.ts';
import {
  checkSchema,
  classNameKey,
  contentSchemaKey,
  exampleValue,
  modelOf,
  valueGrammar,
  valueSchema,
} from '../definitionModels.ts';
import { LangchainError } from '../langchainError.ts';
import { langchainType } from '../langchainType.ts';
import { fieldsOfJson, located } from '../places.ts';
import { parseJsonOutput, parsePartialOutput, pydanticInstruction } from '../python/pythonJsonParser.ts';
import { instructionSchema, missingArgument, type PythonModel, validateParsed } from '../python/pythonModel.ts';
import { streamPythonJson } from '../readers/streamJson.ts';
import { schemaPieces } from '../schemaPieces.ts';

/** langchain-core's `PydanticOutputParser`: a JSON object that a Pydantic class validates. */
export const pydanticOutputParser = langchainType({
  type: 'PydanticOutputParser',
  want: 'json',
  answer: '{"name": "…", "film_names": ["…"]}',
  summary: 'A JSON object that a Pydantic class validates',
  documentation: `Reads JSON as \`JsonOutputParser\` does, then validates it as Pydantic does: values are coerced, defaults filled in, other keys dropped.

- A value that does not fit is an \`OutputParserException\` with Pydantic's text.
- JSON that was cut off is closed first, so that what is told may be a missing key.`,
  keys: { content_schema: contentSchemaKey, class_name: classNameKey },
  template: `{
  "type": "PydanticOutputParser",
  "description": "An actor and the films that they played in",
  "content_schema": {
    "title": "Actor",
    "type": "object",
    "properties": {
      "name": { "title": "Name", "description": "name of an actor", "type": "string" },
      "film_names": { "title": "Film Names", "description": "list of names of films", "type": "array", "items": { "type": "string" } }
    },
    "required": ["name", "film_names"]
  }
}
`,
  responses: {
    example: source => toJsonText(exampleValue(source)),
    grammar: source => valueGrammar(source),
    // Its schema is the author's: answers show too little of it.
    draft: () => undefined,
  },
  authoring: { valueKeys: jsonDictKeys, check: checkSchema },
  schemas: { valueSchema },
  streams: {
    reader(source, response, events) {
      const { member } = required(source);
      return member
        ? streamPythonJson(response, events, member)
        : 'The schema is not one object with keys, so Pydantic reads an answer as a whole.';
    },
    partial(source, text) {
      try {
        return validateParsed(required(source), parsePartialOutput(text));
      } catch (error) {
        if (error instanceof LangchainError && error.class === 'OutputParserException') return undefined;
        throw error;
      }
    },
  },
  placeholders: source => ({ schema: schemaPieces(instructionSchema(required(source).schema), source) }),
  python: {
    construct: source => void required(source),
    instruction: source => schemaPieces(pydanticInstruction(required(source).schema), source),
    read(text, source) {
      const value = validateParsed(required(source), parseJsonOutput(text));
      return located(value, () => fieldsOfJson(text, value));
    },
  },
});

/** Raises Pydantic's `ValidationError` as the constructor does. */
function required(source: DefinitionSource): PythonModel {
  const model = modelOf(source);
  if (model) return model;
  throw missingArgument('PydanticOutputParser', 'pydantic_object');
}
