import type { PyValue } from '../../core/pyValue.ts';
import { isWhite } from '../../python/index.ts';
import { type GrowingText, type JsonMembers, jsonMembers } from '../../text/index.ts';
import type { StreamEvents, StreamReader } from './streamReader.ts';

/** What becomes of the members of a growing object. */
interface MemberReading {
  /** A member's value as the class has it; `undefined`: nothing is told of it. */
  made(key: string, value: PyValue): PyValue | undefined;
  /** Whether a member of this name shows that the object is something else: the reading fails. Absent: none does. */
  isForeign?(key: string): boolean;
  /** The object has ended, or the text is broken. */
  end(): void;
  fail(): void;
}

/** The members of the object that a growing response is, one by one; a key that comes again reopens what was told of it. */
export function streamMembers(
  response: GrowingText,
  events: StreamEvents,
  { made, isForeign, end, fail }: MemberReading,
): JsonMembers {
  const closed = new Set<string>();
  const json: JsonMembers = jsonMembers(response, {
    open(key, start) {
      if (json.kind !== 'object') return;
      if (isForeign?.(key)) return fail();
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
    end,
    fail,
  });
  return json;
}

/**
 * The same of a response that must be the object and nothing else: where it turns out to be broken, or goes on behind the object,
 * a repair may change all of it, so that everything is reopened, and nothing more is told. Linear.
 */
export function streamWholeObject(
  response: GrowingText,
  events: StreamEvents,
  reading: Pick<MemberReading, 'made' | 'isForeign'>,
): StreamReader {
  let state: 'open' | 'ended' | 'given up' = 'open';
  const giveUp = () => {
    if (state === 'given up') return;
    state = 'given up';
    events.reopen();
    events.leave();
  };
  const end = () => {
    state = 'ended';
  };
  const json = streamMembers(response, events, { ...reading, end, fail: giveUp });
  return (unit, at) => {
    if (state === 'ended' && !isWhite(unit)) giveUp();
    if (state === 'open') json.push(unit, at);
  };
}
