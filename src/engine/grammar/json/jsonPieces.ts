import { type Automaton, avoiding, explore, intersect } from '../automaton.ts';
import { type CharRanges, charRange, charsOf, complement, hasChar, intersection, union } from '../charRanges.ts';
import { choice, type Grammar, literal, oneOf, optional, repetition, sequence } from '../grammar.ts';
import { automatonOf } from '../network.ts';
import { NoGrammarError } from '../noGrammarError.ts';

/** How deep JSON is indented at most, by two blanks a level. */
const maxIndents = 12;

const hex = oneOf(union([...charRange('0', '9'), ...charRange('A', 'F'), ...charRange('a', 'f')]));
const controls = charRange('\x01', '\x1f');

/** Nothing, one blank, or a line feed and an indentation by two blanks a level: bounded, so that no model writes blanks without end. */
export const jsonGap = choice(
  literal(''),
  literal(' '),
  sequence(literal('\n'), repetition(literal('  '), 0, maxIndents)),
);

/** The same without a single blank, as inside of brackets. */
export const jsonBreak = optional(sequence(literal('\n'), repetition(literal('  '), 0, maxIndents)));

/** What a string's character is written as: itself, or an escape; surrogates only in pairs. */
const jsonCharacter = choice(
  oneOf(complement(union([...controls, ...charsOf('"\\')]))),
  sequence(
    literal('\\'),
    choice(
      oneOf(charsOf('"\\/bfnrt')),
      sequence(
        literal('u'),
        choice(
          sequence(oneOf(union([...charRange('0', '9'), ...charsOf('ABCEFabcef')])), repetition(hex, 3, 3)),
          sequence(oneOf(charsOf('Dd')), oneOf(charRange('0', '7')), repetition(hex, 2, 2)),
          sequence(
            ...[oneOf(charsOf('Dd')), oneOf(union([...charsOf('89'), ...charsOf('ABab')])), repetition(hex, 2, 2)],
            literal('\\u'),
            ...[oneOf(charsOf('Dd')), oneOf(charsOf('CDEFcdef')), repetition(hex, 2, 2)],
          ),
        ),
      ),
    ),
  ),
);

/** Any string, in which none of the words stands as it is. */
export function anyJsonString(words: readonly string[]): Grammar {
  const inside = repetition(jsonCharacter, 0, Number.POSITIVE_INFINITY);
  if (words.length === 0) return sequence(literal('"'), inside, literal('"'));
  return quoted(intersect(automatonOf(inside), avoiding(words)));
}

/** Strings of a length in characters. */
export function jsonStringOfLength(words: readonly string[], min: number, max: number): Grammar {
  const inside = repetition(jsonCharacter, min, max);
  if (words.length === 0) return sequence(literal('"'), inside, literal('"'));
  return quoted(intersect(automatonOf(inside), avoiding(words)));
}

/** The strings whose text an automaton accepts, each character as itself where JSON lets it stand so. */
export function jsonStringOf(words: readonly string[], text: Automaton): Grammar {
  const written = escaped(text);
  return quoted(words.length === 0 ? written : intersect(written, avoiding(words)));
}

function quoted(automaton: Automaton): Grammar {
  if (automaton.length === 1 && automaton[0]!.edges.length === 0 && !automaton[0]!.isFinal)
    throw new NoGrammarError('No string is left that the grammar may write.');
  return sequence(literal('"'), { kind: 'text', automaton, closing: '' }, literal('"'));
}

const shortEscapes: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['\\', '\\'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
];
const asThemselves = complement(union([...controls, ...charsOf('"\\')]));

/** The automaton of what JSON writes for the texts of another. */
function escaped(text: Automaton): Automaton {
  return explore<readonly [state: number, isEscape: boolean]>(
    [0, false],
    String,
    ([state, isEscape]) => {
      const { edges } = text[state]!;
      if (isEscape)
        return shortEscapes.flatMap(([written, char]) =>
          edges
            .filter(({ ranges }) => hasChar(ranges, char.codePointAt(0)!))
            .map(({ to }) => ({ ranges: charsOf(written), to: [to, false] as const })),
        );
      const plain = edges.map(({ ranges, to }) => ({
        ranges: intersection(ranges, asThemselves) as CharRanges,
        to: [to, false] as const,
      }));
      const needsEscape = shortEscapes.some(([, char]) =>
        edges.some(({ ranges }) => hasChar(ranges, char.codePointAt(0)!)),
      );
      return needsEscape ? [...plain, { ranges: charsOf('\\'), to: [state, true] as const }] : plain;
    },
    ([state, isEscape]) => !isEscape && text[state]!.isFinal,
  );
}

/** A string as JSON, a word that must not stand in it with its first character as an escape. */
export function jsonStringLiteral(text: string, words: readonly string[]): string {
  let json = JSON.stringify(text);
  for (const word of words) {
    const code = word.charCodeAt(0).toString(16).padStart(4, '0');
    while (json.includes(word)) json = json.replace(word, () => `\\u${code}${word.slice(1)}`);
  }
  return json;
}

/** A value as JSON, compact, as `json.dumps` spaces it, and indented. */
export function jsonConstant(value: unknown, words: readonly string[]): Grammar {
  if (typeof value === 'string') return literal(jsonStringLiteral(value, words));
  if (typeof value !== 'object' || value === null) return literal(JSON.stringify(value));
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(([name, each]) =>
    isList
      ? jsonConstant(each, words)
      : sequence(literal(`${jsonStringLiteral(name, words)}:`), optional(literal(' ')), jsonConstant(each, words)),
  );
  return inBrackets(isList ? '[]' : '{}', members);
}

/** Items one after the other, with commas, in brackets. */
function inBrackets(brackets: string, items: readonly Grammar[]): Grammar {
  const [open = '', close = ''] = brackets;
  const listed = items.flatMap((item, i) => (i === 0 ? [item] : [literal(','), jsonGap, item]));
  return sequence(literal(open), jsonBreak, ...listed, jsonBreak, literal(close));
}

/**
 * Throws `NoGrammarError` for a closing that JSON may hold between its values, or across the end of a string: nothing then
 * tells where it ends.
 */
export function checkClosing(closing: string): void {
  const isInString = /[^[\]{}:,\s\d.+\-eEtrufalsn"]/.test(closing) && !closing.includes('"');
  if (!isInString)
    throw new NoGrammarError(
      `The closing ${JSON.stringify(closing)} may stand in JSON itself, which no grammar tells apart.`,
    );
}
