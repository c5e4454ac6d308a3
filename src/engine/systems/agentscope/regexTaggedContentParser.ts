import * as z from 'zod';
import { EngineError, ResponseError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { Problem } from '../../core/problem.ts';
import { dict, isPyList, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import type { DefinitionSource, Parser } from '../../parsers/parser.ts';
import type { InstructionRequirement, UserPattern } from '../../parsers/parserFeatures.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { keyRequirements } from '../../parsers/problems/keyRequirements.ts';
import { patternProblems, runnablePatterns } from '../../parsers/problems/patternProblems.ts';
import { oddValue } from '../../parsers/problems/problemAt.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { pieceOf } from '../../parsers/shared/pieces.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import {
  findMatches,
  parsePattern,
  pyContains,
  pyStr,
  pyTruth,
  type TranslatedPattern,
  translatePattern,
} from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import { draftTagNames } from './draftTags.ts';
import { asksAgain, release } from './release.ts';
import { builtinError } from './responseErrors.ts';
import { streamRegexTags } from './streamTags.ts';
import { defaultPattern, parseTagged, patternKeys, readMatches, scanTaggedContent } from './taggedMatches.ts';

const groupNames = ['name', 'content'];
const flags = { ignoreCase: false, multiline: false, dotAll: true, ascii: false };
const patternUse = { flags, groups: groupNames, when: 'Each answer', collects: true };

/** AgentScope's `RegexTaggedContentParser`: a dictionary from all matches of a pattern, by default from all tags. */
export const regexTaggedContentParser: ParserType = {
  type: 'RegexTaggedContentParser',
  system: 'AgentScope',
  framework: { dialogAgent: true, asksAgain },
  summary: 'A dictionary from whatever tags the answer has',
  want: 'tags',
  answer: '<thought>…</thought> <function>…</function>',
  documentation: `Takes every match of a pattern as one entry of a dictionary: the group \`name\` is the key, the group \`content\` the value. The default pattern takes every \`<name>content</name>\`; \`</>\` closes any tag. AgentScope's ReActAgent uses this parser.

- Of equal names the last one counts. Tags inside a tag stay in its content. Nothing is stripped.
- Each content is tried as JSON (\`42\`, \`true\`, \`null\` and \`NaN\` change their type); what is not JSON stays text.
- A key of \`required_keys\` that is missing is a \`TagNotFoundError\`.
- A pattern is Python's \`re\` with \`re.DOTALL\`. ParserLens runs it for at most 2 s.
- \`format_instruction\` is the whole instruction; without one the class raises a \`ValueError\`.
- \`keys_to_content\`, \`keys_to_memory\` and \`keys_to_metadata\` say what goes where.
- ${release}`,
  keys: {
    tagged_content_pattern: z
      .union([z.string(), z.null()])
      .describe(
        'A pattern in the syntax of Python’s `re`, with the groups `(?P<name>…)` and `(?P<content>…)`. `.` matches line feeds too. Default: `<(?P<name>[^>]+)>(?P<content>.*?)</\\1?>`.',
      )
      .optional(),
    try_parse_json: z
      .union([z.boolean(), z.unknown()])
      .describe('Whether each content is read as JSON where it is JSON. Default: `true`.')
      .optional(),
    required_keys: z
      .union([z.array(z.string()), z.string(), z.null()])
      .describe('Names that the answer must have. Empty content counts as present.')
      .optional(),
  },
  filters: true,
  template: `{
  "type": "RegexTaggedContentParser",
  "description": "AgentScope's ReActAgent: a thought, a function and its arguments",
  "format_instruction": "Respond with specific tags as outlined below:\\n<thought>{what you thought}</thought>\\n<function>{the function name you want to call}</function>\\n<{argument name}>{argument value}</{argument name}>\\n<{argument name}>{argument value}</{argument name}>\\n...",
  "required_keys": ["thought", "function"],
  "keys_to_content": "function",
  "keys_to_memory": ["thought", "function"]
}
`,
  create,
  responses: {
    noGrammar: 'its tags have free names, and each closes by its own, which needs more than a grammar.',
    example,
    answerParts: source => ({
      parts: patternKeys(source).keys.map(({ name, required }) => ({ key: name, isJson: false, required })),
      triesJson: triesJson(source),
    }),
    draft: draftTagNames,
  },
  authoring: { valueKeys: patternKeys, check, requirements, patterns },
  schemas: { result: () => ({ schemas: [dict({ type: 'object' })] }) },
  streams: { reader },
};

/** Nothing foresees what a pattern of the author's matches. */
function example(source: DefinitionSource): string | undefined {
  if (patternOf(source) !== defaultPattern) return undefined;
  const required = source.config.get('required_keys');
  const names = isPyList(required) && required.length > 0 ? required : ['thought'];
  return names.map(name => `<${pyStr(name)}>${pyStr(name)}</${pyStr(name)}>`).join('\n');
}

function create(source: DefinitionSource, host: Host): Parser {
  const pattern = patternOf(source);
  for (const group of groupNames)
    if (!pyContains(pattern, `<${group}>`))
      throw new EngineError(
        'AssertionError',
        `The tagged content pattern should contain a named group '${group}'.`,
        'missing-group',
        ['tagged_content_pattern'],
      );
  const tryJson = triesJson(source);
  const requiredKeys = source.config.get('required_keys') ?? null;
  let translated: TranslatedPattern | undefined;

  return {
    instruction() {
      const instruction = source.config.get('format_instruction') ?? null;
      if (instruction !== null) return [pieceOf(source, ['format_instruction'], pyStr(instruction))];
      throw new EngineError(
        'ValueError',
        'The format instruction is not provided. Please provide it in the constructor of the parser.',
      );
    },
    async read({ text }) {
      if (text === null) throw new ResponseError('AssertionError', 'The response text is None.');
      try {
        if (pattern === defaultPattern) return readMatches(text, scanTaggedContent(text), requiredKeys, tryJson);
        translated ??= translate(pattern);
        return readMatches(text, await findMatches(translated, groupNames, text, host), requiredKeys, tryJson);
      } catch (error) {
        if (error instanceof EngineError && !(error instanceof ResponseError)) throw builtinError(error);
        throw error;
      }
    },
  };
}

function patternOf(source: DefinitionSource): PyValue {
  return source.config.has('tagged_content_pattern')
    ? (source.config.get('tagged_content_pattern') ?? null)
    : defaultPattern;
}

function triesJson({ config }: DefinitionSource): boolean {
  return !config.has('try_parse_json') || pyTruth(config.get('try_parse_json') ?? null);
}

/** Raises what Python raises for a pattern that does not compile, and `UntranslatablePattern`. */
function translate(pattern: PyValue): TranslatedPattern {
  if (typeof pattern !== 'string') throw new EngineError('TypeError', `unhashable type: '${pyTypeName(pattern)}'`);
  return translatePattern(parsePattern(pattern, flags), groupNames);
}

function reader(source: DefinitionSource, response: GrowingText, events: StreamEvents): StreamReader | string {
  if (patternOf(source) !== defaultPattern)
    return 'The pattern is the author’s own: what it matches is known only when the response is complete.';
  const tryJson = triesJson(source);
  return streamRegexTags(response, events, content => {
    const inner = { start: 0, end: content.length };
    return tryJson ? attempt(() => parseTagged(content, content, inner, inner)) : content;
  });
}

function check(source: DefinitionSource): readonly Problem[] {
  const problems: Problem[] = [];
  const warn = (key: string, message: string) => problems.push(...oddValue(source, [key], message));
  const pattern = patternOf(source);
  if (typeof pattern === 'string' && pattern !== defaultPattern)
    problems.push(...patternProblems(source, ['tagged_content_pattern'], pattern, patternUse));
  const tryJson = source.config.get('try_parse_json');
  if (tryJson !== undefined && typeof tryJson !== 'boolean')
    warn('try_parse_json', `The class takes it for ${pyTruth(tryJson)}. Write \`true\` or \`false\`.`);
  const required = source.config.get('required_keys');
  if (required === null) warn('required_keys', '`null` is the same as no required keys.');
  else if (required !== undefined && !isPyList(required))
    warn(
      'required_keys',
      'The class reads a string character by character, so each character becomes a required key. Write a list.',
    );
  return problems;
}

/** The keys that an answer must have. */
function requirements(source: DefinitionSource): readonly InstructionRequirement[] {
  return keyRequirements(source.config.get('required_keys'));
}

/** The pattern, unless it is the class's own, which is not run as one. */
function patterns(source: DefinitionSource): readonly UserPattern[] {
  const pattern = patternOf(source);
  if (typeof pattern !== 'string' || pattern === defaultPattern) return [];
  return runnablePatterns([[['tagged_content_pattern'], pattern]], patternUse);
}
