import type { PyValue } from '../../core/pyValue.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import { LiteralSearch } from '../../text/growing/literalSearch.ts';
import type { StreamEvents, StreamReader } from '../shared/streamReader.ts';

const lessThan = 0x3c;
const greaterThan = 0x3e;

/**
 * `scanTaggedContent` for a response that grows. The first opener behind the last match decides: it may still be closed,
 * and then has all that follows inside. So a `<` of prose holds back what comes behind it until the response ends. Of
 * equal names the last counts, so nothing is final. `read` gives a content's value, `undefined` where it is an error.
 */
export function streamRegexTags(
  response: GrowingText,
  events: StreamEvents,
  read: (content: string) => PyValue | undefined,
): StreamReader {
  const closed = new Set<string>();
  const closesAny = new LiteralSearch('</>');
  let closesName: LiteralSearch | undefined;
  let name = '';
  /** Where the opener's `<` is; -1: there is none. */
  let open = -1;
  /** Where its `>` is; -1: not yet come. */
  let bracket = -1;

  const close = (end: number, length: number) => {
    const inner = { start: bracket + 1, end: end - length };
    const value = read(response.slice(inner.start, inner.end));
    if (closed.has(name)) events.reopen(name);
    events.leave();
    if (value !== undefined) events.close({ key: name, value, span: { start: open, end }, inner, final: false });
    closed.add(name);
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
      name = response.slice(open + 1, at);
      closesName = new LiteralSearch(`</${name}>`);
      closesAny.reset();
      events.open(name, open);
    } else {
      const isAny = closesAny.push(unit);
      if (closesName?.push(unit)) close(at + 1, name.length + 3);
      else if (isAny) close(at + 1, 3);
    }
  };
}
