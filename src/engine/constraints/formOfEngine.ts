import { EngineError } from '../core/errors.ts';
import { nearestName } from '../core/nearestName.ts';
import type { Definition } from '../parsers/definition.ts';
import { type ConstraintEngine, constraintEngines } from './engines/engines.ts';
import { type ConstraintForm, constraintForms } from './forms/forms.ts';

/** The engine of an id. Throws `EngineError` of class `UnknownEngine`, which names those that there are. */
export function knownEngine(id: string): ConstraintEngine {
  const match = constraintEngines.find(engine => engine.id === id);
  if (match) return match;
  const ids = constraintEngines.map(engine => engine.id);
  const near = nearestName(id, ids);
  const all = ids.map(each => `\`${each}\``).join(', ');
  throw new EngineError(
    'UnknownEngine',
    `There is no engine \`${id}\`${near === undefined ? '' : ` (did you mean \`${near}\`?)`}. There are: ${all}.`,
  );
}

/** The forms that an engine takes, the best for a grammar first behind `json`. */
function formsOf({ grammars }: ConstraintEngine): readonly ConstraintForm[] {
  return ['json', ...(Object.keys(grammars) as ConstraintForm[])];
}

/** Throws `EngineError` of class `UnknownForm` where an engine does not take a form. */
export function formError(engine: ConstraintEngine, form: string): void {
  if (!constraintForms.includes(form as ConstraintForm)) {
    const all = constraintForms.map(each => `\`${each}\``).join(', ');
    throw new EngineError('UnknownForm', `There is no form \`${form}\`. There are: ${all}.`);
  }
  const forms = formsOf(engine);
  if (forms.includes(form as ConstraintForm)) return;
  const accepted = forms.map(each => `\`${each}\``).join(', ');
  throw new EngineError('UnknownForm', `${engine.title} takes no \`${form}\`. It takes: ${accepted}.`);
}

/** What a definition is constrained by where no form is named: the engine's best grammar, where there is one. */
export function usualForm(engine: ConstraintEngine, { parserType }: Definition): ConstraintForm {
  const [, best = 'json'] = formsOf(engine);
  return parserType.responses?.grammar ? best : 'json';
}
