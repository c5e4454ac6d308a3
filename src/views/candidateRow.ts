import type { ParserCandidate } from '../engine/index.ts';

/** A row of what reads a response. */
export type CandidateRow = ReturnType<typeof candidateRow>;

/** A candidate as `find --json` prints it; `file` is its definition's, absent for a type. */
export function candidateRow(
  { definition, parts, score, verdicts, why, isDraft }: ParserCandidate,
  file: string | undefined,
) {
  return {
    name: isDraft ? definition.type : definition.name,
    type: definition.type,
    ...(file !== undefined && { file }),
    read: parts.read,
    of: verdicts.length,
    score: Math.round(1000 * score) / 1000,
    parts,
    why,
  };
}
