// samples/: what a sample must give, the split; which parser fits (`find/`), `robustness/`.

export { answersIn } from './answersIn.ts';
export { type Draft, draftDefinition } from './find/draftDefinition.ts';
export { findParsers, type ParserCandidate } from './find/findParsers.ts';
export { compareRanks, type FitParts, fitRank } from './find/fitParts.ts';
export { takesNamesAsText } from './find/nameMatch.ts';
export type { ResponseVerdict } from './find/readAll.ts';
export {
  actualOf,
  createSampleJudge,
  judgeSample,
  type SampleDifference,
  type SampleJudge,
  type SamplePart,
  type SampleVerdict,
  wholeExpectation,
} from './judgeSample.ts';
export { mutationDetail, shortMessage } from './robustness/mutationDetail.ts';
export type { MutationFamily, MutationOperator } from './robustness/operator.ts';
export { mutationOperators } from './robustness/operators.ts';
export type { MutationOutcome } from './robustness/outcome.ts';
export {
  type RobustnessOptions,
  type RobustnessReport,
  robustnessOf,
  robustnessOfSample,
  type SkippedOperator,
} from './robustness/robustnessOf.ts';
export { type RobustnessTotals, robustnessTotals } from './robustness/robustnessTotals.ts';
export { unreadOwn } from './robustness/unreadOwn.ts';
export { type SplitError, split, splitErrors } from './split.ts';
