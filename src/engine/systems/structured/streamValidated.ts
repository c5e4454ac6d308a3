import type { PyDict } from '../../core/pyValue.ts';
import { streamMembers } from '../../parsers/shared/streamMembers.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import type { GrowingText } from '../../text/index.ts';
import { buildModel } from '../../validation/index.ts';

/**
 * The keys of the object that a growing response is, as the output model converts them one by one; what the model drops or
 * refuses is not told. All are final with the object, since nothing but blanks may follow it.
 */
export function streamValidated(response: GrowingText, events: StreamEvents, schema: PyDict): StreamReader {
  const model = buildModel(new Map(schema).set('required', []));
  const json = streamMembers(response, events, {
    made(key, value) {
      const outcome = model.validate(new Map([[key, value]]));
      return outcome.ok ? outcome.value.get(key) : undefined;
    },
    end: () => events.settle(),
    fail: () => events.leave(),
  });
  return (unit, at) => json.push(unit, at);
}
