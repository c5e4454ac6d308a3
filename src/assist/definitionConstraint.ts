import {
  type ConstraintForm,
  constrain,
  constraintEngines,
  type Definition,
  EngineError,
  type Host,
  namedEngine,
} from '../engine/index.ts';
import { ToolError } from './assistTool.ts';

/** What a form begins with that is an engine's constraint: `constraint:vllm`, `constraint:sglang@2026-09/regex`. */
export const constraintPrefix = 'constraint:';

/** What holds a model to a definition, for an engine, as `convert_definition` gives it. Throws `ToolError`. */
export async function definitionConstraint(definition: Definition, to: string, host: Host) {
  const [engine = '', form] = to.slice(constraintPrefix.length).split('/');
  const asked = { ...namedEngine(engine), ...(form !== undefined && { form: form as ConstraintForm }) };
  try {
    const made = await constrain(definition, asked, host);
    const { text, proved, drops, narrows, refuses } = made;
    const unkept = { refuses, drops, narrows };
    return {
      text,
      form: made.form,
      losses: Object.entries(unkept).flatMap(([verdict, list]) => list.map(each => ({ verdict, ...each }))),
      ...(proved !== undefined && { proved }),
      ...(made.counterexample && { counterexample: made.counterexample }),
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const ids = constraintEngines.map(({ id }) => id).join(', ');
    throw new ToolError(error.message, `Write constraint:ENGINE or constraint:ENGINE/FORM, of: ${ids}.`);
  }
}
