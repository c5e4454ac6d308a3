import type { PyValue } from '../../core/pyValue.ts';
import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import { type GrowingText, PairSearch } from '../../text/index.ts';

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
