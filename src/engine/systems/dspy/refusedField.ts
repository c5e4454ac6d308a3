import { EngineError, ResponseError } from '../../core/errors.ts';
import { type RefusedValue, refusedBy, refusing } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonLoads } from '../../python/index.ts';

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
