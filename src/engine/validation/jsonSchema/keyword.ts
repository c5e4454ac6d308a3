import type { PyDict, PyValue } from '../../core/pyValue.ts';

/** One error of Python's `jsonschema`: its message, and what choosing between several looks at. */
export interface SchemaError {
  readonly message: string;
  /** The keyword that the instance breaks; absent for a schema that is `false`. */
  readonly keyword?: string;
  /** The part of the value that breaks it, and the schema that the keyword stands in. */
  readonly instance: PyValue;
  readonly schema: PyValue;
  /** Where that part is: from the whole value, or for an error of a `context` from the part that its parent is about. */
  readonly path: readonly (string | number)[];
  /** The errors of every branch of `anyOf` and `oneOf`. */
  readonly context: readonly SchemaError[];
  /** The same, branch by branch. */
  readonly branches?: readonly (readonly SchemaError[])[];
  /** The members that it is about, where it is about some of an object's: those that are missing, or not allowed. */
  readonly keys?: readonly string[];
}

/** `error.json_path`: `$.items[0].name`, with keys that are not names in brackets. */
export function jsonPath(error: SchemaError): string {
  return error.path.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`;
    if (/^[a-zA-Z][a-zA-Z0-9_]*$/.test(part)) return `${path}.${part}`;
    return `${path}['${part.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
  }, '$');
}

/** What a keyword finds wrong: its error, without what the keyword, its schema and the place are. */
export interface FoundError {
  readonly message: string;
  readonly keyword?: string;
  readonly context?: readonly SchemaError[];
  readonly branches?: readonly (readonly SchemaError[])[];
  readonly keys?: readonly string[];
}

/** A check that is under way, as far as keywords need it. */
export interface RunningCheck {
  /** Whether the schema is of a draft before 2019-09: nothing counts beside `$ref`. */
  readonly isLegacy: boolean;
  /** Whether `items` may be a list, up to draft 2019-09. */
  readonly hasItemLists: boolean;
  /** The errors of a part of the instance, at `path` from the instance itself. */
  descend(instance: PyValue, schema: PyValue, path?: readonly (string | number)[]): SchemaError[];
  /** True for a part that a part of the schema takes. */
  takes(instance: PyValue, schema: PyValue): boolean;
  /** What a reference leads to. Raises `EngineError` where it leads out of the schema or nowhere. */
  resolve(reference: string): PyValue;
}

/** A keyword of JSON Schema: what an instance breaks of the keyword's value, in the schema around it. */
export type Keyword = (
  value: PyValue,
  instance: PyValue,
  schema: PyDict,
  check: RunningCheck,
) => Iterable<FoundError | SchemaError>;
