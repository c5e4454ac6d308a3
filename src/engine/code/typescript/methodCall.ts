import type { SyntaxNode } from '@lezer/common';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { ReadSchema, ZodContext } from './zodContext.ts';
import { beside } from './zodKeywords.ts';

/** A method that is called on a schema. */
export interface MethodCall {
  readonly name: string;
  /** The whole call. */
  readonly node: SyntaxNode;
  /** Its first argument. */
  readonly first: SyntaxNode | undefined;
  /** What it is called on. */
  readonly given: ReadSchema;
  readonly context: ZodContext;
}

/** What a method makes of the schema that it is called on. */
export type Method = (call: MethodCall) => ReadSchema;

/** What is called on, with another schema. */
export function withSchema({ given }: MethodCall, schema: PyDict): ReadSchema {
  return { ...given, schema };
}

/** What is called on, with one keyword more. */
export function withKeyword({ given }: MethodCall, key: string, value: PyValue): ReadSchema {
  return { ...given, schema: beside(given.schema, key, value) };
}

/** What is called on, with one keyword more, whose value is the first argument. */
export function withArgument(call: MethodCall, key: string): ReadSchema {
  const value = call.context.module.value(call.first);
  return value === undefined ? notKnown(call) : withKeyword(call, key, value);
}

/** What is called on, as it is, and a report. */
export function notTaken({ given, node, context }: MethodCall, message: string): ReadSchema {
  context.refuse(node, message);
  return given;
}

/** What is called on, as it is, and a report that the argument is not a constant. */
export function notKnown(call: MethodCall): ReadSchema {
  return notTaken(call, `What \`.${call.name}()\` is given is only known when it runs.`);
}
