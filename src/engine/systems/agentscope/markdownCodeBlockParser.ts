import * as z from 'zod';
import { EngineError } from '../../core/errors.ts';
import type { Problem } from '../../core/problem.ts';
import { dict, type PyDict } from '../../core/pyValue.ts';
import { type AnswerGrammar, literal, onOwnLines, sequence, textUntil } from '../../grammar/index.ts';
import type { DefinitionSource, Parser, Piece } from '../../parsers/parser.ts';
import type { InstructionRequirement } from '../../parsers/parserFeatures.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { fenceInHint, fenceProblems } from '../../parsers/problems/fenceProblems.ts';
import { oddValue } from '../../parsers/problems/problemAt.ts';
import { plainAnswer } from '../../parsers/shared/answerGrammars.ts';
import { fillTemplate, pieceOf } from '../../parsers/shared/pieces.ts';
import { pyStr } from '../../python/index.ts';
import { findTagged } from '../../text/index.ts';
import { asksAgain, release } from './release.ts';
import { noTextError, tagNotFoundError } from './responseErrors.ts';
import { streamTags } from './streamTags.ts';

const template =
  'You should generate {language_name} code in a {language_name} fenced code block as follows: \n```{language_name}\n{content_hint}\n```';
const endTag = '```';
/** How many fences of a response a draft looks at. */
const maxLanguages = 100;

/** AgentScope's `MarkdownCodeBlockParser`: code from the first fence of one language, as a string. */
export const markdownCodeBlockParser: ParserType = {
  type: 'MarkdownCodeBlockParser',
  system: 'AgentScope',
  framework: { dialogAgent: true, asksAgain },
  summary: 'Code in a Markdown fence of one language',
  want: 'code',
  answer: '```python\nprint("Hello")\n```',
  documentation: `Takes the text between the first \`\` \`\`\`LANGUAGE \`\` and the next \`\` \`\`\` \`\`, line feeds included, as one string.

- Nothing is repaired: a missing fence is a \`TagNotFoundError\`.
- The tag is searched literally, so \`c\` also matches a fence of \`cpp\`, and a fence inside the code ends it.
- The value is a string, so there are no \`keys_to_*\`.
- ${release}`,
  keys: {
    language_name: z
      .union([z.string(), z.unknown().refine(value => value !== undefined)])
      .describe('The language after the opening fence, such as `python`. Required.'),
    content_hint: z
      .union([z.string(), z.unknown()])
      .describe(`What stands between the fences in the instruction. Default: \`\${your_LANGUAGE_code}\`.`)
      .optional(),
  },
  filters: false,
  template: `{
  "type": "MarkdownCodeBlockParser",
  "description": "A Python function that solves the task",
  "language_name": "python",
  "content_hint": "the complete function, with type hints and a docstring"
}
`,
  create,
  schemas: { result: () => ({ schemas: [dict({ type: 'string' })] }) },
  responses: {
    example,
    answerParts: ({ config }) => ({
      parts: [{ key: 'code', hint: config.get('content_hint') ?? null, isJson: false, required: true }],
    }),
    draft,
    grammar,
  },
  authoring: { check, requirements },
  streams: {
    reader: ({ config }, response, events) =>
      streamTags(response, events, [
        { key: 'code', begin: endTag + pyStr(config.get('language_name') ?? null), end: endTag },
      ]),
  },
};

function example({ config }: DefinitionSource): string {
  const language = pyStr(config.get('language_name') ?? null);
  const hint = config.get('content_hint');
  return `${endTag}${language}\n${language === 'python' || typeof hint !== 'string' ? 'print("Hello, world!")' : hint}\n${endTag}`;
}

function create(source: DefinitionSource): Parser {
  const language = source.config.get('language_name');
  if (language === undefined)
    throw new EngineError(
      'TypeError',
      "MarkdownCodeBlockParser.__init__() missing 1 required positional argument: 'language_name'",
    );
  const beginTag = endTag + pyStr(language);
  const name = pieceOf(source, ['language_name'], pyStr(language));
  const hint = source.config.get('content_hint') ?? null;
  const contentHint: readonly Piece[] =
    hint === null ? [{ text: '${your_' }, name, { text: '_code}' }] : [pieceOf(source, ['content_hint'], pyStr(hint))];
  const placeholders = { language_name: [name], content_hint: contentHint };

  return {
    instruction: () => fillTemplate(template, placeholders),
    placeholders: () => placeholders,
    read({ text }) {
      if (text === null) throw noTextError();
      const tagged = findTagged(text, beginTag, endTag);
      if (!tagged.found) return tagNotFoundError(text, beginTag, endTag, tagged);
      const { span, inner } = tagged;
      const value = text.slice(inner.start, inner.end);
      return { value, fields: [{ key: 'code', value, span, inner }] };
    },
  };
}

/** The code on lines of its own; the line feeds around it belong to the value. */
function grammar({ config }: DefinitionSource, isAround: boolean): AnswerGrammar {
  const begin = endTag + pyStr(config.get('language_name') ?? null);
  const code = textUntil(endTag, { part: { path: [], reads: 'text' }, also: onOwnLines() });
  return plainAnswer(isAround ? sequence(textUntil(begin), code, textUntil('')) : sequence(literal(begin), code));
}

/** The first language whose fence stands in all responses, else in the first one that has any. */
function draft(responses: readonly string[]): PyDict | undefined {
  const languages = responses.map(languagesOf).filter(found => found.size > 0);
  const [first] = languages;
  if (!first) return undefined;
  const common = [...first].find(language => languages.every(found => found.has(language)));
  return new Map([['language_name', common ?? [...first][0]!]]);
}

function languagesOf(text: string): ReadonlySet<string> {
  const closed = text.slice(0, Math.max(0, text.lastIndexOf(endTag)));
  return new Set([...closed.matchAll(/```([\p{L}\p{N}_+#.-]{1,64})/gu)].slice(0, maxLanguages).map(match => match[1]!));
}

/** The fence that an answer must have. */
function requirements(source: DefinitionSource): readonly InstructionRequirement[] {
  const language = pyStr(source.config.get('language_name') ?? null);
  return [{ text: endTag + language, what: `the fence ${endTag}${language}` }];
}

function check(source: DefinitionSource): readonly Problem[] {
  const language = source.config.get('language_name');
  const hint = source.config.get('content_hint');
  return [
    ...(typeof language !== 'string'
      ? oddValue(source, ['language_name'], 'The language is not a string; the class puts its `str()` in the fence.')
      : language === ''
        ? oddValue(
            source,
            ['language_name'],
            'With an empty language the opening fence is the same as the closing one.',
          )
        : /[`\s]/.test(language)
          ? oddValue(source, ['language_name'], 'No model opens a fence with back quotes or blanks in the language.')
          : fenceProblems(source, language)),
    ...(hint === null
      ? oddValue(source, ['content_hint'], '`null` is the same as no hint: the class uses its own.')
      : typeof hint === 'string'
        ? fenceInHint(source, hint)
        : oddValue(
            source,
            ['content_hint'],
            'The hint is not a string; the class puts its Python `str()` in the instruction.',
          )),
  ];
}
