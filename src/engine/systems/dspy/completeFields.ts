import { EngineError, ResponseError, type ResponseErrorDetails } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { type RefusedValue, refusedBy, refusing } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonLoads } from '../../python/index.ts';
import { allowsNone } from './pyType.ts';
import { type DspySignature, fieldsOf } from './signature.ts';

/** What DSPy's `AdapterParseError` says. */
export interface ParseFault {
  readonly adapter: string;
  readonly signature: DspySignature;
  readonly response: string;
  readonly message?: string;
  /** The names of the fields that were read. */
  readonly found?: readonly string[];
}

/** DSPy's `AdapterParseError`. */
export function adapterParseError(fault: ParseFault, details: ResponseErrorDetails = {}): ResponseError {
  const { adapter, signature, response, message, found } = fault;
  const expected = fieldsOf(signature, 'output').map(({ name }) => name);
  const text = [
    message ? `${message}\n\n` : '',
    `Adapter ${adapter} failed to parse the LM response. \n\n`,
    `LM Response: ${response} \n\n`,
    `Expected to find output fields in the LM response: [${expected.join(', ')}] \n\n`,
    found ? `Actual output fields parsed from the LM response: [${found.join(', ')}] \n\n` : '',
  ];
  return new ResponseError('AdapterParseError', text.join(''), details);
}

/** The value that an error is about, where it stands in the text. */
export function refusedAt(error: unknown, text: string, span: Span): RefusedValue | undefined {
  const refused = refusedBy(error);
  return refused && { ...refused, place: { text, span, isJson: jsonLoads(text.slice(span.start, span.end)).ok } };
}

/** What reading a field raised, as the error of the completion, with the field's place. */
export function fieldError(error: unknown, text: string, span: Span | undefined): unknown {
  if (!(error instanceof EngineError)) return error;
  const details = error instanceof ResponseError ? error.details : {};
  const made = new ResponseError(error.class, error.message, { ...details, ...(span && { span }) });
  return refusing(made, span ? refusedAt(error, text, span) : refusedBy(error));
}

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
