import * as z from 'zod';
import { EngineError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/problem.ts';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import type { DefinitionSource, ReadField, Reading } from '../../parser.ts';
import type { UserPattern } from '../../parserFeatures.ts';
import { oddValue } from '../../shared/oddValue.ts';
import type { ValueKey } from '../../shared/valueKeys.ts';
import { textsOf } from '../definitionModels.ts';
import { examplePattern } from '../examplePattern.ts';
import { scriptException } from '../langchainError.ts';
import { langchainType, onePiece } from '../langchainType.ts';
import { wholeField } from '../places.ts';
import { type RegexKeys, scriptRegex } from '../script/classicParsers.ts';
import { matchScript, patternJob } from '../script/scriptPattern.ts';

const patternKey = z.object({ pattern: z.string(), flags: z.string().optional() });

/** LangChain.js's `RegexParser`: the groups of a pattern by the keys of the author's. */
export const regexParser = langchainType({
  type: 'RegexParser',
  want: 'json',
  answer: 'Humor rating: 4',
  summary: 'The groups of a JavaScript pattern, by keys of your own',
  documentation: `The first match of a pattern: its groups, in their order, are the values of \`outputKeys\`.

- A text without a match is an \`OutputParserException\`, or with \`defaultOutputKey\` the value of that key, the others empty.
- A group that took no part is \`undefined\`, here \`null\`. With the flag \`g\` the keys get the second match and those after it, as \`text.match\` gives them.
- The pattern is JavaScript's. ParserLens runs it for at most 2 s. The class is of \`@langchain/classic\`.`,
  keys: {
    regex: z.union([z.string(), patternKey]).describe('The pattern, or `{ "pattern": …, "flags": … }`.'),
    outputKeys: z.array(z.string()).describe('The keys of the value, one for each group.'),
    defaultOutputKey: z.string().describe('The key that takes a text without a match as a whole.').optional(),
  },
  template: `{
  "type": "RegexParser",
  "description": "How funny something is",
  "regex": "Humor rating: (\\\\d+)",
  "outputKeys": ["rating"]
}
`,
  responses: {
    example: source => examplePattern(scriptRegex(keysOf(source))),
    // A pattern is the author's: answers do not tell it.
    draft: () => undefined,
  },
  authoring: {
    valueKeys: ({ config }) => ({
      keys: textsOf(config.get('outputKeys')).map(
        (name, i): ValueKey => ({
          name,
          declarations: [{ path: ['outputKeys', i], of: 'value' }],
          references: config.get('defaultOutputKey') === name ? [{ path: ['defaultOutputKey'], of: 'value' }] : [],
          required: false,
        }),
      ),
      open: false,
      exact: true,
      lists: [],
      grownBy: 'outputKeys',
    }),
    patterns(source): readonly UserPattern[] {
      try {
        const { source: made, flags } = patternJob(scriptRegex(keysOf(source)));
        const { regex } = keysOf(source);
        return [{ path: typeof regex === 'string' ? ['regex'] : ['regex', 'pattern'], source: made, flags }];
      } catch (error) {
        if (error instanceof EngineError) return [];
        throw error;
      }
    },
    check: checkKeys,
  },
  streams: {
    reader: () => 'The pattern is the author’s own: what it matches is known only when the response is complete.',
  },
  js: {
    construct(source) {
      try {
        scriptRegex(keysOf(source));
      } catch (error) {
        if (error instanceof EngineError) throw new EngineError(error.class, error.message, undefined, ['regex']);
        throw error;
      }
    },
    instruction: source => onePiece(`Your response should match the following regex: ${scriptRegex(keysOf(source))}`),
    async read(text, source, host): Promise<Reading> {
      const keys = keysOf(source);
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
  },
});

function keysOf({ config }: DefinitionSource): RegexKeys {
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

/** A default key that is not an output key takes nothing. */
function checkKeys(source: DefinitionSource): readonly Problem[] {
  const { outputKeys, defaultOutputKey } = keysOf(source);
  if (defaultOutputKey === undefined || outputKeys.includes(defaultOutputKey)) return [];
  const message = `\`${defaultOutputKey}\` is not among \`outputKeys\`: where nothing matches, every value is empty and the text is lost.`;
  return oddValue(source, ['defaultOutputKey'], message);
}
