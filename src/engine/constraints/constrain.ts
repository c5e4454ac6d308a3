import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import type { Definition } from '../parsers/definition.ts';
import { checkedSchema, schemaOfDefinition } from './checkedSchema.ts';
import { constrainAnswer, whyNoGrammar } from './constrainAnswer.ts';
import { constrainSchema, thinkingTag } from './constrainSchema.ts';
import type { ConstrainOptions, Constraint } from './constraint.ts';
import { formError, knownEngine, usualForm } from './engines/engines.ts';

/**
 * The constraint that holds a model to a JSON Schema, and what an engine makes of its keywords; of a definition, as a promise:
 * its grammar, which is proved before it is given, or, where no form is named and it has none, the schema of its value or
 * calls. Throws, or rejects with, `EngineError`: of class `UnknownEngine`; `UnknownForm` for a form that the engine does not
 * take; `UnknownReasoning`; `InvalidSchema` for what is no schema, refers to itself without end, or is too large; `NoGrammar` and `NoSchema`, with
 * the reason, where there is none. Linear in the schema but for alternatives, of which 100 are compared.
 */
export function constrain(of: JsonSchema, options: ConstrainOptions): Constraint;
export function constrain(of: Definition, options: ConstrainOptions, host?: Host): Promise<Constraint>;
export function constrain(
  of: Definition | JsonSchema,
  options: ConstrainOptions,
  host: Host = {},
): Constraint | Promise<Constraint> {
  return isDefinition(of) ? constrainDefinition(of, options, host) : constrainSchema(checkedSchema(of), options);
}

function isDefinition(of: Definition | JsonSchema): of is Definition {
  return 'parserType' in of && 'source' in of;
}

async function constrainDefinition(of: Definition, options: ConstrainOptions, host: Host): Promise<Constraint> {
  const engine = knownEngine(options.engine);
  thinkingTag(options);
  const form = options.form ?? usualForm(engine, of);
  if (options.form === 'json' || (form === 'json' && of.parserType.responses?.grammar))
    return constrainSchema(schemaOfDefinition(of), { ...options, form });
  formError(engine, form);
  if (form === 'json') return bySchema(of, options, whyNoGrammar(of));
  try {
    return await constrainAnswer(of, { ...options, form }, host);
  } catch (error) {
    if (options.form !== undefined || !(error instanceof EngineError) || error.class !== 'NoGrammar') throw error;
    return withNote(bySchema(of, options, error.message), `By its schema: ${error.message}`);
  }
}

/** The constraint of a definition without a grammar; of one that has no schema either, why it has neither. */
function bySchema(of: Definition, options: ConstrainOptions, whyNone: string): Constraint {
  try {
    return constrainSchema(schemaOfDefinition(of), { ...options, form: 'json' });
  } catch (error) {
    if (!(error instanceof EngineError) || error.class !== 'NoSchema') throw error;
    throw new EngineError('NoSchema', `${error.message} ${whyNone}`);
  }
}

function withNote(constraint: Constraint, note: string): Constraint {
  return { ...constraint, notes: [...constraint.notes, note] };
}
