import * as z from 'zod';
import { EngineError, ResponseError } from '../../errors.ts';
import type { Problem } from '../../problem.ts';
import { pyContains, pyHashKey, pyTruth } from '../../python/containers.ts';
import { toJsonText } from '../../python/jsonDumps.ts';
import { jsonLoads } from '../../python/jsonLoads.ts';
import { pyStr } from '../../python/repr.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../python/value.ts';
import type { Span } from '../../span.ts';
import { jsonFaultSpan } from '../../text/jsonFault.ts';
import { findTagged } from '../../text/tags.ts';
import type { DefinitionSource, Demand, Parser, ParserType, Piece, ReadField } from '../parserType.ts';
import { textHintProblems } from '../problems/hintProblems.ts';
import { problemAt } from '../problems/problemAt.ts';
import { type TagLine, tagProblems } from '../problems/tagProblems.ts';
import { draftTags } from './draftTags.ts';
import { exampleOfText } from './examples.ts';
import { oddValue } from './oddValue.ts';
import { fillTemplate, pieceOf } from './pieces.ts';
import { asBuiltin, noTextError, responseParsingError, tagNotFoundError } from './responseErrors.ts';
import { tagKeys } from './tagKeys.ts';

const template = 'Respond with specific tags as outlined below{json_required_hint}\n{tag_lines_format}';

/** AgentScope's `MultiTaggedContentParser`: a dictionary from named pairs of tags. */
export const multiTaggedContentParser: ParserType = {
  type: 'MultiTaggedContentParser',
  system: 'AgentScope',
  summary: 'A dictionary from named pairs of tags',
  documentation: `Takes the text between each pair of tags, in the order of \`tagged_contents\`, as one dictionary.

- Every tag is searched on its own in the whole answer: the first begin tag, then the first end tag after it. Nothing is stripped.
- With \`parse_json\` the content is read with Python's \`json.loads\`; bad JSON is a \`JsonParsingError\`.
- A missing tag is a \`TagNotFoundError\`, unless its name is in \`keys_allow_missing\`.
- \`keys_to_content\`, \`keys_to_memory\` and \`keys_to_metadata\` say what goes where.`,
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
  "description": "What a werewolf says in the discussion at night",
  "tagged_contents": [
    { "name": "thought", "tag_begin": "[THOUGHT]", "content_hint": "what you thought", "tag_end": "[/THOUGHT]" },
    { "name": "speak", "tag_begin": "[SPEAK]", "content_hint": "what you speak", "tag_end": "[/SPEAK]" },
    {
      "name": "finish_discussion",
      "tag_begin": "[FINISH_DISCUSSION]",
      "content_hint": "true/false, whether the discussion reached an agreement or not",
      "tag_end": "[/FINISH_DISCUSSION]",
      "parse_json": true
    }
  ],
  "keys_to_content": "speak",
  "keys_to_memory": ["thought", "speak"],
  "keys_to_metadata": ["finish_discussion"]
}
`,
  create,
  example,
  valueKeys: tagKeys,
  check,
  demands,
  draft,
};

/** The hints between their tags; where the content is read as JSON, a value that the hint asks for. */
function example(source: DefinitionSource): string {
  const lines = taggedContents(source).map(({ beginTag, endTag, parseJson, hint, given }) => {
    const content = given.get('content_hint') ?? null;
    const value = exampleOfText(content) ?? new Map([['answer', content]]);
    return `${beginTag}${parseJson ? toJsonText(value) : hint.text}${endTag}`;
  });
  return lines.join('\n');
}

interface TaggedContent {
  readonly name: string;
  readonly beginTag: string;
  readonly endTag: string;
  readonly parseJson: boolean;
  readonly begin: Piece;
  readonly hint: Piece;
  readonly end: Piece;
  /** The constructor's arguments. */
  readonly given: PyDict;
}

function create(source: DefinitionSource): Parser {
  const tags = taggedContents(source);
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
      const fields = new Map<string, ReadField>();
      for (const tag of tags) {
        if (text === null) throw noTextError();
        asBuiltin({}, () => checkTags(tag));
        const tagged = findTagged(text, tag.beginTag, tag.endTag);
        if (tagged.found) {
          const { span, inner } = tagged;
          const value = tag.parseJson ? readJson(text, tag, inner) : text.slice(inner.start, inner.end);
          asBuiltin({ span }, () => pyHashKey(tag.given.get('name') ?? null));
          fields.set(tag.name, { key: tag.name, value, span, inner });
        } else if (!mayBeMissing(allowMissing, tag.given.get('name') ?? null)) {
          throw tagNotFoundError(text, tag.beginTag, tag.endTag, tagged);
        }
      }
      const list = [...fields.values()];
      return { value: new Map(list.map(({ key, value }) => [key, value])), fields: list };
    },
  };
}

function taggedContents(source: DefinitionSource): readonly TaggedContent[] {
  const list = source.config.get('tagged_contents') ?? [];
  if (!isPyList(list)) throw new EngineError('InvalidDefinition', '`tagged_contents` must be a list.');
  return list.map((item, index) => {
    const content = isPyDict(item) ? item : new Map<string, PyValue>();
    const missing = ['name', 'tag_begin', 'content_hint', 'tag_end'].filter(key => !content.has(key));
    if (missing.length > 0)
      throw new EngineError(
        'TypeError',
        `TaggedContent.__init__() missing ${missing.length} required positional argument${missing.length === 1 ? '' : 's'}: ${joinNames(missing)}`,
        undefined,
        ['tagged_contents', index],
      );
    const text = (key: string): string => pyStr(content.get(key) ?? null);
    const piece = (key: string): Piece => pieceOf(source, ['tagged_contents', index, key], text(key));
    return {
      name: text('name'),
      beginTag: text('tag_begin'),
      endTag: text('tag_end'),
      parseJson: pyTruth(content.get('parse_json') ?? false),
      begin: piece('tag_begin'),
      hint: piece('content_hint'),
      end: piece('tag_end'),
      given: content,
    };
  });
}

/** `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`, as Python names missing arguments. */
function joinNames(names: readonly string[]): string {
  const quoted = names.map(name => `'${name}'`);
  if (quoted.length <= 2) return quoted.join(' and ');
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}`;
}

function joinPieces(groups: readonly (readonly Piece[])[], separator: string): readonly Piece[] {
  return groups.flatMap((group, i) => (i === 0 ? group : [{ text: separator }, ...group]));
}

function readJson(text: string, { beginTag, endTag }: TaggedContent, inner: Span): PyValue {
  const result = jsonLoads(text, inner);
  if (result.ok) return result.value;
  const { error } = result;
  const whole = { start: inner.start - beginTag.length, end: inner.end + endTag.length };
  const fault = jsonFaultSpan(text, error, inner.start, inner.end);
  const span = text.slice(fault.start, fault.end).trim() === '' ? whole : fault;
  if (error.kind !== 'JSONDecodeError') throw new ResponseError(error.kind, error.message, { span });
  const raw = text.slice(whole.start, whole.end);
  throw responseParsingError(
    'JsonParsingError',
    `The content between ${beginTag} and ${endTag} should be a JSON object. An error "${error.message}" occurred when parsing: ${raw}`,
    { span, rawResponse: raw },
  );
}

/** `str.find` takes nothing but a string. Raises Python's `TypeError`. */
function checkTags({ given }: TaggedContent): void {
  for (const key of ['tag_begin', 'tag_end']) {
    const tag = given.get(key) ?? null;
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

function check(source: DefinitionSource): readonly Problem[] {
  const problems: Problem[] = [];
  const allowMissing = source.config.get('keys_allow_missing');
  if (allowMissing === null)
    problems.push(
      ...oddValue(source, ['keys_allow_missing'], '`null` is the same as no keys: every tag must be there.'),
    );
  else if (allowMissing !== undefined && !isPyList(allowMissing))
    problems.push(
      ...oddValue(
        source,
        ['keys_allow_missing'],
        'In a string the class searches each name as a part of it. Write a list.',
      ),
    );

  const list = source.config.get('tagged_contents') ?? null;
  const seen = new Set<PyValue>();
  for (const [index, item] of (isPyList(list) ? list : []).entries()) {
    if (!isPyDict(item)) continue;
    const path = (key: string) => ['tagged_contents', index, key];
    const odd = (key: string, message: string) => problems.push(...oddValue(source, path(key), message));
    const name = item.get('name');
    if (name !== undefined && seen.has(name))
      problems.push(
        ...problemAt(
          source,
          'duplicate-name',
          path('name'),
          `Two tags are named \`${pyStr(name)}\`; the later one wins.`,
        ),
      );
    if (name !== undefined) seen.add(name);
    const hint = item.get('content_hint');
    const parseJson = item.get('parse_json');
    if (hint !== undefined && typeof hint !== 'string')
      odd('content_hint', 'The hint is no string; the class puts its Python `str()` in the instruction.');
    else if (typeof hint === 'string' && pyTruth(parseJson ?? false))
      problems.push(...textHintProblems(source, path('content_hint'), hint, false));
    if (parseJson !== undefined && typeof parseJson !== 'boolean')
      odd('parse_json', `The class takes it for ${pyTruth(parseJson)}. Write \`true\` or \`false\`.`);
  }
  return [...problems, ...tagProblems(source, tagLines(source), ownWords)];
}

/** What the template says beside the tags. */
const ownWords = ['Respond with specific tags as outlined below', 'and the content between', 'MUST be a JSON object:'];

/** The pairs of tags as the instruction shows them. */
function tagLines(source: DefinitionSource): readonly TagLine[] {
  const allowMissing = source.config.get('keys_allow_missing') ?? null;
  return taggedContents(source).map(({ name, beginTag, endTag, hint }, index) => ({
    path: ['tagged_contents', index],
    name,
    begin: beginTag,
    hint: hint.text,
    end: endTag,
    isOptional: isPyList(allowMissing) && allowMissing.includes(name),
  }));
}

/** The tags that an answer must have. */
function demands(source: DefinitionSource): readonly Demand[] {
  return tagLines(source)
    .filter(({ isOptional }) => !isOptional)
    .flatMap(({ begin, end }) => [
      { text: begin, what: `the tag \`${begin}\``, opens: true },
      { text: end, what: `the tag \`${end}\`` },
    ]);
}
