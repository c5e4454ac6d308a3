import type { PyValue } from '../../core/pyValue.ts';
import type { GrowingText } from '../../text/growing/growingText.ts';
import { LiteralSearch } from '../../text/growing/literalSearch.ts';
import type { StreamEvents, StreamReader } from '../shared/streamReader.ts';

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
  search: LiteralSearch | undefined;
  /** Where the begin tag stands, once it has come. */
  start?: number;
}

/** `findTagged` for a response that grows, and any number of pairs. The first pair counts, so what is closed is final. */
export function streamTags(response: GrowingText, events: StreamEvents, tags: readonly StreamTag[]): StreamReader {
  let pending: readonly Search[] = tags.map(tag => ({ tag, search: searchFor(tag.begin) }));
  for (const each of pending) if (!each.search) found(each, 0);

  /** The tag that a pair waits for ends before `position`. */
  function found(each: Search, position: number): void {
    const { tag } = each;
    if (each.start === undefined) {
      each.start = position - tag.begin.length;
      each.search = searchFor(tag.end);
      events.open(tag.key, each.start);
      if (each.search) return;
    }
    pending = pending.filter(other => other !== each);
    const inner = { start: each.start + tag.begin.length, end: position - tag.end.length };
    const content = response.slice(inner.start, inner.end);
    const value = tag.read ? tag.read(content) : content;
    if (value !== undefined)
      events.close({ key: tag.key, value, span: { start: each.start, end: position }, inner, final: true });
    const open = lastOpened(pending);
    if (open?.start === undefined) events.leave();
    else events.open(open.tag.key, open.start);
  }

  return (unit, at) => {
    for (const each of pending) if (each.search?.push(unit)) found(each, at + 1);
  };
}

function searchFor(literal: string): LiteralSearch | undefined {
  return literal === '' ? undefined : new LiteralSearch(literal);
}

function lastOpened(pending: readonly Search[]): Search | undefined {
  let last: Search | undefined;
  for (const each of pending) if (each.start !== undefined && each.start >= (last?.start ?? -1)) last = each;
  return last;
}
