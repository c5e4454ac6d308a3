import type { PyValue } from '../../core/pyValue.ts';
import { beginFence } from '../../parsers/shared/jsonFence.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { type GrowingText, type JsonMembers, jsonMembers, LiteralSearch } from '../../text/index.ts';

const backtick = 0x60;

/** What differs between the classes that read JSON from a fence. */
export interface FencedJsonRules {
  /** Whether only an object is a value. */
  readonly onlyObjects: boolean;
  /** What becomes of a member's value; `undefined` where it does not pass, or is left out. Absent: nothing. */
  convert?(key: string, value: PyValue): PyValue | undefined;
}

/**
 * `readFencedJson` for a response that grows. Until a ```` ```json ```` fence comes the text itself is read, because the
 * class would add the fence; when one comes, all that was closed is reopened. Of equal keys the last counts.
 */
export function streamFencedJson(response: GrowingText, events: StreamEvents, rules: FencedJsonRules): StreamReader {
  const begin = new LiteralSearch(beginFence);
  let isFenced = false;
  let isOver = false;
  /** Back quotes that may be the closing fence. */
  let held = 0;
  let json = start();

  function start(): JsonMembers {
    const keys = new Set<string>();
    const hasKeys = () => json.kind === 'object';
    const isRead = () => hasKeys() || !rules.onlyObjects;
    return jsonMembers(response, {
      open(key, from) {
        if (!isRead()) return;
        if (hasKeys() && keys.has(key)) events.reopen(key);
        events.open(key, from);
      },
      close({ key, value, span, inner }) {
        if (!isRead()) return;
        keys.add(key);
        const converted = rules.convert ? rules.convert(key, value) : value;
        if (converted === undefined) events.leave();
        else events.close({ key, value: converted, span, inner, final: isFenced && !hasKeys() });
      },
      end() {
        if (isFenced) events.settle();
      },
      fail: () => events.leave(),
    });
  }

  return (unit, at) => {
    if (!isFenced && begin.push(unit)) {
      events.reopen();
      events.leave();
      isFenced = true;
      isOver = false;
      held = 0;
      json = start();
    } else if (isOver) return;
    else if (unit === backtick) {
      if (++held < 3) return;
      isOver = true;
      json.finish(at - 2);
      events.leave();
    } else {
      for (; held > 0; held--) json.push(backtick, at - held);
      json.push(unit, at);
    }
  };
}
