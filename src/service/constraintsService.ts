import {
  type Constraint,
  type ConstraintForm,
  type ConstraintSummary,
  constrain,
  constraintEngines,
  constraintProblems,
  constraintSummaries,
  type Definition,
  EngineError,
  type Host,
  keywordSpans,
  type Problem,
} from '../engine/index.ts';
import {
  type ConstraintBody,
  type ConstraintChoice,
  type ConstraintView,
  shownConstraint,
} from '../protocol/constraintProtocol.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';

/** For which engine and in which form a definition is constrained. */
export interface ConstraintRequest extends DefinitionRef, ConstraintChoice {}

/** A whole constraint: its text and, where an engine has requests, the part of the request's body. */
export interface WholeConstraint {
  readonly form: string;
  readonly text: string;
  readonly request?: string;
}

/** Makes the constraints of definitions. Holds no state between calls but the last constraint. */
export interface ConstraintsApi {
  /** What the preview shows of it; `undefined`: there is no such definition. */
  constraint(request: ConstraintRequest): Promise<ConstraintView | undefined>;
  /** The whole of it; `undefined`: there is none. */
  wholeConstraint(request: ConstraintRequest): Promise<WholeConstraint | undefined>;
  /** What engines, as users name them, do not keep of a definition, in a few words. */
  constraintSummaries(ref: DefinitionRef, engines: readonly string[]): Promise<readonly ConstraintSummary[]>;
  /** What engines, as users name them, do not keep of the definitions of a file. */
  constraintProblems(text: string, fileName: string, engines: readonly string[]): Promise<readonly Problem[]>;
}

/** The engine where the user chose none. */
const usualEngine = 'vllm';
/** How many keywords, samples and notes are shown. */
const maxShown = 100;
/** How much of a counterexample is shown, in UTF-16 units. */
const maxFault = 500;

/** The service over the engine. */
export function constraintsService(host: Host, cache: DefinitionCache): ConstraintsApi {
  return {
    async constraint(request) {
      const definition = cache.definition(request);
      if (!definition) return undefined;
      const engine = engineOf(request);
      const view = {
        engines: constraintEngines.map(({ id, title }) => ({ id, title })),
        engine: engine.id,
        forms: ['json', ...Object.keys(engine.grammars)],
      };
      const made = await constraintOf(definition, request, host);
      return { ...view, body: 'failure' in made ? made : bodyOf(definition, made) };
    },
    async constraintSummaries(ref, engines) {
      const definition = cache.definition(ref);
      return definition ? constraintSummaries(definition, engines) : [];
    },
    constraintProblems: async (text, fileName, engines) =>
      constraintProblems(cache.read(text, fileName).definitions, engines),
    async wholeConstraint(request) {
      const definition = cache.definition(request);
      const made = definition && (await constraintOf(definition, request, host));
      if (!made || 'failure' in made) return undefined;
      const { form, text, request: body } = made;
      return { form, text, ...(body && { request: `${JSON.stringify(body, undefined, 2)}\n` }) };
    },
  };
}

function engineOf({ engine = usualEngine }: ConstraintChoice) {
  const find = (name: string) => constraintEngines.find(({ id }) => id === name);
  return find(engine) ?? find(usualEngine)!;
}

async function constraintOf(
  definition: Definition,
  request: ConstraintRequest,
  host: Host,
): Promise<Constraint | { readonly failure: string }> {
  const engine = engineOf(request);
  const { form } = request;
  const isTaken = form === 'json' || (form !== undefined && Object.hasOwn(engine.grammars, form));
  try {
    if (definition.invalid !== undefined) return { failure: definition.invalid };
    return await constrain(definition, { engine: engine.id, ...(isTaken && { form: form as ConstraintForm }) }, host);
  } catch (error) {
    if (error instanceof EngineError) return { failure: error.message };
    throw error;
  }
}

function bodyOf(definition: Definition, made: Constraint): ConstraintBody {
  const { form, text, request, enforces, samples = [], sentences, counterexample, notes, reasoning } = made;
  const spanOf = keywordSpans(definition);
  const unkept = (['refuses', 'drops', 'narrows'] as const).flatMap(verdict =>
    made[verdict].map(keyword => ({ verdict, keyword })),
  );
  const fault = counterexample && { text: counterexample.text.slice(0, maxFault), reason: counterexample.reason };
  return {
    form,
    text: text.slice(0, shownConstraint),
    length: text.length,
    hasRequest: request !== null,
    unkept: unkept.slice(0, maxShown).map(({ verdict, keyword }) => ({
      verdict,
      keyword: keyword.keyword,
      reason: keyword.reason,
      span: spanOf(keyword),
    })),
    more: Math.max(0, unkept.length - maxShown),
    enforced: enforces.length,
    ...(sentences !== undefined && { proof: { sentences, ...(fault && { fault }) } }),
    samples: samples.slice(0, maxShown).flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }])),
    ...(reasoning !== undefined && { reasoning }),
    notes: notes.slice(0, maxShown),
  };
}
