import { EngineError, ResponseError } from '../../core/errors.ts';
import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import { taking } from '../../core/takenValue.ts';
import { jsonLoads, LiteralReader, NoLiteral, pyEquals, pyRepr, pyStr, pyStrip } from '../../python/index.ts';
import { readLenient } from '../../text/index.ts';
import {
  BudgetSpent,
  buildModelClass,
  errorMessage,
  failed,
  issueOf,
  maxIssues,
  newRun,
  schemaBuilder,
  type Validator,
  violationsOfModel,
} from '../../validation/index.ts';
import { allowsNone, findEnumMember, isModel, isPlain } from './pyType.ts';
import type { DspyField } from './signature.ts';

/** `json_repair.loads(text)`. Raises `RecursionError` for what is nested too deeply. Linear, as `readLenient`. */
export function repairLoads(text: string): PyValue {
  const read = jsonLoads(text);
  if (read.ok) return read.value;
  const lenient = readLenient(text);
  if (lenient.ok) return lenient.value;
  throw new EngineError('RecursionError', 'maximum recursion depth exceeded');
}

/**
 * DSPy's `parse_value(value, annotation)`: text by the rules of the field's type, any other value by Pydantic. Raises
 * `ValueError`, `TypeError` or Pydantic's `ValidationError`.
 */
export function parseValue(value: PyValue, field: DspyField): PyValue {
  const { type } = field;
  if (isPlain(type, 'str')) return pyStr(value);
  if (type.kind === 'enum') return findEnumMember(type, value, pyEquals);
  if (type.kind === 'literal') return literalValue(value, type.values);
  if (typeof value !== 'string') return validateField(field, value);
  if (type.kind === 'union' && allowsNone(type) && type.args.some(arg => isPlain(arg, 'str')))
    return validateField(field, value);
  const candidate = repairLoads(value);
  if (candidate !== '' || value === '') return taking(validateField(field, candidate), candidate);
  // Not `literalEval`, which does not tell tuples from lists.
  const reader = new LiteralReader(value.replace(/^[ \t]+/, ''));
  const literal = evaluated(reader);
  return validateField(field, literal === undefined ? value : literal, reader.otherLists);
}

function evaluated(reader: LiteralReader): PyValue | undefined {
  try {
    const value = reader.readAll();
    return reader.unhashable ? undefined : value;
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

/** A value of `Literal[…]`; a text also without quotes around it, or `Literal[…]`. */
function literalValue(value: PyValue, allowed: readonly PyValue[]): PyValue {
  const isAllowed = (each: PyValue) => allowed.some(one => pyEquals(one, each));
  if (isAllowed(value)) return value;
  if (typeof value === 'string') {
    let text = pyStrip(value);
    if (/^(?:Literal|str)\[/.test(text) && text.endsWith(']')) text = text.slice(text.indexOf('[') + 1, -1);
    if (text.length > 1 && text.at(0) === text.at(-1) && '"\''.includes(text.charAt(0))) text = text.slice(1, -1);
    if (isAllowed(text)) return text;
  }
  const choices = allowed.length === 1 ? `(${pyRepr(allowed[0] ?? null)},)` : `(${allowed.map(pyRepr).join(', ')})`;
  throw new EngineError('ValueError', `${pyRepr(value)} is not one of ${choices}`);
}

const validators = new WeakMap<DspyField, Validator>();

function validatorOf(field: DspyField): Validator {
  const cached = validators.get(field);
  if (cached) return cached;
  const { type, schema } = field;
  const builder = schemaBuilder(schema);
  const root = builder.resolve(schema) ?? schema;
  const made = isModel(type) ? buildModelClass(type.name, root, [], builder) : builder.build(schema, []);
  builder.finish();
  validators.set(field, made);
  return made;
}

/** `TypeAdapter(annotation).validate_python(value)`. `tuples`: the lists of the value that are tuples or sets in Python. Raises `ValidationError`. */
export function validateField(
  field: DspyField,
  value: PyValue,
  tuples: ReadonlyMap<PyValue, 'tuple' | 'set'> = new Map(),
): PyValue {
  const validator = validatorOf(field);
  const run = newRun(value);
  try {
    const made = validator.validate(value, undefined, run);
    if (made !== failed) return made;
  } catch (error) {
    // A RangeError is the stack's end: schema and value are inside each other too deeply.
    if (!(error instanceof BudgetSpent || error instanceof RangeError)) throw error;
    throw new EngineError('ValidationError', 'Validation gave up: too many combinations, or nested too deeply');
  }
  const errors = run.errors.map(error => {
    const kind = tuples.get(error.input);
    return kind ? { ...error, input: new PyOpaque(kind, otherRepr(error.input, kind), null) } : error;
  });
  const details = run.errors.slice(0, maxIssues).map(issueOf);
  // The schema of a bare `dict` is that of one with texts as keys.
  const name = isPlain(field.type, 'dict') ? 'dict[any,any]' : validator.name;
  const error = new ResponseError('ValidationError', errorMessage(name, errors), { details });
  throw refusing(error, violationsOfModel(validator)(value, run.errors));
}

function otherRepr(list: PyValue, kind: 'tuple' | 'set'): string {
  const inner = pyRepr(list).slice(1, -1);
  if (kind === 'set') return `{${inner}}`;
  return Array.isArray(list) && list.length === 1 ? `(${inner},)` : `(${inner})`;
}
