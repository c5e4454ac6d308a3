// grammar/: what a format’s sentences are: one model of grammars, and the automata and JSON in it.

export { type Acceptance, Acceptor } from './acceptor.ts';
export { type Automaton, avoiding, intersect } from './automaton.ts';
export { type CharRanges, charRange, charsOf, complement, hasChar, lastChar, union } from './charRanges.ts';
export {
  notBeginning,
  notBlank,
  notBlankFirst,
  oneLine,
  onOwnLines,
  stripped,
  textUntil,
  textWithout,
  withoutLetters,
} from './delimitedText.ts';
export type { SchemaNote } from './grammar.ts';
export {
  type AnswerGrammar,
  choice,
  type Format,
  type Grammar,
  literal,
  oneOf,
  optional,
  part,
  reference,
  repetition,
  separated,
  sequence,
} from './grammar.ts';
export { checkClosing, jsonBreak, jsonGap } from './json/jsonPieces.ts';
export { SchemaGrammar, schemaFormat } from './json/schemaGrammar.ts';
export { automatonOf, networkOf } from './network.ts';
export { NoGrammarError } from './noGrammarError.ts';
export { patternGrammar } from './patternGrammar.ts';
export { type SampledPart, Sampler, type Sentence } from './sampler.ts';
export { troubleWords } from './troubleWords.ts';
