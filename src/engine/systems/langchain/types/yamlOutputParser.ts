import type { DefinitionSource } from '../../../parsers/parser.ts';
import { jsonDictKeys } from '../../../parsers/shared/jsonDictKeys.ts';
import { toJsonText } from '../../../python/index.ts';
import {
  checkSchema,
  classicKey,
  classNameKey,
  contentSchemaKey,
  exampleValue,
  modelOf,
  valueSchema,
} from '../definitionModels.ts';
import { langchainType } from '../langchainType.ts';
import { readYaml, yamlInstruction, yamlSchema } from '../python/classic/yamlAnswer.ts';
import { missingArgument } from '../python/constructorErrors.ts';
import type { PythonModel } from '../python/pythonModel.ts';
import { schemaPieces } from '../schemaPieces.ts';

/** `langchain_classic`'s `YamlOutputParser`: YAML that a Pydantic class validates. */
export const yamlOutputParser = langchainType({
  type: 'YamlOutputParser',
  want: 'json',
  answer: '```yaml\ntitle: …\nminutes: 20\n```',
  summary: 'YAML in a fence that a Pydantic class validates (Python)',
  documentation: `Reads the first fence that begins a line, up to the next back quote, or else the whole text, with PyYAML's \`safe_load\`, and validates it as Pydantic does.

- YAML 1.1: \`yes\` is true, \`0o7\` is text and \`07\` is 7, \`1_000\` is 1000, \`2024-01-01\` a date.
- A back quote inside the fence ends it. What PyYAML or Pydantic refuses is an \`OutputParserException\`; a date that there is not is a \`ValueError\`.`,
  keys: { package: classicKey, content_schema: contentSchemaKey, class_name: classNameKey },
  template: `{
  "type": "YamlOutputParser",
  "description": "A recipe",
  "content_schema": {
    "title": "Recipe",
    "type": "object",
    "properties": {
      "title": { "title": "Title", "description": "the dish", "type": "string" },
      "minutes": { "title": "Minutes", "minimum": 1, "type": "integer" }
    },
    "required": ["title", "minutes"]
  }
}
`,
  responses: {
    noGrammar: 'YAML nests by indentation, which needs more than a grammar.',
    // JSON is YAML.
    example: source => `\`\`\`yaml\n${toJsonText(exampleValue(source))}\n\`\`\``,
    // Its schema is the author's: answers show too little of it.
    draft: () => undefined,
  },
  authoring: { valueKeys: jsonDictKeys, check: checkSchema },
  schemas: { valueSchema },
  streams: { reader: () => 'PyYAML reads a document as a whole, and what follows may change what came before.' },
  placeholders: source => ({ schema: schemaPieces(yamlSchema(required(source).schema), source) }),
  python: {
    construct: source => void required(source),
    instruction: source => schemaPieces(yamlInstruction(required(source).schema), source),
    read: (text, source) => readYaml(text, required(source)),
  },
});

function required(source: DefinitionSource): PythonModel {
  const model = modelOf(source);
  if (!model) throw missingArgument('YamlOutputParser', 'pydantic_object');
  return model;
}
