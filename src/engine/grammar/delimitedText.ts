import { once } from '../core/once.ts';
import { type Automaton, avoiding, explore, intersect, until } from './automaton.ts';
import { allChars, charsOf, complement, intersection } from './charRanges.ts';
import { literal, oneOf, type Part, repetition, sequence, type TextGrammar } from './grammar.ts';
import { automatonOf } from './network.ts';

/** What a text may be, beside ending where its closing first stands. */
export interface TextLimits {
  /** What must not stand in it. */
  readonly without?: readonly string[];
  readonly part?: Part;
  /** What the text has to be as well, its closing apart. */
  readonly also?: Automaton;
}

/** Any text up to and with the first place of a closing; without a closing up to the end. */
export function textUntil(closing: string, { without = [], part, also }: TextLimits = {}): TextGrammar {
  const whole = until(closing, without);
  const automaton = also ? intersect(whole, withClosing(also, closing)) : whole;
  const words = [closing, ...without].filter(word => word !== '');
  return { kind: 'text', automaton, closing, words, ...(part && { part }) };
}

function withClosing(also: Automaton, closing: string): Automaton {
  if (closing === '') return also;
  return automatonOf(
    sequence({ kind: 'text', automaton: also, closing: '' }, ...Array.from(closing, char => oneOf(charsOf(char)))),
  );
}

const white = charsOf(
  ' \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
);
const any = repetition(oneOf(allChars), 0, Number.POSITIVE_INFINITY);

/** Texts that have something beside white space. */
export const notBlank: () => Automaton = once(() => automatonOf(sequence(any, oneOf(complement(white)), any)));

/** Texts that neither begin nor end with white space, and are not empty. */
export const stripped: () => Automaton = once(() =>
  automatonOf(sequence(oneOf(complement(white)), repetition(sequence(any, oneOf(complement(white))), 0, 1))),
);

/** Texts of one line, as every framework cuts lines. */
export const oneLine: () => Automaton = once(() => withoutLetters('\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029'));

/** Texts in which none of some letters stands. */
export function withoutLetters(letters: string): Automaton {
  return automatonOf(repetition(oneOf(complement(charsOf(letters))), 0, Number.POSITIVE_INFINITY));
}

/** A text that an automaton accepts, and in which none of some words stands. */
export function textWithout(also: Automaton, words: readonly string[]): TextGrammar {
  return { kind: 'text', automaton: intersect(also, avoiding(words)), closing: '', words };
}

/** Texts that begin and end with a line feed. */
export const onOwnLines: () => Automaton = once(() => automatonOf(sequence(literal('\n'), any, literal('\n'))));

/** Texts that do not begin with a word. */
export function notBeginning(word: string): Automaton {
  return explore<number>(
    0,
    String,
    at => {
      if (at < 0) return [{ ranges: allChars, to: -1 }];
      const char = charsOf(word[at]!);
      const rest = [{ ranges: complement(char), to: -1 }];
      return at + 1 === word.length ? rest : [...rest, { ranges: char, to: at + 1 }];
    },
    () => true,
  );
}

/** Texts whose first line is not blank. */
export const notBlankFirst: () => Automaton = once(() =>
  automatonOf(
    sequence(
      repetition(oneOf(intersection(white, complement(charsOf('\n')))), 0, Number.POSITIVE_INFINITY),
      oneOf(complement(white)),
      any,
    ),
  ),
);
