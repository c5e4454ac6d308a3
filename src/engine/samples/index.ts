// samples/: what a sample must give, the split; which parser fits (`find/`), `robustness/`.

export { answersIn } from './answersIn.ts';
export { takesNamesAsText } from './find/coverage.ts';
export { type Draft, draftDefinition } from './find/draftDefinition.ts';
export { findParsers, type ParserCandidate } from './find/findParsers.ts';
export { compareRanks, type FitParts, fitRank } from './find/fitParts.ts';
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
export type { MutationFamily, MutationOperator } from './robustness/operator.ts';
export { mutationOperators } from './robustness/operators.ts';
export type { MutationOutcome } from './robustness/outcome.ts';
export { mutationDetail, type RobustnessTotals, robustnessTotals, shortMessage } from './robustness/outcome.ts';
export {
  type RobustnessOptions,
  type RobustnessReport,
  robustnessOf,
  robustnessOfSample,
  type SkippedOperator,
  unreadOwn,
} from './robustness/robustnessOf.ts';
export { type SplitError, split, splitErrors } from './split.ts';
