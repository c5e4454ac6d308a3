import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { adapterParseError, type ParseFault } from './parseError.ts';
import { allowsNone } from './pyType.ts';
import { fieldsOf } from './signature.ts';

/** What a completion gives: the output fields in their order. */
export interface Completed {
  readonly value: ReadonlyMap<string, PyValue>;
  /** The fields that the completion lacks: a default, or `None`, stands there. */
  readonly filled: readonly string[];
}

/** DSPy's `apply_output_field_defaults`, and the check behind it. Raises `AdapterParseError` where a required field was not found. */
export function completeFields(found: ReadonlyMap<string, PyValue>, fault: ParseFault): Completed {
  const value = new Map<string, PyValue>();
  const filled: string[] = [];
  const outputs = fieldsOf(fault.signature, 'output');
  for (const { name, type, default: fallback } of outputs) {
    const read = found.get(name);
    const made = read ?? (found.has(name) ? null : (fallback ?? (allowsNone(type) ? null : undefined)));
    if (made === undefined) continue;
    value.set(name, made);
    if (!found.has(name)) filled.push(name);
  }
  if (value.size < outputs.length) throw adapterParseError({ ...fault, found: [...value.keys()] });
  return { value, filled };
}

/** What an adapter reads of a completion. */
export interface DspyReading extends Completed {
  /** Where the fields stand that the completion has: as a whole, and their values. */
  readonly places: ReadonlyMap<string, { readonly span: Span; readonly inner: Span }>;
  /** What the completion has beside the output fields, under names that no output field has, or that one had already. Total. */
  dropped(): readonly DroppedField[];
}

/** A part of a completion that no field takes. */
interface DroppedField {
  readonly name: string;
  readonly span: Span;
}
