import { jsonDictKeys } from '../../../parsers/shared/jsonDictKeys.ts';
import { jsonLoads, toJsonText } from '../../../python/index.ts';
import {
  checkSchema,
  classNameKey,
  contentSchemaKey,
  exampleValue,
  modelOf,
  shownOnly,
  valueGrammar,
  valueSchema,
} from '../definitionModels.ts';
import { runtimeOf } from '../langchainRuntime.ts';
import { langchainType } from '../langchainType.ts';
import { fieldsOfJson, fromScript, located } from '../places.ts';
import { jsonInstruction, parseJsonOutput, parsePartialOutput } from '../python/pythonJsonParser.ts';
import { instructionSchema } from '../python/pythonModel.ts';
import { streamPythonJson, streamScriptJson } from '../readers/streamJson.ts';
import { schemaPieces } from '../schemaPieces.ts';
import { parseScriptMarkdown, parseScriptPartial } from '../script/scriptJson.ts';

/** LangChain's `JsonOutputParser`: any JSON value, which a schema describes and does not check. */
export const jsonOutputParser = langchainType({
  type: 'JsonOutputParser',
  want: 'json',
  answer: '{"setup": "…", "punchline": "…"}',
  summary: 'Any JSON value, bare or in a fence; cut JSON is closed (Python)',
  documentation: `Reads JSON, bare or behind the first fence. The schema is shown in the instruction and checks nothing.

- Python closes JSON that was cut off, drops what follows it, and gives \`None\` for a bracket too many.
- JavaScript wants whole JSON and raises \`SyntaxError\` itself; its instruction is empty.`,
  keys: { content_schema: contentSchemaKey, class_name: classNameKey },
  template: `{
  "type": "JsonOutputParser",
  "description": "A joke with its punchline",
  "content_schema": {
    "title": "Joke",
    "type": "object",
    "properties": {
      "setup": { "title": "Setup", "description": "the question of the joke", "type": "string" },
      "punchline": { "title": "Punchline", "description": "the answer to the question", "type": "string" }
    },
    "required": ["setup", "punchline"]
  }
}
`,
  responses: {
    example: source => toJsonText(exampleValue(source)),
    grammar: source => valueGrammar(source, runtimeOf(source.config) === 'js' ? ['```'] : []),
    draft: responses => (responses.every(isBareJson) ? new Map() : undefined),
  },
  authoring: {
    valueKeys: source => ({ ...jsonDictKeys(source), open: true, exact: false }),
    check: checkSchema,
  },
  schemas: { valueSchema, unchecked: shownOnly },
  streams: {
    reader: ({ config }, response, events) =>
      runtimeOf(config) === 'js' ? streamScriptJson(response, events, 'js') : streamPythonJson(response, events),
    partial({ config }, text) {
      const value =
        runtimeOf(config) === 'js'
          ? fromScript(parseScriptMarkdown(text, parseScriptPartial))
          : parsePartialOutput(text);
      return value ?? undefined;
    },
  },
  placeholders: source => ({ schema: schemaPieces(schemaText(source), source) }),
  python: {
    instruction: source => schemaPieces(jsonInstruction(modelOf(source)?.schema), source),
    read(text) {
      const value = parseJsonOutput(text);
      return located(value, () => fieldsOfJson(text, value));
    },
  },
  js: {
    instruction: () => [],
    read(text) {
      const value = fromScript(parseScriptMarkdown(text));
      return located(value, () => fieldsOfJson(text, value));
    },
  },
});

/** Whether a response is a JSON object or list without a fence. */
function isBareJson(response: string): boolean {
  const text = response.trim();
  return /^[[{]/.test(text) && jsonLoads(text).ok;
}

function schemaText(source: Parameters<typeof modelOf>[0]): string {
  const model = modelOf(source);
  return model ? instructionSchema(model.schema) : '';
}
