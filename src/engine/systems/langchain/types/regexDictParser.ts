import * as z from 'zod';
import { EngineError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/problem.ts';
import { problem } from '../../../core/problem.ts';
import { isPyDict } from '../../../core/pyValue.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import type { UserPattern } from '../../../parsers/parserFeatures.ts';
import { resultOrError } from '../../../parsers/shared/attempt.ts';
import { classicKey } from '../definitionModels.ts';
import { langchainType } from '../langchainType.ts';
import { keyPattern, type RegexDictKeys, readRegexDict, regexDictPattern } from '../python/classic/regexAnswer.ts';
import { findGroups } from '../python/groupPattern.ts';
import { requireKeys } from '../python/pythonModel.ts';

/** `langchain_classic`'s `RegexDictParser`. */
export const regexDictParser = langchainType({
  type: 'RegexDictParser',
  framework: { hasNoInstruction: true },
  want: 'json',
  answer: 'Action: Search\nAction Input: How are you?',
  summary: 'Labelled lines, by keys of your own (Python)',
  documentation: `Each key's label is found by a pattern, \`{}:\\s?([^.'\\n']*)\\.?\` unless you say another one, and gives what its group took: up to a full stop, a quote or the end of the line.

- No match, or more than one, is a plain \`ValueError\`, which no parser that asks again catches.
- A value that is \`no_update_value\` is left out.
- It has no instruction: \`get_format_instructions()\` raises \`NotImplementedError\`.`,
  keys: {
    package: classicKey,
    output_key_to_format: z
      .record(z.string(), z.string())
      .describe('The keys of the value, each with the label that stands in front of it in the answer.')
      .optional(),
    regex_pattern: z
      .string()
      .describe('The pattern of Python’s `re`, in which `{}` stands for the label: `str.format` fills it in.')
      .optional(),
    no_update_value: z
      .union([z.string(), z.null()])
      .describe('A value of which the key is left out. Default: none.')
      .optional(),
  },
  template: `{
  "type": "RegexDictParser",
  "description": "What an agent does next",
  "output_key_to_format": { "action": "Action", "input": "Action Input" }
}
`,
  responses: {
    example(source) {
      const { pattern, formats } = keysOf(source);
      if (pattern !== regexDictPattern) return undefined;
      return [...formats.values()].map(format => `${format}: text`).join('\n');
    },
    noGrammar: 'each value is looked for anywhere in the text, so that any words may stand between them.',
    // The labels are the author's.
    draft: () => undefined,
    marks: source => [...keysOf(source).formats.values()].map(format => `${format}:`),
  },
  authoring: {
    valueKeys: source => ({
      keys: [...keysOf(source).formats.keys()].map(name => ({
        name,
        declarations: [{ path: ['output_key_to_format', name], of: 'key' }],
        references: [],
        required: keysOf(source).noUpdate === undefined,
      })),
      open: false,
      exact: true,
      lists: [],
    }),
    patterns(source): readonly UserPattern[] {
      const { pattern, formats } = keysOf(source);
      if (pattern === regexDictPattern) return [];
      return [...formats.values()].slice(0, 1).flatMap(format => {
        const made = patternOrFault(pattern, format);
        return made instanceof EngineError ? [] : [{ path: ['regex_pattern'], ...made }];
      });
    },
    check(source): readonly Problem[] {
      const { pattern, formats } = keysOf(source);
      const [format = ''] = formats.values();
      const span = source.spanOf(['regex_pattern']);
      const made = patternOrFault(pattern, format);
      return span && made instanceof EngineError
        ? [problem('bad-pattern', `Every response raises \`${made.class}: ${made.message}\`.`, span)]
        : [];
    },
  },
  streams: {
    reader: () => 'A second match of a key makes the answer an error, so nothing is known before its end.',
  },
  python: {
    construct: requireKeys('RegexDictParser', ['output_key_to_format']),
    instruction() {
      throw new EngineError('NotImplementedError', '');
    },
    read: (text, source, host) => readRegexDict(text, keysOf(source), findGroups(host)),
  },
});

function keysOf({ config }: DefinitionSource): RegexDictKeys {
  const [pattern, noUpdate] = [config.get('regex_pattern'), config.get('no_update_value')];
  const formats = config.get('output_key_to_format');
  return {
    pattern: typeof pattern === 'string' ? pattern : regexDictPattern,
    formats: new Map(isPyDict(formats) ? [...formats].map(([key, format]) => [key, String(format)]) : []),
    ...(typeof noUpdate === 'string' && { noUpdate }),
  };
}

/** The pattern as it is run, or what Python raises when it is made. */
function patternOrFault(pattern: string, format: string): Omit<UserPattern, 'path'> | EngineError {
  return resultOrError(() => {
    const { source, flags } = keyPattern(pattern, format).translated;
    return { source, flags };
  });
}
