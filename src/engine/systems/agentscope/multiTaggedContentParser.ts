import * as z from 'zod';
import { EngineError, ResponseError } from '../../core/errors.ts';
import { type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonFaultSpan } from '../../json/jsonFault.ts';
import type { DefinitionSource, Parser, ReadField } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import type { AnswerParts } from '../../parsers/shared/answerParts.ts';
import { exampleOfText } from '../../parsers/shared/examples.ts';
import { FieldsReading } from '../../parsers/shared/fields.ts';
import { fillTemplate, joinPieces } from '../../parsers/shared/pieces.ts';
import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import { jsonLoads, pyContains, pyHashKey, toJsonText } from '../../python/index.ts';
import { findTagged, type GrowingText } from '../../text/index.ts';
import { draftTags } from './draftTags.ts';
import { asksAgain, release } from './release.ts';
import { asBuiltin, noTextError, responseParsingError, tagNotFoundError } from './responseErrors.ts';
import { streamTags } from './streamTags.ts';
import {
  checkTaggedContents,
  type TaggedContent,
  tagGrammar,
  taggedContents,
  tagKeys,
  tagRequirements,
} from './taggedContents.ts';
import { taggedResult, taggedSchema } from './valueSchemas.ts';

const template = 'Respond with specific tags as outlined below{json_required_hint}\n{tag_lines_format}';

/** AgentScope's `MultiTaggedContentParser`: a dictionary from named pairs of tags. */
export const multiTaggedContentParser: ParserType = {
  type: 'MultiTaggedContentParser',
  system: 'AgentScope',
  framework: { dialogAgent: true, asksAgain },
  summary: 'A dictionary from named pairs of tags',
  want: 'tags',
  answer: '[THOUGHT]…[/THOUGHT] [SPEAK]…[/SPEAK] [DONE]true[/DONE]',
  documentation: `Takes the text between each pair of tags, in the order of \`tagged_contents\`, as one dictionary.

- Every tag is searched on its own in the whole answer: the first begin tag, then the first end tag after it. Nothing is stripped.
- With \`parse_json\` the content is read with Python's \`json.loads\`; bad JSON is a \`JsonParsingError\`.
- A missing tag is a \`TagNotFoundError\`, unless its name is in \`keys_allow_missing\`.
- \`keys_to_content\`, \`keys_to_memory\` and \`keys_to_metadata\` say what goes where.
- ${release}`,
  keys: {
    tagged_contents: z
      .array(
        z.strictObject({
          name: z.string().describe('The key in the parsed dictionary.'),
          tag_begin: z.string().describe('The text that opens the content, such as `[THOUGHT]`.'),
          content_hint: z
            .union([z.string(), z.unknown().refine(value => value !== undefined)])
            .describe('What stands between the tags in the instruction.'),
          tag_end: z.string().describe('The text that closes the content, such as `[/THOUGHT]`.'),
          parse_json: z
            .union([z.boolean(), z.unknown()])
            .describe('Whether the content is read as JSON. Default: `false`.')
            .optional(),
        }),
      )
      .describe('The pairs of tags, in the order of the instruction and of the parsed dictionary.'),
    keys_allow_missing: z
      .union([z.array(z.string()), z.string(), z.null()])
      .describe('Names of tags that may be missing; the dictionary then lacks the key.')
      .optional(),
  },
  filters: true,
  template: `{
  "type": "MultiTaggedContentParser",
  "description": "What the agent answers in each turn",
  "tagged_contents": [
    { "name": "thought", "tag_begin": "[THOUGHT]", "content_hint": "what you think", "tag_end": "[/THOUGHT]" },
    { "name": "speak", "tag_begin": "[SPEAK]", "content_hint": "what you say to the user", "tag_end": "[/SPEAK]" },
    {
      "name": "done",
      "tag_begin": "[DONE]",
      "content_hint": "true if the task is done, otherwise false",
      "tag_end": "[/DONE]",
      "parse_json": true
    }
  ],
  "keys_to_content": "speak",
  "keys_to_memory": ["thought", "speak"],
  "keys_to_metadata": ["done"]
}
`,
  create,
  responses: { example, answerParts, draft, grammar: tagGrammar },
  authoring: { valueKeys: tagKeys, check: checkTaggedContents, requirements: tagRequirements },
  schemas: { valueSchema: taggedSchema, result: taggedResult },
  streams: { reader },
};

/** The hints between their tags; where the content is read as JSON, a value that the hint asks for. */
function example(source: DefinitionSource): string {
  const lines = taggedContents(source).map(({ beginTag, endTag, parseJson, hint, args }) => {
    const content = args.get('content_hint') ?? null;
    const value = exampleOfText(content) ?? new Map([['answer', content]]);
    return `${beginTag}${parseJson ? toJsonText(value) : hint.text}${endTag}`;
  });
  return lines.join('\n');
}

function create(source: DefinitionSource): Parser {
  const tags = taggedContents(source);
  const hasTwins = new Set(tags.map(({ name }) => name)).size < tags.length;
  const allowMissing = source.config.get('keys_allow_missing') ?? null;
  const json = tags.filter(tag => tag.parseJson);
  const pairs = json.map(({ begin, end }) => [begin, { text: ' and ' }, end]);
  const placeholders = {
    json_required_hint:
      json.length === 0
        ? [{ text: ': ' }]
        : [{ text: ', and the content between ' }, ...joinPieces(pairs, ', '), { text: ' MUST be a JSON object:' }],
    tag_lines_format: joinPieces(
      tags.map(({ begin, hint, end }) => [begin, hint, end]),
      '\n',
    ),
  };

  return {
    instruction: () => fillTemplate(template, placeholders),
    placeholders: () => placeholders,
    read({ text }) {
      const fields: ReadField[] = [];
      for (const tag of tags) {
        if (text === null) throw noTextError();
        if (!tag.isText) asBuiltin({}, () => checkTags(tag));
        const tagged = findTagged(text, tag.beginTag, tag.endTag);
        if (tagged.found) {
          const { span, inner } = tagged;
          const value = tag.parseJson ? readJson(text, tag, inner) : text.slice(inner.start, inner.end);
          if (value instanceof ResponseError) return value;
          if (!tag.isText) asBuiltin({ span }, () => pyHashKey(tag.args.get('name') ?? null));
          // Of equal names the last one counts, at the place of the first.
          const twin = hasTwins ? fields.findIndex(({ key }) => key === tag.name) : -1;
          fields[twin < 0 ? fields.length : twin] = { key: tag.name, value, span, inner };
        } else if (!mayBeMissing(allowMissing, tag.args.get('name') ?? null)) {
          return tagNotFoundError(text, tag.beginTag, tag.endTag, tagged);
        }
      }
      return new FieldsReading(fields);
    },
  };
}

/** Where two pairs have one name, the last in the list counts, so its value is final only at the end. */
function reader(source: DefinitionSource, response: GrowingText, events: StreamEvents): PieceReader | string {
  const tags = taggedContents(source);
  if (tags.some(({ args }) => typeof args.get('tag_begin') !== 'string' || typeof args.get('tag_end') !== 'string'))
    return 'A tag is not a string, so every response is an error.';
  const single = tags.filter(({ name }) => tags.filter(other => other.name === name).length === 1);
  const read = (content: string) => {
    const result = jsonLoads(content);
    return result.ok ? result.value : undefined;
  };
  return streamTags(
    response,
    events,
    single.map(({ name, beginTag, endTag, parseJson }) => ({
      key: name,
      begin: beginTag,
      end: endTag,
      ...(parseJson && { read }),
    })),
  );
}

function readJson(text: string, { beginTag, endTag }: TaggedContent, inner: Span): PyValue | ResponseError {
  const result = jsonLoads(text, inner);
  if (result.ok) return result.value;
  const { error } = result;
  const whole = { start: inner.start - beginTag.length, end: inner.end + endTag.length };
  const fault = jsonFaultSpan(text, error, inner.start, inner.end);
  const span = text.slice(fault.start, fault.end).trim() === '' ? whole : fault;
  if (error.kind !== 'JSONDecodeError') return new ResponseError(error.kind, error.message, { span });
  const raw = text.slice(whole.start, whole.end);
  return responseParsingError(
    'JsonParsingError',
    `The content between ${beginTag} and ${endTag} should be a JSON object. An error "${error.message}" occurred when parsing: ${raw}`,
    { span, rawResponse: raw },
  );
}

/** The pairs of tags; their hints are text even where the content is JSON. */
function answerParts(source: DefinitionSource): AnswerParts {
  const required = new Set(tagKeys(source).keys.flatMap(key => (key.required ? [key.name] : [])));
  const parts = taggedContents(source).map(({ name, args, parseJson }) => ({
    key: name,
    hint: args.get('content_hint') ?? null,
    isJson: parseJson,
    required: required.has(name),
  }));
  return { parts };
}

/** `str.find` takes nothing but a string. Raises Python's `TypeError`. */
function checkTags({ args }: TaggedContent): void {
  for (const key of ['tag_begin', 'tag_end']) {
    const tag = args.get(key) ?? null;
    if (typeof tag !== 'string') throw new EngineError('TypeError', `must be str, not ${pyTypeName(tag)}`);
  }
}

/** `name in keys_allow_missing`; in a string a substring test, as the class does. */
function mayBeMissing(allowMissing: PyValue, name: PyValue): boolean {
  return allowMissing !== null && asBuiltin({}, () => pyContains(allowMissing, name));
}

/** The pairs of tags of the responses; those that not all of them have may be missing. */
function draft(responses: readonly string[]): PyDict | undefined {
  const tags = draftTags(responses);
  if (tags.length === 0) return undefined;
  const contents = tags.map(
    ({ name, begin, end, isJson }): PyDict =>
      new Map<string, PyValue>([
        ['name', name],
        ['tag_begin', begin],
        ['content_hint', isJson ? `the ${name} as JSON` : `the ${name}`],
        ['tag_end', end],
        ...(isJson ? [['parse_json', true] as const] : []),
      ]),
  );
  const rare = tags.filter(({ count }) => count < responses.length).map(({ name }) => name);
  return new Map<string, PyValue>([
    ['tagged_contents', contents],
    ...(rare.length > 0 ? [['keys_allow_missing', rare] as const] : []),
  ]);
}
