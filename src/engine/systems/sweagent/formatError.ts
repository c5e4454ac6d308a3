import { ResponseError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';

/** The codes of `FunctionCallingFormatError` that SWE-agent raises. */
export type FunctionCallingCode =
  | 'missing'
  | 'multiple'
  | 'invalid_json'
  | 'invalid_command'
  | 'missing_arg'
  | 'unexpected_arg';

/** SWE-agent's `FormatError`, after which the model answers again; `variables` are what it adds to those of the template. */
export class FormatError extends ResponseError {
  readonly variables: PyDict;
  constructor(className: string, message: string, variables: PyDict, code: string | undefined, span: Span | undefined) {
    super(className, message, { ...(code !== undefined && { code }), ...(span && { span }) });
    this.variables = variables;
  }
}

/** A plain `FormatError`. */
export function formatError(message: string, span?: Span): FormatError {
  return new FormatError('FormatError', message, new Map(), undefined, span);
}

/** A `FunctionCallingFormatError`; `variables` are its `extra_info` without the code. */
export function functionCallingError(
  code: FunctionCallingCode,
  message: string,
  span?: Span,
  variables: Readonly<Record<string, PyValue>> = {},
): FormatError {
  const all = new Map<string, PyValue>([['error_code', code], ...Object.entries(variables)]);
  return new FormatError('FunctionCallingFormatError', message, all, code, span);
}
