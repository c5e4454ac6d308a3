import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import { isConstraint, readConstraints } from './schemaConstraints.ts';
import type { Scope } from './scopes.ts';
import type { Argument } from './syntax.ts';
import type { FieldFacts, TypeSchema } from './typeSchema.ts';

/** Arguments of `Field` that change nothing of a schema. */
const unseen = new Set([
  'repr',
  'init',
  'init_var',
  'kw_only',
  'frozen',
  'exclude',
  'validate_default',
  'serialization_alias',
  'alias_priority',
  'include',
  'const',
  'allow_mutation',
  'discriminator',
  'default_factory',
  'default',
  'alias',
  'validation_alias',
  'json_schema_extra',
]);

/** A type with what `Field(…)` says of it. */
export function readFieldArguments(
  type: TypeSchema,
  args: readonly Argument[],
  scope: Scope,
  evaluator: Evaluator,
): TypeSchema {
  const constrained = readConstraints(
    type,
    args.filter(({ name }) => name !== undefined && isConstraint(name)),
    scope,
    evaluator,
  );
  const schema = new Map(constrained.schema);
  let field: FieldFacts = { ...type.field };
  for (const { name, value: node, spread } of args) {
    if (spread) {
      evaluator.report(node, 'What is spread into `Field` is not taken over.');
      continue;
    }
    if (name === undefined || name === 'default') field = { ...field, ...defaultOf(node, scope, evaluator) };
    else if (name === 'default_factory') field = { ...field, isOptional: true };
    else if (name === 'exclude') {
      if (evaluator.value(node, scope) === true)
        evaluator.report(node, '`exclude` is not taken over: a schema cannot say it.');
    } else if (name === 'json_schema_extra') {
      const extra = evaluator.value(node, scope);
      if (extra !== undefined && isPyDict(extra)) for (const [key, value] of extra) schema.set(key, value);
    } else if (name === 'alias' || name === 'validation_alias' || name === 'discriminator') {
      const value = evaluator.value(node, scope);
      const isSet = name === 'alias' && field.alias !== undefined;
      if (typeof value === 'string' && !isSet) field = { ...field, [name === 'discriminator' ? name : 'alias']: value };
    } else if (!unseen.has(name) && !isConstraint(name)) {
      const value: PyValue | undefined = evaluator.value(node, scope);
      // What Field does not know goes into the schema; an argument of None is as good as none.
      if (value !== undefined && value !== null && !(name === 'deprecated' && value === false))
        schema.set(name, name === 'deprecated' ? true : value);
    }
  }
  return { ...constrained, schema, field };
}

/** The default that an expression gives a field, in place of any other; `...` gives none. */
export function defaultOf(node: Argument['value'], scope: Scope, evaluator: Evaluator): FieldFacts {
  const text = evaluator.textOf(node);
  if (text === '...' || text === 'Ellipsis' || text === 'PydanticUndefined') return {};
  return { isOptional: true, default: evaluator.value(node, scope) };
}
