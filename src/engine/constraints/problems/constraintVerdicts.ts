import { namedEngine } from '../../core/engineNames.ts';
import { once } from '../../core/once.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import type { Definition } from '../../parsers/definition.ts';
import { schemaOfDefinition } from '../checkedSchema.ts';
import { grammarVerdicts } from '../constrainAnswer.ts';
import { factsOf } from '../constrainSchema.ts';
import { type ConstraintEngine, constraintEngines, usualForm } from '../engines/engines.ts';
import type { ConstraintForm } from '../forms/forms.ts';
import { judgeSchema, type KeywordVerdict } from '../judgeSchema.ts';
import { orNone } from '../orNone.ts';
import type { Verdict } from '../rule.ts';

/** An engine that a user named. */
export interface MeantEngine {
  readonly engine: ConstraintEngine;
  readonly version: string;
  /** With the version, where the user names one. */
  readonly title: string;
}

/** What an engine makes of the keywords of a definition's schema, in the form that `constrain` gives where none is named. */
export interface EngineVerdicts extends MeantEngine {
  readonly form: ConstraintForm;
  readonly verdicts: readonly KeywordVerdict[];
}

/** The engines that hold models to a format, of those that a user names; others are passed over. */
export function meantEngines(names: readonly string[]): readonly MeantEngine[] {
  return names.flatMap(name => {
    const { engine: id, version } = namedEngine(name);
    const engine = constraintEngines.find(each => each.id === id);
    if (!engine) return [];
    const { version: meant } = factsOf(engine, version, 'json');
    return [{ engine, version: meant, title: version === undefined ? engine.title : `${engine.title} ${meant}` }];
  });
}

/** What engines make of a definition's schema, unproved; without one those that take its grammar keep all of it. Total. */
export function constraintVerdicts(
  definition: Definition,
  engines: readonly MeantEngine[],
): { readonly schema?: JsonSchema; readonly byEngine: readonly EngineVerdicts[] } {
  const schema = orNone(() => schemaOfDefinition(definition).schema);
  const byGrammar = once(() => orNone(() => grammarVerdicts(definition)));
  const byEngine = engines.flatMap((meant): readonly EngineVerdicts[] => {
    const form = usualForm(meant.engine, definition);
    const ofGrammar = form === 'json' ? undefined : byGrammar();
    if (ofGrammar) return [{ ...meant, form, verdicts: ofGrammar }];
    if (!schema) return [];
    const { book, version } = meant.engine.read(schema, meant.version);
    return [{ ...meant, form: 'json', verdicts: judgeSchema(schema, book, version) }];
  });
  return { ...(schema && { schema }), byEngine };
}

/** Members in the order of the schema, and no others: so every engine writes, and so the instruction asks. */
export function isUsual({ verdict, keyword }: KeywordVerdict): boolean {
  return verdict === 'narrowed' && (keyword === 'properties' || keyword === 'additionalProperties');
}

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
