// diagnosis/: why a definition does not read a response: the smallest edits under which it does.

export { answerCauses, causeSummary, type MarkupCause, markupCauses, type ResponseCause } from './causes.ts';
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
export { withCaptures } from './openings.ts';
export type { ResponseCandidate, ResponseEdit } from './responseCandidate.ts';
export { type NamedCause, namedCauses } from './responseCandidate.ts';
export { inventedTurn } from './turnEdits.ts';
