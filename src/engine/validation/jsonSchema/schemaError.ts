import type { PyValue } from '../../core/pyValue.ts';

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
