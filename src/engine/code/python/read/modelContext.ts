import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { ClassLine } from './classFacts.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import type { Definitions } from './schemaUnions.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import type { PyNode } from './syntax.ts';

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

/** The classes of a text, as what reads a part of one needs them. */
export interface ModelContext extends Definitions {
  readonly evaluator: Evaluator;
  /** What a class is, as far as it matters here. */
  line(place: ScopedNode): ClassLine | undefined;
  /** The scope inside a class or a function. */
  scopeIn(place: ScopedNode): Scope;
  /** The type that an annotation names. */
  readType(annotation: PyNode, scope: Scope): TypeSchema;
  /** The type of a field whose annotation, at `node`, is a class of the text. */
  reference(place: ScopedNode, node: PyNode): TypeSchema;
}
