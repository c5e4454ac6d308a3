import * as z from 'zod';
import { EngineError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/problem.ts';
import { choice, literal, NoGrammarError } from '../../../grammar/index.ts';
import type { DefinitionSource, Reading } from '../../../parsers/parser.ts';
import type { UserPattern } from '../../../parsers/parserFeatures.ts';
import { patternProblems } from '../../../parsers/problems/patternProblems.ts';
import { plainAnswer } from '../../../parsers/shared/answerGrammars.ts';
import { classicKey } from '../definitionModels.ts';
import { langchainType } from '../langchainType.ts';
import {
  type FindGroups,
  findGroups,
  foundItem,
  type GroupMatch,
  type GroupPattern,
  groupPattern,
  groupsHere,
} from '../python/groupPattern.ts';

/** `langchain_classic`'s `BooleanOutputParser`. */
export const booleanOutputParser = langchainType({
  type: 'BooleanOutputParser',
  framework: { hasNoInstruction: true },
  want: 'list',
  answer: 'YES',
  summary: 'Yes or no, wherever the word stands in the answer (Python)',
  documentation: `The answer must have one of two words, as a word of its own, in any letter case: the value is \`true\` or \`false\`.

- Both of them, or neither, is a plain \`ValueError\`, which no parser that asks again catches.
- The words are patterns: a dot in one stands for any character.
- It has no instruction: \`get_format_instructions()\` raises \`NotImplementedError\`.`,
  keys: {
    package: classicKey,
    true_val: z.string().describe('The word for `true`. Default: `YES`.').optional(),
    false_val: z.string().describe('The word for `false`. Default: `NO`.').optional(),
  },
  template: `{
  "type": "BooleanOutputParser",
  "description": "Whether a text answers the question"
}
`,
  responses: {
    example(source) {
      const { yes } = wordsOf(source);
      return isWord(yes) ? yes : undefined;
    },
    grammar(source) {
      const words = wordsOf(source);
      if (!isPlain(words)) throw new NoGrammarError('The words are patterns of the author’s own.');
      return plainAnswer(choice(literal(words.yes), literal(words.no)));
    },
    draft: responses => (responses.every(text => /^\s*(?:yes|no)\b/i.test(text)) ? new Map() : undefined),
  },
  authoring: {
    patterns(source): readonly UserPattern[] {
      if (isPlain(wordsOf(source))) return [];
      const { translated } = booleanPattern(wordsOf(source));
      const path = source.config.has('true_val') ? ['true_val'] : ['false_val'];
      return [{ path, source: translated.source, flags: translated.flags }];
    },
    check: (source): readonly Problem[] =>
      (['true_val', 'false_val'] as const).flatMap(key => {
        const word = source.config.get(key);
        const flags = { ignoreCase: true, multiline: true, dotAll: false, ascii: false };
        return typeof word === 'string'
          ? patternProblems(source, [key], word, { flags, groups: [], collects: false, when: 'Every response' })
          : [];
      }),
  },
  streams: { reader: () => 'The other word may follow, which makes the answer an error.' },
  python: {
    instruction() {
      throw new EngineError('NotImplementedError', '');
    },
    read(text, source, host) {
      const words = wordsOf(source);
      if (isPlain(words)) return booleanOf(text, words, groupsHere(booleanPattern(words), text));
      return readBoolean(text, words, findGroups(host));
    },
  },
});

function wordsOf({ config }: DefinitionSource): BooleanWords {
  const [yes, no] = ['true_val', 'false_val'].map(key => config.get(key));
  return { yes: typeof yes === 'string' ? yes : 'YES', no: typeof no === 'string' ? no : 'NO' };
}

/** Whether a word is a pattern of itself alone. */
function isWord(word: string): boolean {
  return /^\w(?:[\w ]*\w)?$/.test(word);
}

function isPlain({ yes, no }: BooleanWords): boolean {
  return isWord(yes) && isWord(no);
}

/** The words of `BooleanOutputParser`, which are patterns. */
interface BooleanWords {
  readonly yes: string;
  readonly no: string;
}

/** The pattern that finds the words, in any letter case. Throws `EngineError` as `re.findall` does. */
export function booleanPattern({ yes, no }: BooleanWords): GroupPattern {
  return groupPattern(`\\b(${yes}|${no})\\b`, { ignoreCase: true, multiline: true });
}

/** `BooleanOutputParser.parse`. Throws `ValueError`. */
async function readBoolean(text: string, words: BooleanWords, find: FindGroups): Promise<Reading> {
  return booleanOf(text, words, await find(booleanPattern(words), text));
}

/** What the matches of the pattern say. Throws `ValueError`. */
export function booleanOf(text: string, { yes, no }: BooleanWords, matches: readonly GroupMatch[]): Reading {
  const places = new Map(
    matches.map(match => {
      const item = foundItem(match, text);
      if (typeof item !== 'string') throw new EngineError('AttributeError', "'tuple' object has no attribute 'upper'");
      return [item.toUpperCase(), match.span];
    }),
  );
  const [isYes, isNo] = [yes, no].map(word => places.get(word.toUpperCase()));
  if (isYes && isNo)
    throw new EngineError('ValueError', `Ambiguous response. Both ${yes} and ${no} in received: ${text}.`);
  const span = isYes ?? isNo;
  if (!span)
    throw new EngineError(
      'ValueError',
      `BooleanOutputParser expected output value to include either ${yes} or ${no}. Received ${text}.`,
    );
  const value = isYes !== undefined;
  return { value, fields: [{ key: 'value', value, span, inner: span }] };
}
