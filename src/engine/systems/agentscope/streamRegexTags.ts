import type { PyValue } from '../../core/pyValue.ts';
import type { StreamEvents, StreamField, StreamReader } from '../../parsers/shared/streamReader.ts';
import { type GrowingText, LiteralSearch } from '../../text/index.ts';

const slash = 0x2f;
const lessThan = 0x3c;
const greaterThan = 0x3e;

/**
 * `scanTaggedContent` for a response that grows. The first opener behind the last match decides: it may still be closed,
 * and then has all that follows inside. So a `<` of prose holds back what comes behind it until the response ends. Of
 * equal names the last counts, so nothing is final: where a closed name closes again behind that opener, its value is not
 * known until the opener closes, too. `read` gives a content's value, `undefined` where it is an error.
 */
export function streamRegexTags(
  response: GrowingText,
  events: StreamEvents,
  read: (content: string) => PyValue | undefined,
): StreamReader {
  /** What closed last under each name; `undefined`: an error. */
  const closed = new Map<string, StreamField | undefined>();
  /** Names that closed again behind the opener that is still open. */
  const doubted = new Set<string>();
  /** Closed names with a `<`, which are not told by the last `</` before a `>`: any closer puts them in doubt, for good. */
  const odd = new Set<string>();
  const closesAny = new LiteralSearch('</>');
  let closesName: LiteralSearch | undefined;
  let name = '';
  /** Where the opener's `<` is; -1: there is none. */
  let open = -1;
  /** Where its `>` is; -1: not yet come. */
  let bracket = -1;
  /** Where the last `</` behind the last `>` is; -1: there is none. */
  let closer = -1;
  let previous = 0;

  const doubt = (key: string) => {
    if (!closed.has(key) || doubted.has(key)) return;
    events.reopen(key);
    doubted.add(key);
  };

  const closesInside = (at: number) => {
    doubt(response.slice(closer + 2, at));
    for (const key of odd) {
      events.reopen(key);
      closed.delete(key);
    }
    odd.clear();
  };

  const close = (end: number, length: number) => {
    const inner = { start: bracket + 1, end: end - length };
    const value = read(response.slice(inner.start, inner.end));
    if (closed.has(name) && !doubted.has(name)) events.reopen(name);
    events.leave();
    doubted.delete(name);
    for (const key of doubted) {
      const field = closed.get(key);
      if (field) events.close(field);
    }
    doubted.clear();
    const field =
      value === undefined ? undefined : { key: name, value, span: { start: open, end }, inner, final: false };
    if (field) events.close(field);
    closed.set(name, field);
    if (name.includes('<')) odd.add(name);
    open = bracket = -1;
  };

  return (unit, at) => {
    if (open === -1) {
      if (unit === lessThan) open = at;
    } else if (bracket === -1) {
      if (unit !== greaterThan) return;
      if (at === open + 1) {
        open = -1;
        return;
      }
      bracket = at;
      closer = -1;
      name = response.slice(open + 1, at);
      closesName = new LiteralSearch(`</${name}>`);
      closesAny.reset();
      events.open(name, open);
    } else {
      const isAny = closesAny.push(unit);
      if (closesName?.push(unit)) close(at + 1, name.length + 3);
      else if (isAny) close(at + 1, 3);
      else if (unit === greaterThan) {
        if (closer !== -1) closesInside(at);
        closer = -1;
      } else if (unit === slash && previous === lessThan) closer = at - 1;
    }
    previous = unit;
  };
}
