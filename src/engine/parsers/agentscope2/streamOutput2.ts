import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { isWhite } from '../../python/whitespace.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import { jsonMembers } from '../../text/growing/jsonMembers.ts';
import { buildModel } from '../../validation/pydanticModel.ts';
import type { StreamEvents, StreamReader } from '../shared/streamReader.ts';
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
  const closed = new Set<string>();
  let state: 'open' | 'ended' | 'given up' = 'open';
  const made = (key: string, value: PyValue): PyValue | undefined => {
    const given: PyDict = new Map([[key, value]]);
    if (!model) return filledWithDefaults(schema, given).get(key);
    const outcome = model.validate(given);
    return outcome.ok ? outcome.value.get(key) : undefined;
  };
  const giveUp = () => {
    if (state === 'given up') return;
    state = 'given up';
    events.reopen();
    events.leave();
  };
  const json = jsonMembers(response, {
    open(key, start) {
      if (json.kind !== 'object') return;
      if (messageKeys.includes(key) && !own.has(key)) return giveUp();
      if (closed.has(key)) events.reopen(key);
      events.open(key, start);
    },
    close({ key, value, span, inner }) {
      if (json.kind !== 'object') return;
      closed.add(key);
      const output = made(key, value);
      if (output === undefined) events.leave();
      else events.close({ key, value: output, span, inner, final: false });
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
