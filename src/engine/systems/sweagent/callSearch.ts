import type { Span } from '../../core/span.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import type { PieceReader, StreamEvents } from '../../parsers/shared/streamReader.ts';
import { type GrowingText, LiteralSearch } from '../../text/index.ts';
import type { ParsedAction } from './parseFunction.ts';

const functionOpen = '<function=';
/** The end tag of a call. */
export const functionClose = '</function>';
const feed = 0x0a;

/** A call between function tags: all of it, the name as it is written, and what stands between the tags. */
export interface TaggedCall {
  readonly span: Span;
  readonly nameSpan: Span;
  readonly body: Span;
}

/** The search for the first match of `<function=([^>]+)>\n(.*?)</function>`, in a text that is whole or grows. Linear. */
export class CallSearch {
  /** What is looked for. */
  #next: 'opener' | 'bracket' | 'feed' | 'closer' = 'opener';
  #literal = new LiteralSearch(functionOpen);
  #name = -1;
  #bracket = -1;
  #end = -1;

  /**
   * Reads the piece that stands `at` in the text from an index on, until the opening tag with its line feed, or else the end
   * tag, has come: the index behind that; or -1, and all of it is read. Not to be called once the call is closed.
   */
  find(piece: string, from: number, at: number): number {
    for (let i = from; i < piece.length; ) {
      if (this.#next === 'bracket') {
        const bracket = piece.indexOf('>', i);
        if (bracket < 0) return -1;
        i = bracket + 1;
        this.#bracket = at + bracket;
        this.#next = this.#bracket === this.#name ? 'opener' : 'feed';
      } else if (this.#next === 'feed') {
        const isFeed = piece.charCodeAt(i) === feed;
        this.#next = isFeed ? 'closer' : 'opener';
        if (!isFeed) continue;
        this.#literal = new LiteralSearch(functionClose);
        return i + 1;
      } else {
        i = this.#literal.find(piece, i);
        if (i < 0) return -1;
        if (this.#next === 'closer') {
          this.#end = at + i;
          return i;
        }
        this.#name = at + i;
        this.#next = 'bracket';
      }
    }
    return -1;
  }

  /** Where the call begins whose end tag is looked for. */
  get start(): number {
    return this.#name - functionOpen.length;
  }

  /** The call; `undefined`: it is not closed. */
  get closed(): TaggedCall | undefined {
    if (this.#end < 0) return undefined;
    return {
      span: { start: this.start, end: this.#end },
      nameSpan: { start: this.#name, end: this.#bracket },
      body: { start: this.#bracket + 2, end: this.#end - functionClose.length },
    };
  }
}

/**
 * The first call between function tags of a response that grows: final, because only the first one counts. `read` reads
 * the call in the response so far.
 */
export function streamFunctionTags(
  response: GrowingText,
  events: StreamEvents,
  read: (text: string, call: TaggedCall) => ParsedAction,
): PieceReader {
  const search = new CallSearch();
  const close = (call: TaggedCall) => {
    const parsed = attempt(() => read(response.slice(0, call.span.end), call));
    if (!parsed) return events.leave();
    const { span, inner = span } = parsed.actionPlace;
    events.close({ key: 'action', value: parsed.action, span, inner, final: true });
  };
  return {
    take(piece, at) {
      for (let from = 0; !search.closed; ) {
        from = search.find(piece, from, at);
        if (from < 0) return;
        if (search.closed) close(search.closed);
        else events.open('action', search.start);
      }
    },
  };
}
