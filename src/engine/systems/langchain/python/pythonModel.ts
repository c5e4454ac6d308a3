import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { refusedBy, refusing } from '../../../core/refusedValue.ts';
import { taking } from '../../../core/takenValue.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { jsonDumps } from '../../../python/index.ts';
import {
  BudgetSpent,
  type Builder,
  buildModelClass,
  dictAt,
  errorMessage,
  type Failed,
  failed,
  inside,
  issueOf,
  type LineError,
  maxIssues,
  newRun,
  type Run,
  schemaBuilder,
  stringAt,
  type ValidationIssue,
  type Validator,
  violationsOfModel,
} from '../../../validation/index.ts';
import { LangchainError, type LangchainErrorDetails, pythonException } from '../langchainError.ts';

/** A Pydantic model as LangChain uses it. */
export interface PythonModel {
  /** The class. */
  readonly name: string;
  /** The model's title, which Pydantic's messages show. */
  readonly title: string;
  /** `model_json_schema()`. */
  readonly schema: PyDict;
  /** `model_validate(value)`, as `model_dump()` gives it. Throws `ValidationError`. */
  validate(value: PyValue): PyValue;
  /** The same for a value that was JSON. */
  validateJson(value: PyValue): PyValue;
  /** What the model makes of the value of one key, whatever the others; `undefined` where it drops the key. Absent: the model is not of one object. */
  readonly member?: (key: string) => ((value: PyValue) => PyValue) | undefined;
  /** A `ValidationError` about the input as a whole. */
  fault(type: string, msg: string, input: PyValue): LangchainError;
}

/** The model of a class name and its schema. Where the schema has no title the class is it. */
export function pythonModel(name: string, schema: PyDict): PythonModel {
  const builder = schemaBuilder(schema);
  const root = builder.resolve(schema) ?? new Map([['additionalProperties', true]]);
  const title = stringAt(root, 'title') ?? name;
  const isObject = root.has('properties') || stringAt(root, 'type') === 'object';
  const validator = isObject ? buildModelClass(name, root, [], builder) : builder.build(root, []);
  builder.finish();
  const refused = violationsOfModel(validator);
  const fault = (type: string, msg: string, input: PyValue): LangchainError => {
    const errors = [{ type, msg, input, place: undefined, within: false }];
    const error = validationError(errorMessage(title, errors), errors.map(issueOf));
    return refusing(error, refused(input, errors));
  };
  return {
    name,
    title,
    schema,
    validate(value) {
      return validated(title, value, run => validator.validate(value, undefined, run), refused);
    },
    validateJson(value) {
      if (isObject && !isPyDict(value)) throw fault('model_type', 'Input should be an object', value);
      return validated(title, value, run => validator.validate(value, undefined, run), refused, asOfJson);
    },
    ...(isObject && { member: memberOf(name, root, builder) }),
    fault,
  };
}

/** See `PythonModel.member`; a value that does not fit, which is an error of the whole, stays what it is. */
function memberOf(name: string, root: PyDict, builder: Builder): NonNullable<PythonModel['member']> {
  const properties = dictAt(root, 'properties');
  const extras = root.get('additionalProperties');
  let lenient: Validator | undefined;
  return key => {
    if (!properties?.has(key) && (extras === undefined || extras === false)) return undefined;
    return value => {
      lenient ??= buildModelClass(name, new Map(root).set('required', []), [], builder);
      const members = new Map([[key, value]]);
      try {
        const made = lenient.validate(members, undefined, newRun(members));
        return made !== failed && isPyDict(made) ? (made.get(key) ?? value) : value;
      } catch (error) {
        if (!(error instanceof BudgetSpent || error instanceof RangeError)) throw error;
        return value;
      }
    };
  };
}

/** What `model_validate_json` calls things that Python has other words for. */
const jsonWords: Readonly<Record<string, string>> = {
  list_type: 'Input should be a valid array',
  tuple_type: 'Input should be a valid array',
  set_type: 'Input should be a valid array',
  frozen_set_type: 'Input should be a valid array',
  dict_type: 'Input should be an object',
  model_type: 'Input should be an object',
  none_required: 'Input should be null',
};

function asOfJson(errors: readonly LineError[]): readonly LineError[] {
  return extrasFirst(errors).map(error => {
    const msg = jsonWords[error.type] ?? error.msg.replace('a valid timedelta', 'a valid duration');
    return { ...error, msg };
  });
}

/** The errors with the keys that an object must not have in front of what else is wrong with it, as JSON is read. Linear in their places. */
function extrasFirst(errors: readonly LineError[]): readonly LineError[] {
  if (!errors.some(({ type }) => type === 'extra_forbidden')) return errors;
  const first = new Map<string, number>();
  const places = errors.map((error, i) => {
    const { loc } = issueOf(error);
    let path = '';
    for (const part of ['', ...loc]) {
      path += `${JSON.stringify(part)},`;
      if (!first.has(path)) first.set(path, i);
    }
    const parent = path.slice(0, -`${JSON.stringify(loc.at(-1) ?? '')},`.length);
    return error.type === 'extra_forbidden'
      ? { error, at: first.get(parent) ?? i, depth: loc.length }
      : { error, at: i, depth: Number.POSITIVE_INFINITY };
  });
  return places.toSorted((a, b) => a.at - b.at || a.depth - b.depth).map(({ error }) => error);
}

function validated(
  title: string,
  value: PyValue,
  validate: (run: Run) => PyValue | Failed,
  refused: ReturnType<typeof violationsOfModel>,
  select: (errors: readonly LineError[]) => readonly LineError[] = errors => errors,
): PyValue {
  const run = newRun(value);
  try {
    const made = validate(run);
    if (made !== failed) return taking(made, value);
  } catch (error) {
    if (!(error instanceof BudgetSpent || error instanceof RangeError)) throw error;
    throw validationError('Validation gave up: too many combinations, or nested too deeply', []);
  }
  const errors = select(run.errors);
  const error = validationError(errorMessage(title, errors), errors.slice(0, maxIssues).map(issueOf));
  throw refusing(error, refused(value, errors));
}

/** Pydantic's `ValidationError`. */
export function validationError(message: string, issues: readonly ValidationIssue[]): LangchainError {
  return new LangchainError('ValidationError', message, { pydantic_errors: issues });
}

/**
 * `PydanticOutputParser`'s use of a model: a value that does not fit is an `OutputParserException` that quotes the value
 * as JSON.
 */
export function validateParsed(model: PythonModel, value: PyValue): PyValue {
  try {
    return model.validate(value);
  } catch (error) {
    if (!(error instanceof LangchainError)) throw error;
    const json = jsonDumps(value, { ensureAscii: false });
    const details: Pick<LangchainErrorDetails, 'pydantic_errors' | 'cause'> = {
      ...(error.pydantic_errors && { pydantic_errors: error.pydantic_errors }),
      cause: { class: 'ValidationError', message: error.message },
    };
    const message = `Failed to parse ${model.name} from completion ${json}. Got: ${error.message}`;
    throw refusing(pythonException(message, json, details), refusedBy(error));
  }
}

/** The schema as LangChain's instructions show it: without the title and type at its top. */
export function instructionSchema(schema: PyDict): string {
  const properties = new Map([...schema].filter(([key]) => key !== 'title' && key !== 'type'));
  return jsonDumps(properties, { ensureAscii: false });
}

/**
 * What the constructor of a Pydantic class raises that wants these keys: `ValidationError` for those that are missing. The
 * kinds of values are checked where definitions are read.
 */
export function requireKeys(type: string, keys: readonly string[]): (source: DefinitionSource) => void {
  const schema: PyDict = new Map<string, PyValue>([
    ['title', type],
    ['type', 'object'],
    ['properties', new Map(keys.map(key => [key, new Map<string, PyValue>()]))],
    ['required', keys],
  ]);
  return ({ config }) => {
    if (keys.every(key => config.has(key))) return;
    pythonModel(type, schema).validate(new Map([...config].filter(([key]) => keys.includes(key))));
  };
}

/** Pydantic's `ValidationError` of a class of langchain-core that is made without a field which has no default. `input`: the arguments that it gets. */
export function missingArgument(className: string, field: string, input: PyDict = new Map()): LangchainError {
  const error = { type: 'missing', msg: 'Field required', input, place: inside(undefined, field), within: true };
  return validationError(errorMessage(className, [error]), [issueOf(error)]);
}

/** Raises as the constructor does of a class that requires `key_name`; in JavaScript none does. */
export function needKeyName(className: string, config: PyDict): void {
  if (config.get('runtime') === 'js' || typeof config.get('key_name') === 'string') return;
  const keys = [...config].filter(([key]) => ['first_tool_only', 'return_id', 'strict'].includes(key));
  throw missingArgument(className, 'key_name', new Map(keys));
}
