import { isPyDict, type PyDict } from '../../core/pyValue.ts';
import { streamMembers } from '../../parsers/shared/streamMembers.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { isWhite } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';
import { buildModel } from '../../validation/index.ts';
import { messageKeys } from './calledInput.ts';
import { filledWithDefaults, type RequiredOutput } from './structuredOutput.ts';

/**
 * The keys of the object that a growing tool input is, as the output has them; what the class drops or refuses is not told.
 * Where the text turns out to be broken, or goes on behind the object, a repair may change all of it: everything is
 * reopened, and nothing more is told; so it is where a key shows that the text may be a provider's message.
 */
export function streamOutput2(
  response: GrowingText,
  events: StreamEvents,
  { schema, kind }: RequiredOutput,
): StreamReader {
  const model = kind === 'pydantic' ? buildModel(new Map(schema).set('required', [])) : undefined;
  const properties = schema.get('properties') ?? null;
  const own = isPyDict(properties) ? properties : new Map();
  let state: 'open' | 'ended' | 'given up' = 'open';
  const giveUp = () => {
    if (state === 'given up') return;
    state = 'given up';
    events.reopen();
    events.leave();
  };
  const json = streamMembers(response, events, {
    isForeign: key => messageKeys.includes(key) && !own.has(key),
    made(key, value) {
      const given: PyDict = new Map([[key, value]]);
      if (!model) return filledWithDefaults(schema, given).get(key);
      const outcome = model.validate(given);
      return outcome.ok ? outcome.value.get(key) : undefined;
    },
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
