import { namedEngine } from '../../core/engineNames.ts';
import { EngineError } from '../../core/errors.ts';
import { NoGrammarError } from '../../grammar/index.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import type { Definition } from '../../parsers/definition.ts';
import { schemaOfDefinition } from '../checkedSchema.ts';
import { grammarVerdicts } from '../constrainAnswer.ts';
import { factsOf } from '../constrainSchema.ts';
import { type ConstraintEngine, constraintEngines } from '../engines/engines.ts';
import { usualForm } from '../formOfEngine.ts';
import type { ConstraintForm } from '../forms/forms.ts';
import { judgeSchema, type KeywordVerdict } from '../judgeSchema.ts';

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
  const takesGrammar = engines.some(({ engine }) => usualForm(engine, definition) !== 'json');
  const byGrammar = takesGrammar ? orNone(() => grammarVerdicts(definition)) : undefined;
  const byEngine = engines.flatMap((meant): readonly EngineVerdicts[] => {
    const form = byGrammar ? usualForm(meant.engine, definition) : 'json';
    if (byGrammar && form !== 'json') return [{ ...meant, form, verdicts: byGrammar }];
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

/** What `make` gives; `undefined` where there is none. */
export function orNone<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof EngineError || error instanceof NoGrammarError) return undefined;
    throw error;
  }
}
