import type { PyDict, PyValue } from '../../../core/pyValue.ts';

/** What an annotation is in a JSON Schema. */
export interface TypeSchema {
  readonly schema: PyDict;
  /** Whether Pydantic gives a field of the type a title. */
  readonly isTitled: boolean;
  /** The default in `Annotated[…, Field(…)]`, and other names. */
  readonly field?: FieldFacts;
}

/** What `Field(…)` says of a field, beside its schema. */
export interface FieldFacts {
  /** `undefined`: none, or one that is known only when the program runs. */
  readonly default?: PyValue | undefined;
  readonly isOptional?: boolean;
  readonly alias?: string;
  readonly discriminator?: string;
}
