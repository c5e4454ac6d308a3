import { createParser } from 'eventsource-parser';
import { ModelFailure } from './modelFailure.ts';

/** So many times the wait for a next byte is waited for a next piece of the answer: servers send comments while a model thinks. */
const silences = 10;
/** The longest that an answer takes in all, in milliseconds. */
const longest = 60 * 60_000;

type Timer = ReturnType<typeof setTimeout>;

/** Ends a stream that takes too long: without a byte, without a piece of the answer, or in all. */
export class StreamClock {
  readonly #control = new AbortController();
  readonly #timeout: number;
  readonly #all: Timer;
  #bytes: Timer;
  #piece: Timer;
  #words: string | undefined;

  /** `timeout`: the longest wait for the next byte, in milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
    this.#bytes = this.#waitForBytes();
    this.#piece = this.#waitForPiece();
    const most = Math.max(longest, silences * timeout);
    this.#all = this.#after(most, `had not ended its answer after ${seconds(most)} seconds`);
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** What took too long, in words that go on behind the host; `undefined`: nothing. */
  get words(): string | undefined {
    return this.#words;
  }

  /** Bytes came. */
  onBytes(): void {
    clearTimeout(this.#bytes);
    this.#bytes = this.#waitForBytes();
  }

  /** A piece of the answer came. */
  onPiece(): void {
    clearTimeout(this.#piece);
    this.#piece = this.#waitForPiece();
  }

  /** Ends it: whatever is still under way at the server ends with the connection. */
  end(): void {
    for (const timer of [this.#bytes, this.#piece, this.#all]) clearTimeout(timer);
    this.#control.abort();
  }

  #waitForBytes(): Timer {
    return this.#after(this.#timeout, `sent nothing for ${seconds(this.#timeout)} seconds`);
  }

  #waitForPiece(): Timer {
    const most = silences * this.#timeout;
    return this.#after(most, `sent nothing of an answer for ${seconds(most)} seconds`);
  }

  #after(ms: number, words: string): Timer {
    return setTimeout(() => {
      this.#words ??= words;
      this.#control.abort();
    }, ms);
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

/** The longest piece of a stream, in characters; a server that never ends one would fill the memory. */
const maxPiece = 16 * 1024 * 1024;

/** Hears what a stream holds. */
export interface StreamListener {
  /** An event's data, a line, or a body as a whole. */
  onData(data: string): void;
  /** The server breaks off: its words. */
  onError(words: string): void;
  /** OpenAI's mark of the end. */
  onDone(): void;
}

/** Cuts a stream into what a listener takes. */
export interface StreamCutter {
  push(text: string): void;
  end(): void;
}

/**
 * Cuts a stream by what it begins with, whatever the server calls it: events, lines of JSON, or JSON as a whole, which a
 * server that does not stream answers with.
 */
export function streamCutter(listener: StreamListener): StreamCutter {
  let cutter: StreamCutter | undefined;
  return {
    push(text) {
      if (cutter) {
        cutter.push(text);
        return;
      }
      // Of what is blank nothing is kept.
      const start = /[^\s\ufeff]/.exec(text);
      if (!start) return;
      cutter = start[0] === '{' || start[0] === '[' ? jsonCutter(listener) : eventCutter(listener);
      cutter.push(text.slice(start.index));
    },
    end: () => cutter?.end(),
  };
}

function eventCutter({ onData, onError, onDone }: StreamListener): StreamCutter {
  const parser = createParser({
    onEvent({ event, data }) {
      // OpenAI's mark of the end is not JSON.
      if (data.trim() === '[DONE]') onDone();
      else if (event === 'error' && data.trim() !== '') onError(data);
      else if (data.trim() !== '') onData(data);
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') expectShort(Number.POSITIVE_INFINITY);
    },
    maxBufferSize: maxPiece,
  });
  // Not every server ends its last event with a blank line.
  return { push: text => parser.feed(text), end: () => parser.feed('\n\n') };
}

/** Lines of JSON, or JSON that goes over several: then its first line is none. */
function jsonCutter({ onData }: StreamListener): StreamCutter {
  let parts: string[] = [];
  let length = 0;
  let isFirst = true;
  let isWhole = false;
  const flush = () => {
    const text = parts.join('');
    parts = [];
    length = 0;
    if (text.trim() !== '') onData(text);
  };
  return {
    push(text) {
      for (const [i, line] of text.split('\n').entries()) {
        if (i > 0) {
          // A stream that breaks within is read as far as it goes, and what cannot be read says so.
          isWhole ||= isFirst && !isJson(parts.join(''));
          isFirst = false;
          if (isWhole) parts.push('\n');
          else flush();
        }
        parts.push(line);
        length += line.length;
        expectShort(length);
      }
    },
    end: flush,
  };
}

function isJson(line: string): boolean {
  if (line.trim() === '') return true;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function expectShort(length: number): void {
  if (length > maxPiece)
    throw new ModelFailure('stream', 'A piece of the stream is longer than 16 million characters.');
}
