import { deepEqual } from 'node:assert/strict';
import { applyEdits } from '../../../../src/engine/core/applyEdits.ts';
import { type ExpectedMarkup, nothingSaid, unknownMarkup } from '../../../../src/engine/diagnosis/expectedMarkup.ts';
import type { Repairing } from '../../../../src/engine/diagnosis/responseCandidate.ts';

/** What a text becomes, and why. */
export function made(text: string, way: Pick<Repairing, 'edits' | 'lossy'> | undefined) {
  const causes = way && [...new Set(way.edits.map(({ cause }) => cause))].join(' ');
  return way && [applyEdits(text, way.edits), way.lossy ? `${causes}, lossy` : causes];
}

/** A text, and what edits make of it; `undefined`: there are none. */
type Row = readonly [what: string, text: string, wanted: readonly [text: string, causes: string] | undefined];

/** A test for each row. */
export function rows(all: readonly Row[], edits: (text: string) => Pick<Repairing, 'edits' | 'lossy'> | undefined) {
  for (const [what, text, wanted] of all) test(what, () => deepEqual(made(text, edits(text)), wanted && [...wanted]));
}

/** A format of which nothing is known but an answer, and whether it reads tags of any name. */
export function formatOf(example: string, anyTag = false): ExpectedMarkup {
  return { ...unknownMarkup({ ...nothingSaid, anyTag }), example };
}
