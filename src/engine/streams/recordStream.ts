/** A whole response as the stream it was: when each key opened, closed and became final. */
import { EngineError } from '../core/errors.ts';
import type { PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import type { Definition } from '../parsers/definition.ts';
import type { PieceReader, StreamEvents, StreamField, StreamReader } from '../parsers/shared/streamReader.ts';
import { GrowingText } from '../text/index.ts';
import { readsOnlyWhole } from './createReader.ts';

/** A field that closed. Moments are lengths of the response in UTF-16 units: at `closedAt` its end has just been read. */
export interface RecordedField {
  readonly key: string;
  /** The part with its tags or quotes, and without them. */
  readonly span: Span;
  readonly inner: Span;
  readonly closedAt: number;
  /** From here on nothing that may follow changes it, but for an error. Absent: it never was so before the end. */
  readonly finalAt?: number;
  /** From here on it is closed no longer: its key came again, or the answer turned out to be elsewhere. */
  readonly reopenedAt?: number;
  /** Its value, read when it is asked for. */
  value(): PyValue;
}

/** A stretch of the stream in which a key was open: from the moment `from`, up to `to`. */
export interface RecordedOpening {
  /** As far as it was known in the end. */
  readonly key: string;
  /** Where it starts in the response, tags or quotes included. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** All moments of a stream. */
export interface StreamRecording {
  /** Why no field closes before the end, in words; absent where fields do. */
  readonly endOnly?: string;
  /** In the order in which they closed. */
  readonly fields: readonly RecordedField[];
  /** In the order of the stream, never overlapping. */
  readonly openings: readonly RecordedOpening[];
}

/**
 * What `createReader` would have told of a response after every unit, at once. Linear in the response. Never throws.
 */
export function recordStream(definition: Definition, response: string): StreamRecording {
  const text = new GrowingText();
  const recorder = new Recorder();
  const read = readerOf(definition, text, recorder);
  if (typeof read === 'string') return { endOnly: read, fields: [], openings: [] };
  text.append(response);
  for (let i = 0; i < response.length; i++) {
    recorder.now = i + 1;
    if (typeof read === 'object') read.take(response.charAt(i), i);
    else read(response.charCodeAt(i), i);
  }
  return recorder.recording(response.length);
}

/** What reads the response as it comes, or why nothing does; a definition whose class raises reads nothing at all. */
function readerOf(
  { parserType, source }: Definition,
  text: GrowingText,
  recorder: Recorder,
): StreamReader | PieceReader | string {
  try {
    return parserType.streams?.reader?.(source, text, recorder) ?? readsOnlyWhole;
  } catch (error) {
    if (error instanceof EngineError) return `${error.class}: ${error.message}`;
    throw error;
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

class Recorder implements StreamEvents {
  /** How many units have been read. */
  now = 0;
  readonly #fields: Writable<RecordedField>[] = [];
  /** The closed fields by their keys, without those that were reopened. */
  readonly #closed = new Map<string, Writable<RecordedField>[]>();
  /** The first field that is not final. */
  #unsettled = 0;
  readonly #openings: RecordedOpening[] = [];
  #open: Omit<RecordedOpening, 'to'> | undefined;

  open(key: string, start: number): void {
    if (this.#open?.start === start) this.#open = { ...this.#open, key };
    else {
      this.leave();
      this.#open = { key, start, from: this.now };
    }
  }

  leave(): void {
    if (this.#open) this.#openings.push({ ...this.#open, to: this.now });
    this.#open = undefined;
  }

  close({ key, span, inner, final, value }: StreamField): void {
    this.leave();
    const field: Writable<RecordedField> = {
      key,
      span,
      inner,
      closedAt: this.now,
      ...(final && { finalAt: this.now }),
      value: typeof value === 'function' ? value : () => value,
    };
    this.#fields.push(field);
    const same = this.#closed.get(key);
    if (same) same.push(field);
    else this.#closed.set(key, [field]);
  }

  reopen(key?: string): void {
    for (const each of key === undefined ? [...this.#closed.keys()] : [key]) {
      for (const field of this.#closed.get(each) ?? []) field.reopenedAt = this.now;
      this.#closed.delete(each);
    }
  }

  settle(): void {
    for (; this.#unsettled < this.#fields.length; this.#unsettled++)
      this.#fields[this.#unsettled]!.finalAt ??= this.now;
  }

  recording(length: number): StreamRecording {
    if (this.#open) this.#openings.push({ ...this.#open, to: length + 1 });
    return { fields: this.#fields, openings: this.#openings.filter(({ from, to }) => from < to) };
  }
}
