import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { constraints, decimalLimits, decimalPattern, lengths } from '../simpleTypes.ts';
import type { Evaluator } from './pythonEvaluator.ts';
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

const boundKeys = new Map<string, string>(Object.entries(constraints).map(([key, name]) => [name, key]));
/** Names of arguments that only change how an answer is read, which no schema says. */
const unseenConstraints = new Set([
  'strict',
  'strip_whitespace',
  'to_lower',
  'to_upper',
  'allow_inf_nan',
  'coerce_numbers_to_str',
  'union_mode',
  'fail_fast',
  'unique_items',
  'curtail_length',
  'ascii_only',
]);

/** True for the name of an argument that constrains a type. */
function isConstraint(name: string): boolean {
  return (
    boundKeys.has(name) ||
    unseenConstraints.has(name) ||
    ['min_length', 'max_length', 'min_items', 'max_items', 'pattern', 'regex', 'max_digits', 'decimal_places'].includes(
      name,
    )
  );
}

/** A type with constraints, as Pydantic prints it: those of an optional type go to the type inside. */
export function readConstraints(
  type: TypeSchema,
  args: readonly Argument[],
  scope: Scope,
  evaluator: Evaluator,
): TypeSchema {
  let schema: Map<string, PyValue> = new Map(type.schema);
  for (const { name, value: node } of args) {
    if (name === undefined || unseenConstraints.has(name)) continue;
    const value = evaluator.value(node, scope);
    if (value === undefined || value === null) continue;
    const changed = constrain(schema, name, value);
    if (changed) schema = new Map(changed);
    else evaluator.report(node, `\`${name}\` is not taken over for this type.`);
  }
  return { ...type, schema };
}

function constrain(schema: PyDict, name: string, value: PyValue): PyDict | undefined {
  const members = schema.get('anyOf');
  if (isPyList(members)) return constrainUnion(schema, members, name, value);
  const type = schema.get('type');
  if (typeof type !== 'string') return undefined;
  const bound = boundKeys.get(name);
  if (bound !== undefined)
    return type === 'integer' || type === 'number' ? new Map([...schema, [bound, value]]) : undefined;
  if (name === 'pattern' || name === 'regex')
    return type === 'string' ? new Map([...schema, ['pattern', value]]) : undefined;
  const size = lengths[type];
  const key = size && /^(?:min|max)_(?:length|items)$/.test(name) ? size[name.startsWith('min') ? 0 : 1] : undefined;
  return key === undefined ? undefined : new Map([...schema, [key, value]]);
}

function constrainUnion(schema: PyDict, members: readonly PyValue[], name: string, value: PyValue): PyDict | undefined {
  const [first, second] = members;
  const limits = second !== undefined && isPyDict(second) ? decimalLimits(second) : undefined;
  const replaced = (index: number, changed: PyDict | undefined) =>
    changed && new Map([...schema, ['anyOf', members.map((member, i) => (i === index ? changed : member))]]);
  if (limits && first !== undefined && isPyDict(first) && isPyDict(second!)) {
    if (name !== 'max_digits' && name !== 'decimal_places') return replaced(0, constrain(first, name, value));
    if (typeof value !== 'number') return undefined;
    const { maxDigits, places } = { ...limits, ...(name === 'max_digits' ? { maxDigits: value } : { places: value }) };
    return replaced(1, new Map([...second, ['pattern', decimalPattern(maxDigits, places)]]));
  }
  const isOptional = members.length === 2 && second !== undefined && isPyDict(second) && second.get('type') === 'null';
  return isOptional && first !== undefined && isPyDict(first) ? replaced(0, constrain(first, name, value)) : undefined;
}
