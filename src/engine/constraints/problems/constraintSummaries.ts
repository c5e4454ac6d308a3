import type { Definition } from '../../parsers/definition.ts';
import type { ConstraintForm } from '../forms/forms.ts';
import type { Verdict } from '../rule.ts';
import { constraintVerdicts, type EngineVerdicts, isUsual, meantEngines } from './constraintVerdicts.ts';

/** What an engine makes of a definition's constraint in a few words: the keywords, each once. */
export interface ConstraintSummary {
  /** The engine, with the version where the user names one. */
  readonly title: string;
  readonly form: ConstraintForm;
  readonly refuses: readonly string[];
  readonly drops: readonly string[];
  readonly narrows: readonly string[];
}

/**
 * What engines, as users name them, do not keep of a definition's constraint, in the form that `constrain` gives where none is
 * named; what is no engine of `constraintEngines`, or has no constraint for the definition, is passed over. Total.
 */
export function constraintSummaries(definition: Definition, engines: readonly string[]): readonly ConstraintSummary[] {
  const meant = meantEngines(engines);
  if (meant.length === 0 || definition.invalid !== undefined) return [];
  return constraintVerdicts(definition, meant).byEngine.map(summary);
}

function summary({ title, form, verdicts }: EngineVerdicts): ConstraintSummary {
  const of = (verdict: Verdict) => [
    ...new Set(verdicts.filter(each => each.verdict === verdict && !isUsual(each)).map(({ keyword }) => keyword)),
  ];
  return { title, form, refuses: of('refused'), drops: of('dropped'), narrows: of('narrowed') };
}
