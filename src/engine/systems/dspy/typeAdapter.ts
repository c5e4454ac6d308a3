import { EngineError, ResponseError } from '../../core/errors.ts';
import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import { pyRepr } from '../../python/index.ts';
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
import { isModel, isPlain } from './pyType.ts';
import type { DspyField } from './signature.ts';

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
