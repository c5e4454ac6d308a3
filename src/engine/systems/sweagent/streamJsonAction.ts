import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { type GrowingText, jsonMembers } from '../../text/index.ts';

const keys: ReadonlyMap<string, string> = new Map([
  ['thought', 'thought'],
  ['command', 'action'],
]);

/** Thought and command of a JSON object that grows. `actionOf` makes the action of a command, and raises as the parse function does. */
export function streamJsonAction(
  response: GrowingText,
  events: StreamEvents,
  actionOf: (command: PyValue) => PyValue,
): StreamReader {
  const closed = new Set<string>();
  const json = jsonMembers(response, {
    open(name, start) {
      const key = json.kind === 'object' ? keys.get(name) : undefined;
      if (key === undefined) return;
      if (closed.has(key)) events.reopen(key);
      events.open(key, start);
    },
    close({ key: name, value, span, inner }) {
      const key = json.kind === 'object' ? keys.get(name) : undefined;
      if (key === undefined) return;
      closed.add(key);
      const read = key === 'thought' ? value : attempt(() => (isPyDict(value) ? actionOf(value) : undefined));
      if (read === undefined) events.leave();
      else events.close({ key, value: read, span, inner: key === 'thought' ? inner : span, final: false });
    },
    end: () => events.settle(),
    fail: () => events.leave(),
  });
  return (unit, at) => json.push(unit, at);
}
