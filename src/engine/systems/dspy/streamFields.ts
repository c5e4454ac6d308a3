import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { streamMembers } from '../../parsers/shared/streamMembers.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { isWhite } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import { parseValue } from './parseValue.ts';
import { type DspySignature, fieldsOf } from './signature.ts';

/**
 * `JSONAdapter`'s fields of a completion that grows. Where the text turns out to be broken, or goes on behind the object,
 * json_repair may read all of it otherwise: everything is reopened, and nothing more is told. Linear.
 */
export function streamFields(response: GrowingText, events: StreamEvents, signature: DspySignature): StreamReader {
  const fields = new Map(fieldsOf(signature, 'output').map(field => [field.name, field]));
  let state: 'open' | 'ended' | 'given up' = 'open';
  const giveUp = () => {
    if (state === 'given up') return;
    state = 'given up';
    events.reopen();
    events.leave();
  };
  const json = streamMembers(response, events, {
    made: (key, value) => madeValue(value, fields.get(key)),
    end() {
      state = 'ended';
    },
    fail: giveUp,
  });
  return (unit, at) => {
    if (state === 'ended' && !isWhite(unit)) giveUp();
    if (state === 'open') json.push(unit, at);
  };
}

function madeValue(value: PyValue, field: DspySignature['fields'][number] | undefined): PyValue | undefined {
  try {
    return field && parseValue(value, field);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return undefined;
  }
}
