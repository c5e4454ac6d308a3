import { EngineError } from '../core/errors.ts';
import type { AcceptedResult } from '../core/result.ts';
import { roleOfMember, valueMembers } from '../definition/index.ts';
import { type Acceptance, Acceptor, networkOf, schemaFormat } from '../grammar/index.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { asSchema, has, propertiesOf, targetOf } from '../json/schema/subschema.ts';
import type { Definition } from '../parsers/definition.ts';
import { schemaOfDefinition } from './checkedSchema.ts';
import { answerGrammar } from './constrainAnswer.ts';
import { factsOf, withoutGrammarErrors } from './constrainSchema.ts';
import { knownEngine, usualForm } from './engines/engines.ts';
import type { ConstraintForm } from './forms/forms.ts';
import { tryParse } from './proof/prove.ts';

/** What of answers that read tells how they were constrained. */
interface AnswerHabits {
  /** Whether the definition has a member that a model explains or thinks in. */
  readonly asksThought: boolean;
  /** Whether members come in another order than the definition's, at any depth that a schema tells of. Linear in the answer. */
  isReordered(result: AcceptedResult): boolean;
  /** Whether something is thought: in such a member, or in a tag for it. */
  hasThought(result: AcceptedResult): boolean;
}

/** A tag that models think in, where it ends. */
const endOfThought = /<\/(?:think|thinking|thoughts?|reasoning)>|\[\/THINK\]/i;

/** How answers of a definition are looked at. For definitions that can be made. */
function answerHabits(definition: Definition): AnswerHabits {
  const { members, root } = valueMembers(definition);
  const thoughts = new Set(
    members.filter(({ name, schema }) => roleOfMember(name, schema, root) === 'explains').map(({ name }) => name),
  );
  const places = new Map(members.filter(({ place, schema }) => place ?? schema).map(({ name }, i) => [name, i]));
  return {
    asksThought: thoughts.size > 0,
    isReordered: ({ fields, response }) => {
      const inText = [...fields].sort((one, other) => one.span.start - other.span.start);
      if (!isRising(inText.flatMap(({ key }) => places.get(key) ?? []))) return true;
      return inText.some(({ key, inner }) => {
        const schema = asSchema(members.find(({ name }) => name === key)?.schema);
        return schema && !inOrder(tryParse(response.slice(inner.start, inner.end)), schema, root);
      });
    },
    hasThought: ({ fields, response }) =>
      fields.some(({ key, value }) => thoughts.has(key) && !isBlank(value)) || endOfThought.test(response),
  };
}

/** How deep values are looked at. */
const maxDepth = 100;

/** Whether the members of a value come in the order of its schema; what the schema does not have stands anywhere. */
function inOrder(value: unknown, schema: JsonSchema, root: JsonSchema, depth = 0): boolean {
  const target = has(schema, '$ref') ? asSchema(targetOf(root, schema.$ref)?.value) : schema;
  if (!target || typeof value !== 'object' || value === null || depth > maxDepth) return true;
  if (Array.isArray(value)) {
    const items = asSchema(target.items);
    return !items || value.every(each => inOrder(each, items, root, depth + 1));
  }
  const properties = propertiesOf(target);
  const order = new Map(Object.keys(properties).map((name, i) => [name, i]));
  if (!isRising(Object.keys(value).flatMap(name => order.get(name) ?? []))) return false;
  return Object.entries(value).every(([name, each]) => {
    const part = has(properties, name) ? asSchema(properties[name]) : undefined;
    return !part || inOrder(each, part, root, depth + 1);
  });
}

/** Whether places come in order; one that is there already counts where it stands first. */
function isRising(places: readonly number[]): boolean {
  let highest = -1;
  const seen = new Set<number>();
  for (const place of places) {
    if (seen.has(place)) continue;
    seen.add(place);
    if (place < highest) return false;
    highest = place;
  }
  return true;
}

function isBlank(value: unknown): boolean {
  return (
    value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  );
}

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
