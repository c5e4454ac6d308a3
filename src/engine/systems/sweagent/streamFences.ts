import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { isWhite } from '../../python/index.ts';
import type { GrowingText } from '../../text/index.ts';

const backtick = 0x60;
const feed = 0x0a;

type State = 'line' | 'start' | 'ticks' | 'name' | 'blanks';

/**
 * `lastFencedBlock` for a response that grows: each outermost block is the action until another one opens. A fence is read when something other than blanks follows it, because its blank lines belong to it.
 */
export function streamFences(response: GrowingText, events: StreamEvents): StreamReader {
  /** The openers of the blocks that are open: where each stands, and where its content begins. */
  const open: { readonly start: number; readonly end: number }[] = [];
  let state: State = 'start';
  let start = 0;
  let isNamed = false;
  /** Behind the last line feed of the fence's blanks; -1: none. */
  let end = -1;
  let hasAction = false;

  const fence = () => {
    if (open.length === 0 || isNamed) {
      open.push({ start, end });
      if (open.length > 1) return;
      if (hasAction) events.reopen('action');
      hasAction = false;
      events.open('action', start);
      return;
    }
    const opener = open.pop()!;
    if (open.length > 0) return;
    const inner = { start: opener.end, end: start };
    hasAction = true;
    events.close({
      key: 'action',
      value: () => response.slice(inner.start, inner.end),
      span: { start: opener.start, end },
      inner,
      final: false,
    });
  };
  const atLineStart = (unit: number, at: number) => {
    if (unit !== backtick) state = unit === feed ? 'start' : 'line';
    else {
      state = 'ticks';
      start = at;
    }
  };

  return (unit, at) => {
    if (state === 'line') {
      if (unit === feed) state = 'start';
    } else if (state === 'start') atLineStart(unit, at);
    else if (state === 'ticks') {
      if (unit !== backtick) state = unit === feed ? 'start' : 'line';
      else if (at === start + 2) {
        state = 'name';
        isNamed = false;
        end = -1;
      }
    } else if (!isWhite(unit)) {
      if (state === 'name') isNamed = true;
      else if (end === -1) state = 'line';
      else {
        fence();
        if (end === at) atLineStart(unit, at);
        else state = 'line';
      }
    } else {
      state = 'blanks';
      if (unit === feed) end = at + 1;
    }
  };
}
