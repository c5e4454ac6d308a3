// repair/: the smallest edits under which broken JSON reads, with causes and confidence.

export { marksStart, reasoningEnd } from './characters.ts';
export { type Cause, causeCatalogue } from './costs.ts';
export { type DiagnoseOptions, type Diagnosis, diagnose } from './diagnose.ts';
export type { Candidate, RepairEdit } from './edits.ts';
export { trusts } from './mending/mend.ts';
export { type Attempt, bareTextAttempt, firstAttempt } from './mending/mendingAttempt.ts';
export { strictValue } from './readings.ts';
