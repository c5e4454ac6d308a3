import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { streamWholeObject } from '../../parsers/shared/streamMembers.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../text/index.ts';
import { parseValue } from './parseValue.ts';
import { type DspySignature, fieldsOf } from './signature.ts';

/**
 * `JSONAdapter`'s fields of a completion that grows. What json_repair may read otherwise is not told. Linear.
 */
export function streamFields(response: GrowingText, events: StreamEvents, signature: DspySignature): StreamReader {
  const fields = new Map(fieldsOf(signature, 'output').map(field => [field.name, field]));
  return streamWholeObject(response, events, { made: (key, value) => madeValue(value, fields.get(key)) });
}

function madeValue(value: PyValue, field: DspySignature['fields'][number] | undefined): PyValue | undefined {
  try {
    return field && parseValue(value, field);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return undefined;
  }
}
