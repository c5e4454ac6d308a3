// diagnosis/: why a definition does not read a response: the smallest edits under which it does.

export { answerCauses, causeSummary, type ResponseCause } from './answerCauses.ts';
export type { DiagnosedFormat } from './diagnosedFormat.ts';
export { diagnoseLines } from './diagnoseLines.ts';
export type { DiagnoseResponseOptions, ResponseDiagnosis } from './diagnoseResponse.ts';
export {
  type ExpectedMarkup,
  expectedMarkup,
  labelsIn,
  nothingSaid,
  type SaidFormat,
  unknownMarkup,
} from './expectedMarkup.ts';
export { hasHeaders, headerSpellings } from './headerSpellings.ts';
export { definitionWords } from './inventedWords.ts';
export { neededBreaks } from './lineBreaks.ts';
export { type MarkupCause, markupCauses } from './markupCauses.ts';
export { type NamedCause, namedCauses } from './namedCauses.ts';
export { withCaptures } from './openings.ts';
export type { ResponseCandidate, ResponseEdit } from './responseCandidate.ts';
export { inventedTurn } from './turnEdits.ts';
