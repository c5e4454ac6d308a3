import type { PyValue } from '../../core/pyValue.ts';
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
