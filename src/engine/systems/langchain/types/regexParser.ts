import * as z from 'zod';
import { EngineError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/problem.ts';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import { type AnswerGrammar, NoGrammarError, part, patternGrammar } from '../../../grammar/index.ts';
import type { DefinitionSource, ReadField, Reading } from '../../../parsers/parser.ts';
import type { UserPattern } from '../../../parsers/parserFeatures.ts';
import { patternProblems } from '../../../parsers/problems/patternProblems.ts';
import { oddValue } from '../../../parsers/problems/problemAt.ts';
import { plainAnswer } from '../../../parsers/shared/answerGrammars.ts';
import type { ValueKey, ValueKeys } from '../../../parsers/shared/valueKeys.ts';
import { classicKey, textsOf } from '../definitionModels.ts';
import { examplePattern } from '../examplePattern.ts';
import { scriptException } from '../langchainError.ts';
import { langchainType, onePiece, type RuntimeClass } from '../langchainType.ts';
import { wholeField } from '../places.ts';
import { regexValue } from '../python/classic/regexAnswer.ts';
import { findGroups, groupPattern, searchedOnce } from '../python/groupPattern.ts';
import { requireKeys } from '../python/pythonModel.ts';
import { matchScript, patternJob, type RegexKeys, scriptRegex } from '../script/classicParsers.ts';

const patternKey = z.object({ pattern: z.string(), flags: z.string().optional() });

/** What the two runtimes call the keys of the value, and the one that takes a text without a match. */
interface KeyNames {
  readonly keys: string;
  readonly fallback: string;
}

const scriptNames: KeyNames = { keys: 'outputKeys', fallback: 'defaultOutputKey' };
const pythonNames: KeyNames = { keys: 'output_keys', fallback: 'default_output_key' };

const js: RuntimeClass = {
  construct(source) {
    try {
      scriptRegex(scriptKeys(source));
    } catch (error) {
      if (error instanceof EngineError) throw new EngineError(error.class, error.message, undefined, ['regex']);
      throw error;
    }
    if (!source.config.has('outputKeys'))
      throw new EngineError('InvalidDefinition', 'JavaScript’s `RegexParser` needs the key `outputKeys`.');
  },
  instruction: source => onePiece(`Your response should match the following regex: ${scriptRegex(scriptKeys(source))}`),
  async read(text, source, host): Promise<Reading> {
    const keys = scriptKeys(source);
    const match = await matchScript(scriptRegex(keys), text, host);
    const value = new Map<string, PyValue>();
    const fields: ReadField[] = [];
    if (match) {
      for (const [i, key] of keys.outputKeys.entries()) {
        const span = match[i + 1];
        const item = span ? text.slice(span.start, span.end) : null;
        value.set(key, item);
        if (span) fields.push({ key, value: item, span, inner: span });
      }
      return { value, fields };
    }
    const { defaultOutputKey } = keys;
    if (defaultOutputKey === undefined) throw scriptException(`Could not parse output: ${text}`, text);
    for (const key of keys.outputKeys) value.set(key, key === defaultOutputKey ? text : '');
    return { value, fields: value.has(defaultOutputKey) ? wholeField(text, defaultOutputKey, text) : [] };
  },
  features: {
    responses: {
      example: source => examplePattern(scriptRegex(scriptKeys(source))),
      grammar: source => regexGrammar(scriptPatternOf(source), scriptKeys(source).outputKeys),
    },
    authoring: {
      valueKeys: source => valueKeys(source, scriptNames),
      patterns(source): readonly UserPattern[] {
        try {
          const { source: made, flags } = patternJob(scriptRegex(scriptKeys(source)));
          const { regex } = scriptKeys(source);
          return [{ path: typeof regex === 'string' ? ['regex'] : ['regex', 'pattern'], source: made, flags }];
        } catch (error) {
          if (error instanceof EngineError) return [];
          throw error;
        }
      },
      check: source => checkFallback(source, scriptNames),
    },
  },
};

/** `langchain_classic`'s class, whose pattern is Python's. */
const python: RuntimeClass = {
  hasNoInstruction: true,
  construct: requireKeys('RegexParser', ['regex', 'output_keys']),
  instruction() {
    throw new EngineError('NotImplementedError', '');
  },
  async read(text, source, host) {
    const { config } = source;
    const fallback = config.get(pythonNames.fallback);
    const [match] = await findGroups(host)(searchedOnce(groupPattern(regexOf(source))), text);
    return regexValue(
      text,
      {
        outputKeys: textsOf(config.get(pythonNames.keys)),
        ...(typeof fallback === 'string' && { defaultKey: fallback }),
      },
      match,
    );
  },
  features: {
    responses: {
      example: source => examplePattern({ source: regexOf(source).replaceAll('(?P<', '(?<') }),
      grammar: source => regexGrammar(regexOf(source), textsOf(source.config.get(pythonNames.keys))),
    },
    authoring: {
      valueKeys: source => valueKeys(source, pythonNames),
      patterns(source): readonly UserPattern[] {
        try {
          const { source: made, flags } = searchedOnce(groupPattern(regexOf(source))).translated;
          return [{ path: ['regex'], source: made, flags }];
        } catch (error) {
          if (error instanceof EngineError) return [];
          throw error;
        }
      },
      check(source) {
        const flags = { ignoreCase: false, multiline: false, dotAll: false, ascii: false };
        const use = { flags, groups: [], collects: false, when: 'Every response' };
        return [...patternProblems(source, ['regex'], regexOf(source), use), ...checkFallback(source, pythonNames)];
      },
    },
  },
};

/** `RegexParser`: the groups of a pattern by the keys of the author's. */
export const regexParser = langchainType({
  type: 'RegexParser',
  want: 'json',
  answer: 'Humor rating: 4',
  summary: 'The groups of a pattern, by keys of your own',
  documentation: `The first match of a pattern: its groups, in their order, are the values of \`outputKeys\` (JavaScript) or \`output_keys\` (Python).

- JavaScript: a text without a match is an \`OutputParserException\`, or with \`defaultOutputKey\` the value of that key, the others empty. A group that took no part is \`undefined\`, here \`null\`. With the flag \`g\` the keys get the second match and those after it, as \`text.match\` gives them.
- Python: a text without a match is a plain \`ValueError\`, which no parser that asks again catches, or with \`default_output_key\` the value of that key; a key without a group is an \`IndexError\`. There is no instruction.
- ParserLens runs the pattern for at most 2 s. The classes are of \`@langchain/classic\` and \`langchain_classic\`.`,
  keys: {
    package: classicKey,
    regex: z
      .union([z.string(), patternKey])
      .describe('The pattern, of the runtime’s kind; in JavaScript also `{ "pattern": …, "flags": … }`.'),
  },
  ownKeys: {
    python: {
      output_keys: z.array(z.string()).describe('Python alone: the keys of the value, one for each group.').optional(),
      default_output_key: z
        .union([z.string(), z.null()])
        .describe('Python alone: the key that takes a text without a match as a whole.')
        .optional(),
    },
    js: {
      outputKeys: z
        .array(z.string())
        .describe('JavaScript alone: the keys of the value, one for each group.')
        .optional(),
      defaultOutputKey: z
        .string()
        .describe('JavaScript alone: the key that takes a text without a match as a whole.')
        .optional(),
    },
  },
  template: `{
  "type": "RegexParser",
  "runtime": "js",
  "description": "How funny something is",
  "regex": "Humor rating: (\\\\d+)",
  "outputKeys": ["rating"]
}
`,
  // A pattern is the author's: answers do not tell it.
  responses: { draft: () => undefined },
  streams: {
    reader: () => 'The pattern is the author’s own: what it matches is known only when the response is complete.',
  },
  python,
  js,
});

/** Throws `NoGrammarError` for a pattern with flags. */
function scriptPatternOf(source: DefinitionSource): string {
  const { source: pattern, flags } = scriptRegex(scriptKeys(source));
  if (flags.replace(/[du]/g, '') !== '') throw new NoGrammarError('A pattern with flags has no grammar.');
  return pattern.replaceAll('(?<', '(?P<').replaceAll('(?P<=', '(?<=').replaceAll('(?P<!', '(?<!');
}

/** What the pattern matches from end to end, each group as the value of its key. */
function regexGrammar(pattern: string, keys: readonly string[]): AnswerGrammar {
  const start = patternGrammar(pattern, {
    whole: true,
    withGroup: (group, grammar) => {
      const key = keys[group - 1];
      return key === undefined ? grammar : part([key], 'text', grammar);
    },
  });
  return plainAnswer(start);
}

function scriptKeys({ config }: DefinitionSource): RegexKeys {
  const [regex, fallback] = [config.get('regex') ?? null, config.get('defaultOutputKey')];
  const flags = isPyDict(regex) ? regex.get('flags') : undefined;
  return {
    regex: isPyDict(regex)
      ? { pattern: String(regex.get('pattern') ?? ''), ...(typeof flags === 'string' && { flags }) }
      : String(regex ?? ''),
    outputKeys: textsOf(config.get('outputKeys')),
    ...(typeof fallback === 'string' && { defaultOutputKey: fallback }),
  };
}

function regexOf({ config }: DefinitionSource): string {
  const regex = config.get('regex');
  return typeof regex === 'string' ? regex : '';
}

function valueKeys({ config }: DefinitionSource, { keys, fallback }: KeyNames): ValueKeys {
  return {
    keys: textsOf(config.get(keys)).map(
      (name, i): ValueKey => ({
        name,
        declarations: [{ path: [keys, i], of: 'value' }],
        references: config.get(fallback) === name ? [{ path: [fallback], of: 'value' }] : [],
        required: false,
      }),
    ),
    open: false,
    exact: true,
    lists: [],
    grownBy: keys,
  };
}

/** A default key that is not an output key takes nothing. */
function checkFallback(source: DefinitionSource, { keys, fallback }: KeyNames): readonly Problem[] {
  const name = source.config.get(fallback);
  if (typeof name !== 'string' || textsOf(source.config.get(keys)).includes(name)) return [];
  const message = `\`${name}\` is not among \`${keys}\`: where nothing matches, every value is empty and the text is lost.`;
  return oddValue(source, [fallback], message);
}
