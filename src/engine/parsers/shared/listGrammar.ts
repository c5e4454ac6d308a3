import {
  type AnswerGrammar,
  avoiding,
  type Grammar,
  intersect,
  literal,
  oneLine,
  part,
  repetition,
  sequence,
  stripped,
  withoutLetters,
} from '../../grammar/index.ts';
import { checkDelimiters, plainAnswer } from './answerGrammars.ts';

/** How a list is written. */
export interface WrittenList {
  /** What stands before each item. Absent: nothing. */
  readonly mark?: Grammar;
  readonly separator: string;
  /** Letters that no item has. */
  readonly without?: string;
  /** How many items; absent: one and more. */
  readonly length?: number;
}

/** A list whose items are texts of one line without blanks around. Throws `NoGrammarError` for a separator without text. */
export function listGrammar({ mark, separator, without = '', length }: WrittenList): AnswerGrammar {
  checkDelimiters([separator]);
  const isLine = /^[\r\n]+$/.test(separator);
  const line = intersect(intersect(oneLine(), stripped()), withoutLetters(without));
  const own = isLine ? line : intersect(line, avoiding([separator.trim() || separator]));
  const text: Grammar = {
    kind: 'text',
    automaton: own,
    closing: '',
    words: [separator, separator.trim()].filter(Boolean),
  };
  const item = sequence(...(mark ? [mark] : []), part(['*'], 'text', text));
  const rest = length === undefined ? Number.POSITIVE_INFINITY : length - 1;
  return plainAnswer(
    sequence(item, repetition(sequence(literal(separator), item), length === undefined ? 0 : rest, rest)),
  );
}
