// suspicions/: what is odd about an answer that a definition reads.

export { type AnswerFormat, answerFormat, type FormatKind, formatText } from './answerFormat.ts';
export { isCutShort } from './suspectEnd.ts';
export { suspicionsOf } from './suspicionsOf.ts';
