import type { EvaluationView } from '../../protocol/evaluationView.ts';

/** What is shown until the first rows were judged. */
export const noNumbers: EvaluationView = {
  parser: { file: '', name: '', type: '' },
  logs: [],
  totals: { rows: 0, skipped: 0, untried: 0, ok: 0, suspicious: 0, error: 0 },
  rate: '–',
  interval: '',
  causes: [],
  moreCauses: 0,
  columns: [],
  groups: [],
  moreGroups: 0,
  leftOut: 0,
  notUtf8: 0,
};
