import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { SchemaError } from './schemaError.ts';

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
  /** The errors of a part of the instance, at `path` from the one that is asked about. */
  descend(instance: PyValue, schema: PyValue, path?: readonly (string | number)[]): SchemaError[];
  /** True for a part that a part of the schema takes. */
  takes(instance: PyValue, schema: PyValue): boolean;
  /** What a reference leads to. Raises `EngineError` where it leads out of the schema or nowhere. */
  resolve(reference: string): PyValue;
}

/** A keyword of JSON Schema: what an instance breaks, given the keyword's value and the schema that it stands in. */
export type Keyword = (
  value: PyValue,
  instance: PyValue,
  schema: PyDict,
  check: RunningCheck,
) => Iterable<FoundError | SchemaError>;
