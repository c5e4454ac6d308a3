import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { PyType } from './pyType.ts';

/** A field of a signature. */
export interface DspyField {
  readonly name: string;
  readonly role: 'input' | 'output';
  readonly type: PyType;
  /** `TypeAdapter(type).json_schema()`. */
  readonly schema: PyDict;
  readonly desc?: string;
  readonly constraints?: string;
  /** Absent: the field is required. */
  readonly default?: PyValue;
  /** Where in the definition's file its parts are written. */
  readonly origins?: { readonly name?: Span; readonly type?: Span; readonly desc?: Span };
}

/** A signature: what a module is given and gives, and what it is to do. */
export interface DspySignature {
  readonly instructions: string;
  readonly fields: readonly DspyField[];
  /** Where the instructions are written. */
  readonly origin?: Span;
}

/** DSPy's adapters. */
export const adapterNames = ['ChatAdapter', 'JSONAdapter', 'XMLAdapter', 'BAMLAdapter'] as const;
/** One of {@link adapterNames}. */
export type AdapterName = (typeof adapterNames)[number];

/** The fields of one role, in order. */
export function fieldsOf({ fields }: DspySignature, role: DspyField['role']): readonly DspyField[] {
  return fields.filter(field => field.role === role);
}
