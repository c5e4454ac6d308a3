import type { SyntaxNode } from '@lezer/common';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { TsModule } from './tsModule.ts';

/** A zod schema as JSON Schema. */
export interface ReadSchema {
  readonly schema: PyDict;
  /** Whether a key of it may be missing. */
  readonly optional?: boolean;
}

/** What is said where no more keys may be taken over. */
export const tooManyCopies = 'There are too many objects that are made of others.';

/** What a maker or a method of zod needs to read its arguments. */
export interface ZodContext {
  /** Where values and sources of nodes come from. */
  readonly module: TsModule;
  /** The schema of an argument. */
  schema(node: SyntaxNode | undefined): ReadSchema;
  /** The schemas of a list. */
  items(node: SyntaxNode | undefined): readonly PyValue[];
  /** The schema of the object that is given to `z.object`. */
  object(node: SyntaxNode | undefined): PyDict;
  /** The schema of an object with its own keys, of a schema or of the object that is given to `z.object`. */
  keys(node: SyntaxNode | undefined): PyDict;
  /** Whether so many keys may still be taken over from one schema into another. */
  copies(count: number): boolean;
  /** Says what cannot be taken over. */
  refuse(node: SyntaxNode, message: string): void;
}
