import type { PyDict } from '../../core/pyValue.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import { jsonMembers } from '../../text/growing/jsonMembers.ts';
import { buildModel } from '../../validation/pydanticModel.ts';
import type { StreamEvents, StreamReader } from '../shared/streamReader.ts';

/**
 * The keys of the object that a growing response is, as the output model converts them one by one; what the model drops or
 * refuses is not told. All are final with the object, since nothing but blanks may follow it.
 */
export function streamValidated(response: GrowingText, events: StreamEvents, schema: PyDict): StreamReader {
  const model = buildModel(new Map(schema).set('required', []));
  const closed = new Set<string>();
  const json = jsonMembers(response, {
    open(key, start) {
      if (json.kind !== 'object') return;
      if (closed.has(key)) events.reopen(key);
      events.open(key, start);
    },
    close({ key, value, span, inner }) {
      if (json.kind !== 'object') return;
      closed.add(key);
      const outcome = model.validate(new Map([[key, value]]));
      const made = outcome.ok ? outcome.value.get(key) : undefined;
      if (made === undefined) events.leave();
      else events.close({ key, value: made, span, inner, final: false });
    },
    end: () => events.settle(),
    fail: () => events.leave(),
  });
  return (unit, at) => json.push(unit, at);
}
