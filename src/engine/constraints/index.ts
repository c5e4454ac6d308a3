// constraints/: what holds a model to a format, for each engine: a schema, keyword by keyword, or a grammar, proved.

export { constrain } from './constrain.ts';
export type { ConstrainOptions, Constraint, ConstraintKeyword, UnkeptKeyword } from './constraint.ts';
export { type ConstraintJudge, constraintJudge } from './constraintJudge.ts';
export { constraintEngines, type Evidence } from './engines/engines.ts';
export { type ConstraintForm, constraintForms } from './forms/forms.ts';
export { constraintProblems } from './problems/constraintProblems.ts';
export { type ConstraintSummary, constraintSummaries } from './problems/constraintVerdicts.ts';
export { keywordSpans } from './problems/keywordPlaces.ts';
