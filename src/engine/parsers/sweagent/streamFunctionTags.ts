import type { GrowingText } from '../../text/growing/growingText.ts';
import { LiteralSearch } from '../../text/growing/literalSearch.ts';
import { attempt } from '../shared/attempt.ts';
import type { StreamEvents, StreamReader } from '../shared/streamReader.ts';
import type { ParsedAction } from './parseFunction.ts';

const greaterThan = 0x3e;
const feed = 0x0a;

type State = 'text' | 'name' | 'behind' | 'body' | 'over';

/**
 * The first call between function tags of a response that grows: final, because only the first one counts. `parse` reads
 * the call alone.
 */
export function streamFunctionTags(
  response: GrowingText,
  events: StreamEvents,
  parse: (call: string) => ParsedAction,
): StreamReader {
  const opens = new LiteralSearch('<function=');
  const closes = new LiteralSearch('</function>');
  let state: State = 'text';
  let start = 0;
  let name = 0;

  const close = (end: number) => {
    state = 'over';
    const parsed = attempt(() => parse(response.slice(start, end)));
    if (!parsed) return events.leave();
    const { inner } = parsed.actionPlace;
    const span = { start, end };
    const place = inner ? { start: start + inner.start, end: start + inner.end } : span;
    events.close({ key: 'action', value: parsed.action, span, inner: place, final: true });
  };
  const inText = (unit: number, at: number) => {
    if (!opens.push(unit)) return;
    state = 'name';
    name = at + 1;
    start = name - '<function='.length;
  };

  return (unit, at) => {
    if (state === 'text') inText(unit, at);
    else if (state === 'name') {
      if (unit === greaterThan) state = at === name ? 'text' : 'behind';
    } else if (state === 'behind') {
      state = unit === feed ? 'body' : 'text';
      if (state === 'body') events.open('action', start);
      else inText(unit, at);
    } else if (state === 'body' && closes.push(unit)) close(at + 1);
  };
}
