import { EngineError } from '../core/errors.ts';
import { type Acceptance, Acceptor, networkOf, schemaFormat } from '../grammar/index.ts';
import type { Definition } from '../parsers/definition.ts';
import { type AnswerHabits, answerHabits } from './answerHabits.ts';
import { schemaOfDefinition } from './checkedSchema.ts';
import { answerGrammar } from './constrainAnswer.ts';
import { factsOf, withoutGrammarErrors } from './constrainSchema.ts';
import { knownEngine, usualForm } from './formOfEngine.ts';
import type { ConstraintForm } from './forms/forms.ts';

/** Tells what answers would have been under a definition's constraint. */
export interface ConstraintJudge {
  readonly engine: string;
  readonly version: string;
  readonly form: ConstraintForm;
  /**
   * `sentence`: it can be written; `beginning`: it was cut before its end; `neither`: it never is. `isThought`: behind a thought,
   * which stands elsewhere.
   */
  judge(text: string, isThought?: boolean): Acceptance['is'];
  /** When the engine begins to hold a model to it, as a sentence. */
  readonly reasoning?: string;
  /** How answers that read are looked at. */
  readonly habits: AnswerHabits;
}

/**
 * What the constraint of a definition would make of answers, in the form that `constrain` gives where none is named. Under a
 * schema blanks and the spelling of strings are free: an answer that is JSON is judged by its value. Throws `EngineError` as
 * `constrain` does.
 */
export function constraintJudge(
  of: Definition,
  { engine: id, version }: { readonly engine: string; readonly version?: string },
): ConstraintJudge {
  const engine = knownEngine(id);
  const { version: meant, reasoning } = factsOf(engine, version, 'json');
  const habits = answerHabits(of);
  const facts = { engine: engine.id, version: meant, ...(reasoning !== undefined && { reasoning }), habits };
  const judging =
    (judge: (text: string) => Acceptance['is']): ConstraintJudge['judge'] =>
    (text, isThought) =>
      isThought && engine.holdsThoughts ? 'neither' : judge(text);
  if (usualForm(engine, of) !== 'json') {
    try {
      const acceptor = new Acceptor(networkOf(answerGrammar(of, false)));
      return { ...facts, form: usualForm(engine, of), judge: judging(text => acceptor.accept(text).is) };
    } catch (error) {
      if (!(error instanceof EngineError) || error.class !== 'NoGrammar') throw error;
    }
  }
  const { schema } = schemaOfDefinition(of);
  const acceptor = new Acceptor(withoutGrammarErrors(() => networkOf(schemaFormat(schema))));
  return { ...facts, form: 'json', judge: judging(text => acceptor.accept(compact(text)).is) };
}

/** JSON without blanks; what is no JSON as it is. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text.trimStart();
  }
}
