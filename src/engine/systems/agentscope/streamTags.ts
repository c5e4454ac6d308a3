import type { PyValue } from '../../core/pyValue.ts';
import type { PieceReader, StreamEvents, StreamField, StreamReader } from '../../parsers/shared/streamReader.ts';
import { type GrowingText, LiteralSearch, PairSearch } from '../../text/index.ts';

/** A pair of literal tags whose content is a field. */
export interface StreamTag {
  readonly key: string;
  readonly begin: string;
  readonly end: string;
  /** What the content is; `undefined` where it is an error. Absent: the text. */
  read?(content: string): PyValue | undefined;
}

interface Search {
  readonly tag: StreamTag;
  readonly pair: PairSearch;
  /** Where the begin tag stands, once a stream has reported it. */
  start?: number;
  /** Where in the piece the tag ends that is waited for; -1: it is not there. */
  behind: number;
}

/** `findTagged` for a response that grows, and any number of pairs. The first pair counts, so what is closed is final. */
export function streamTags(response: GrowingText, events: StreamEvents, tags: readonly StreamTag[]): PieceReader {
  let pending: readonly Search[] = tags.map(tag => ({ tag, pair: new PairSearch(tag.begin, tag.end), behind: -1 }));

  /** The tag that a pair waited for has ended. */
  function tell(each: Search): void {
    const { tag, pair } = each;
    if (each.start === undefined) {
      each.start = pair.opened!.start;
      events.open(tag.key, each.start);
      return;
    }
    pending = pending.filter(other => other !== each);
    const { span, inner } = pair.closed!;
    const content = response.slice(inner.start, inner.end);
    const value = tag.read ? tag.read(content) : content;
    if (value !== undefined) events.close({ key: tag.key, value, span, inner, final: true });
    const open = lastOpened(pending);
    if (open?.start === undefined) events.leave();
    else events.open(open.tag.key, open.start);
  }

  function take(piece: string, at: number): void {
    let isFound = false;
    for (const each of pending) {
      each.behind = each.pair.find(piece, 0, at);
      isFound ||= each.behind >= 0;
    }
    while (isFound) {
      // What ends first in the piece comes first.
      const first = firstFound(pending);
      if (!first) return;
      const isOpener = first.start === undefined;
      tell(first);
      if (isOpener) first.behind = first.pair.find(piece, first.behind, at);
    }
  }

  // Empty tags are there before anything comes.
  take('', 0);
  return { take };
}

function lastOpened(pending: readonly Search[]): Search | undefined {
  let last: Search | undefined;
  for (const each of pending) if (each.start !== undefined && each.start >= (last?.start ?? -1)) last = each;
  return last;
}

function firstFound(pending: readonly Search[]): Search | undefined {
  let first: Search | undefined;
  for (const each of pending) if (each.behind >= 0 && (!first || each.behind < first.behind)) first = each;
  return first;
}

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
