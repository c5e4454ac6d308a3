import { ResponseError, type ResponseErrorDetails } from '../../core/errors.ts';
import { type DspySignature, fieldsOf } from './signature.ts';

/** What DSPy's `AdapterParseError` is told. */
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
