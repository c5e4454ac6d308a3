import type { ClassLine } from './classFacts.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import type { Definitions } from './schemaUnions.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import type { PyNode } from './syntax.ts';
import type { TypeSchema } from './typeSchema.ts';

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
