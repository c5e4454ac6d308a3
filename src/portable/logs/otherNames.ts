import { readDefinitions } from '../../engine/index.ts';
import type { JudgingPlan } from './batchJudge.ts';

/** The names of the other definitions in an evaluated one's file: a log of runs holds the answers for all of them. */
export function otherNames(evaluated: JudgingPlan['definitions'][number]): readonly string[] {
  const names = readDefinitions(evaluated.text, evaluated.fileName).definitions.map(({ name }) => name);
  return names.filter(name => name !== evaluated.name);
}
