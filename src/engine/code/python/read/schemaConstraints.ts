import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { constraints, decimalLimits, decimalPattern, lengths } from '../simpleTypes.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import type { Scope } from './scopes.ts';
import type { Argument } from './syntax.ts';
import type { TypeSchema } from './typeSchema.ts';

const boundKeys = new Map<string, string>(Object.entries(constraints).map(([key, name]) => [name, key]));
/** Names of arguments that only change how an answer is read, which no schema says. */
const unseen = new Set([
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
export function isConstraint(name: string): boolean {
  return (
    boundKeys.has(name) ||
    unseen.has(name) ||
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
    if (name === undefined || unseen.has(name)) continue;
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
