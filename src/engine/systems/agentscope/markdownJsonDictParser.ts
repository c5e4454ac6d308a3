import * as z from 'zod';
import { ResponseError, type ResponseErrorDetails } from '../../core/errors.ts';
import type { Problem } from '../../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import { spanAtPath } from '../../json/jsonSpans.ts';
import type { DefinitionSource, Parser, Piece } from '../../parsers/parser.ts';
import type { InstructionRequirement } from '../../parsers/parserFeatures.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { fenceInHint } from '../../parsers/problems/fenceProblems.ts';
import { kindProblem, textHintProblems } from '../../parsers/problems/hintProblems.ts';
import { keyRequirements } from '../../parsers/problems/keyRequirements.ts';
import { oddValue, problemAt } from '../../parsers/problems/problemAt.ts';
import { schemaProblems } from '../../parsers/problems/schemaProblems.ts';
import type { AnswerParts } from '../../parsers/shared/answerParts.ts';
import { draftHints, draftKeys } from '../../parsers/shared/draftHints.ts';
import { exampleDict, fencedExample } from '../../parsers/shared/examples.ts';
import { jsonFields, withFields } from '../../parsers/shared/fields.ts';
import { jsonDictKeys } from '../../parsers/shared/jsonDictKeys.ts';
import { beginFence, endFence } from '../../parsers/shared/jsonFence.ts';
import { fillTemplate, jsonHint, pieceOf } from '../../parsers/shared/pieces.ts';
import { sortSchema } from '../../parsers/shared/pydanticSchema.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { jsonLoads, pyRepr } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import { buildModel, missingViolations, type PydanticModel } from '../../validation/index.ts';
import { fencedValues, jsonRequirement, readFencedJson, responseOf, streamFencedJson } from './fencedJson.ts';
import { plainReading, readPlainJson } from './plainJson.ts';
import { asksAgain, release } from './release.ts';
import { asBuiltin, missingKeys, responseParsingError } from './responseErrors.ts';
import { dictGrammar, dictResult, dictSchema } from './valueSchemas.ts';

const template =
  "Respond a JSON dictionary in a markdown's fenced code block as follows:\n```json\n{content_hint}\n```";
const templateWithSchema = `${template}\nThe generated JSON dictionary MUST follow this schema: \n{schema}`;

/** AgentScope's `MarkdownJsonDictParser`: a JSON object from the first `json` fence, checked by a schema and by required keys. */
export const markdownJsonDictParser: ParserType = {
  type: 'MarkdownJsonDictParser',
  system: 'AgentScope',
  framework: { dialogAgent: true, asksAgain },
  summary: 'A JSON object in a Markdown fence, with schema and required keys',
  want: 'json',
  answer: '```json\n{"thought": "…", "speak": "…", "done": true}\n```',
  documentation: `Reads the JSON object between the first \`\` \`\`\`json \`\` and the next \`\` \`\`\` \`\` with Python's \`json.loads\`.

- A missing opening or closing fence is added, so bare JSON is understood; prose around bare JSON is not.
- Bad JSON is a \`JsonParsingError\`, any other JSON value a \`JsonTypeError\`.
- With \`content_schema\` the object is validated and coerced as Pydantic does it (\`"true"\` becomes \`true\`); a failure is a \`JsonParsingError\` with Pydantic's text.
- A key of \`required_keys\` that is missing then is a \`RequiredFieldNotFoundError\`.
- \`keys_to_content\`, \`keys_to_memory\` and \`keys_to_metadata\` say what goes where.
- ${release}`,
  keys: {
    content_hint: z
      .unknown()
      .describe(
        'What stands in the fence in the instruction: an object with a hint for each key, printed on one line, or text as it is. Default: `{your_json_dictionary}`.',
      )
      .optional(),
    content_schema: z
      .union([z.record(z.string(), z.unknown()), z.null()])
      .describe(
        'Stands for a Pydantic class as the hint: the JSON Schema that `Model.model_json_schema()` prints. It is shown in the instruction, and the answer is validated by it.',
      )
      .optional(),
    required_keys: z
      .union([z.array(z.string()), z.string(), z.null()])
      .describe('Keys that the answer must have, at its top level. A `null` value counts as present.')
      .optional(),
  },
  filters: true,
  template: `{
  "type": "MarkdownJsonDictParser",
  "description": "What the agent answers in each turn",
  "content_hint": {
    "thought": "what you think",
    "speak": "what you say to the user",
    "done": "true if the task is done, otherwise false"
  },
  "required_keys": ["thought", "speak", "done"],
  "keys_to_content": "speak",
  "keys_to_memory": ["thought", "speak"],
  "keys_to_metadata": ["done"]
}
`,
  create,
  responses: { example: ({ config }) => fencedExample(exampleDict(config)), answerParts, draft, grammar: dictGrammar },
  authoring: { valueKeys: jsonDictKeys, check, requirements },
  schemas: { valueSchema: dictSchema, result: dictResult },
  streams: { reader },
};

function create(source: DefinitionSource): Parser {
  const schema = source.config.get('content_schema');
  const requiredKeys = source.config.get('required_keys') ?? null;
  const model = isPyDict(schema) ? buildModel(schema) : undefined;
  const placeholders = (): Record<string, readonly Piece[]> =>
    isPyDict(schema)
      ? {
          content_hint: [{ text: '{a_JSON_dictionary}' }],
          schema: [pieceOf(source, ['content_schema'], pyRepr(sortSchema(schema)))],
        }
      : { content_hint: jsonHint(source, '{your_json_dictionary}') };

  return {
    instruction: () => fillTemplate(model ? templateWithSchema : template, placeholders()),
    placeholders,
    read(input) {
      const plain = readPlainJson(input, beginFence, endFence);
      if (plain && hasKeys(plain.value, requiredKeys) && (!model || model.keeps(plain.value)))
        return plainReading(plain, model && (value => validated(model, value)));
      const json = readFencedJson(input);
      if (json instanceof ResponseError) return json;
      const { raw, span, text, repairs } = json;
      const place = { span, ...responseOf(json) };
      const details: ResponseErrorDetails = { ...place, rawResponse: text };
      if (!isPyDict(json.value))
        return responseParsingError(
          'JsonTypeError',
          `A JSON dictionary object is wanted, but got <class '${pyTypeName(json.value)}'> instead.`,
          details,
        );
      let value: PyDict = json.value;
      if (model) {
        const validated = model.validate(value);
        if (!validated.ok)
          return refusing(
            responseParsingError('JsonParsingError', validated.message, {
              ...details,
              span: spanAtPath(raw, span, validated.loc ?? []),
            }),
            { ...validated.refused, place: { text: raw, span, isJson: true } },
          );
        value = validated.value;
      }
      const missing = asBuiltin(place, () => missingKeys(requiredKeys, value));
      if (missing)
        return refusing(responseParsingError('RequiredFieldNotFoundError', missing.message, details), {
          value: json.value,
          place: { text: raw, span, isJson: true },
          violations: missingViolations(json.value, missing.keys, missing.message),
        });
      return withFields({ value, repairs, ...responseOf(json) }, () => jsonFields(raw, span, value));
    },
  };
}

/** What a model makes of a value that it keeps: ints and floats become what it declares. */
function validated(model: PydanticModel, value: PyValue): PyValue {
  const outcome = isPyDict(value) ? model.validate(value) : undefined;
  return outcome?.ok ? outcome.value : value;
}

/** Whether plain data is a dict that has all the keys; `false` where that takes a closer look. */
function hasKeys(value: object, keys: PyValue): boolean {
  if (Array.isArray(value)) return false;
  if (!keys) return true;
  if (!isPyList(keys)) return false;
  for (const key of keys) if (typeof key !== 'string' || !Object.hasOwn(value, key)) return false;
  return true;
}

/** Each key is coerced on its own, by the schema without its required keys. */
function reader({ config }: DefinitionSource, response: GrowingText, events: StreamEvents): StreamReader | string {
  const schema = config.get('content_schema');
  if (!isPyDict(schema)) return streamFencedJson(response, events, { onlyObjects: true });
  if (!isPyDict(schema.get('properties'))) return 'The schema is for the object as a whole.';
  const model = buildModel(new Map(schema).set('required', []));
  return streamFencedJson(response, events, {
    onlyObjects: true,
    convert(key, value) {
      const outcome = model.validate(new Map([[key, value]]));
      return outcome.ok ? outcome.value.get(key) : undefined;
    },
  });
}

/** The members of the hint, which a schema takes the place of, and the keys that are required. */
function answerParts(source: DefinitionSource): AnswerParts {
  const schema = source.config.get('content_schema');
  const written = source.config.get('content_hint') ?? null;
  const read = typeof written === 'string' && written.trimStart().startsWith('{') ? jsonLoads(written) : undefined;
  const hint = read?.ok ? read.value : written;
  const hints = !isPyDict(schema) && isPyDict(hint) ? hint : new Map<string, PyValue>();
  const parts = jsonDictKeys(source).keys.map(({ name, required }) => ({
    key: name,
    ...(hints.has(name) && { hint: hints.get(name)! }),
    isJson: true,
    required,
    ...(isPyDict(schema) && { isTyped: true as const }),
  }));
  return { parts };
}

/** The hint has every key of the responses' objects; the keys that all of them have are required. */
function draft(responses: readonly string[]): PyDict | undefined {
  const objects = fencedValues(responses).filter(isPyDict);
  if (objects.length === 0) return undefined;
  const { common } = draftKeys(objects);
  return new Map<string, PyValue>([
    ['content_hint', draftHints(objects)],
    ...(common.length > 0 ? [['required_keys', common] as const] : []),
  ]);
}

function check(source: DefinitionSource): readonly Problem[] {
  const hint = source.config.get('content_hint');
  const schema = source.config.get('content_schema');
  const required = source.config.get('required_keys');
  const problems = isPyDict(schema) ? schemaProblems(source, ['content_schema'], schema) : [];
  if (isPyDict(schema) && hint !== undefined)
    problems.push(...problemAt(source, 'unread-hint', ['content_hint'], unreadHint(schema, hint)));
  else if (hint === null)
    problems.push(...oddValue(source, ['content_hint'], '`null` is the same as no hint: the class uses its own.'));
  else if (typeof hint === 'string')
    problems.push(...textHintProblems(source, ['content_hint'], hint, true), ...fenceInHint(source, hint));
  else if (hint !== undefined) problems.push(...kindProblem(source, ['content_hint'], hint));
  if (source.config.get('content_schema') === null)
    problems.push(...oddValue(source, ['content_schema'], '`null` is the same as no schema: nothing is validated.'));
  if (required === null)
    problems.push(...oddValue(source, ['required_keys'], '`null` is the same as no required keys.'));
  else if (required !== undefined && !isPyList(required))
    problems.push(
      ...oddValue(
        source,
        ['required_keys'],
        'The class reads a string character by character, so each character becomes a required key. Write a list.',
      ),
    );
  return problems;
}

function unreadHint(schema: PyDict, hint: PyValue): string {
  const message = 'The hint is not used: `content_schema` takes its place.';
  const properties = schema.get('properties');
  if (!isPyDict(hint) || !isPyDict(properties)) return message;
  const other = [...hint.keys()].filter(key => !properties.has(key)).slice(0, 5);
  return other.length === 0 ? message : `${message} The schema has no ${other.map(key => `\`${key}\``).join(', ')}.`;
}

/** JSON, and the keys that an answer must have: those that are listed, and those that the schema requires. */
function requirements(source: DefinitionSource): readonly InstructionRequirement[] {
  const required = jsonDictKeys(source).keys.flatMap(({ name, required }) => (required ? [name] : []));
  const listed = source.config.get('required_keys');
  return [jsonRequirement, ...keyRequirements([...new Set([...(isPyList(listed) ? listed : []), ...required])])];
}
