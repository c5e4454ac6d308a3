import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { DefinitionSource, ReadField, Reading } from '../../../parsers/parser.ts';
import { jsonDictKeys } from '../../../parsers/shared/jsonDictKeys.ts';
import { jsonDumps, stripSpan, toJsonText } from '../../../python/index.ts';
import { type YamlFault, yamlDocuments } from '../../../text/index.ts';
import {
  checkSchema,
  classicKey,
  classNameKey,
  contentSchemaKey,
  exampleValue,
  modelOf,
  valueSchema,
} from '../definitionModels.ts';
import { LangchainError, pythonException } from '../langchainError.ts';
import { langchainType } from '../langchainType.ts';
import { located } from '../places.ts';
import { missingArgument, type PythonModel } from '../python/pythonModel.ts';
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

const players =
  '{"title": "Players", "description": "A list of players", "type": "array", "items": {"$ref": "#/definitions/Player"}, "definitions": {"Player": {"title": "Player", "type": "object", "properties": {"name": {"title": "Name", "description": "Player name", "type": "string"}, "avg": {"title": "Avg", "description": "Batting average", "type": "number"}}, "required": ["name", "avg"]}}}';
const habits =
  '{"properties": {"habit": { "description": "A common daily habit", "type": "string" }, "sustainable_alternative": { "description": "An environmentally friendly alternative to the habit", "type": "string"}}, "required": ["habit", "sustainable_alternative"]}';

/** `YamlOutputParser.get_format_instructions()`. */
export function yamlInstruction(schema: PyDict): string {
  return `The output should be formatted as a YAML instance that conforms to the given JSON schema below.

# Examples
## Schema
\`\`\`
${players}
\`\`\`
## Well formatted instance
\`\`\`
- name: John Doe
  avg: 0.3
- name: Jane Maxfield
  avg: 1.4
\`\`\`

## Schema
\`\`\`
${habits}
\`\`\`
## Well formatted instance
\`\`\`
habit: Using disposable water bottles for daily hydration.
sustainable_alternative: Switch to a reusable water bottle to reduce plastic waste and decrease your environmental footprint.
\`\`\`

Please follow the standard YAML formatting conventions with an indent of 2 spaces and make sure that the data types adhere strictly to the following JSON schema:
\`\`\`
${yamlSchema(schema)}
\`\`\`

Make sure to always enclose the YAML output in triple backticks (\`\`\`). Please do not add anything other than valid YAML output!`;
}

/** The schema as the instruction shows it: in ASCII, without the title and type at its top. */
function yamlSchema(schema: PyDict): string {
  return jsonDumps(new Map([...schema].filter(([key]) => key !== 'title' && key !== 'type')), { ensureAscii: true });
}

/** `YamlOutputParser.parse`. Throws `OutputParserException`, and `ValueError` for a date that there is not, which is no error of YAML's. */
export function readYaml(text: string, model: PythonModel): Reading {
  const span = yamlPart(text);
  const yaml = text.slice(span.start, span.end);
  const refused = (words: string, more: ConstructorParameters<typeof LangchainError>[2] = {}) =>
    pythonException(`Failed to parse ${model.name} from completion ${text}. Got: ${words}`, text, more);
  const documents = yamlDocuments(yaml);
  if ('message' in documents) {
    if (documents.class) throw new EngineError(documents.class, documents.message);
    throw refused(faultText(yaml, documents));
  }
  const [document, second] = documents;
  if (second)
    throw refused(faultText(yaml, { message: 'expected a single document in the stream', span: second.span }));
  try {
    const value = model.validate(document?.value ?? null);
    return located(value, () =>
      fieldsOf(value, path => {
        const place = document?.spanOf(path);
        return place && { start: place.start + span.start, end: place.end + span.start };
      }),
    );
  } catch (error) {
    if (!(error instanceof LangchainError)) throw error;
    const { pydantic_errors } = error;
    const cause = { class: 'ValidationError', message: error.message };
    throw refused(error.message, { cause, ...(pydantic_errors && { pydantic_errors }) });
  }
}

/** What follows the first fence at the beginning of a line, up to the next back quote; else the whole text. Linear. */
function yamlPart(text: string): Span {
  const stripped = stripSpan(text);
  const whole = { start: 0, end: text.length };
  const opening = /```(?:ya?ml)?/g;
  opening.lastIndex = stripped.start;
  for (let match = opening.exec(text); match && match.index < stripped.end; match = opening.exec(text)) {
    if (match.index > stripped.start && text[match.index - 1] !== '\n') {
      opening.lastIndex = match.index + 1;
      continue;
    }
    const start = opening.lastIndex;
    const end = text.indexOf('`', start);
    return { start, end: end < 0 ? stripped.end : end };
  }
  return whole;
}

/** A fault with its place, as PyYAML prints it. */
function faultText(yaml: string, { message, span }: YamlFault): string {
  const before = yaml.slice(0, span.start);
  const line = before.lastIndexOf('\n') + 1;
  const next = yaml.indexOf('\n', line);
  const column = span.start - line;
  const number = before.split('\n').length;
  return `${message}\n  in "<unicode string>", line ${number}, column ${column + 1}:\n    ${yaml.slice(line, next < 0 ? undefined : next)}\n    ${' '.repeat(column)}^`;
}

function fieldsOf(
  value: PyValue,
  place: (path: readonly (string | number)[]) => Span | undefined,
): readonly ReadField[] {
  const items: readonly (readonly [string | number, PyValue])[] = isPyDict(value)
    ? [...value]
    : isPyList(value)
      ? [...value.entries()]
      : [];
  const whole = place([]);
  return items.flatMap(([key, item]) => {
    const span = place([key]);
    // A default, which the answer does not have, has no place.
    if (!span || (span.start === whole?.start && span.end === whole.end)) return [];
    return [{ key: String(key), value: item, span, inner: span }];
  });
}
