import { withFieldExact } from '../core/exact.ts';
import { printedPlain } from '../core/once.ts';
import { type PyValue, toPlain } from '../core/pyValue.ts';
import type { Field, ParseError } from '../core/result.ts';
import type { StreamEvents, StreamField } from '../parsers/shared/streamReader.ts';
import type { StreamedValue } from './streamedValue.ts';

/** A field whose end has been read. */
export interface ClosedField extends Field {
  /** Whether nothing that may follow changes it, but for an error of the whole response. */
  readonly final: boolean;
}

/** What is known of a response that has not ended. It stays what it is when more comes. */
export interface Partial {
  /** The fields whose ends have been read, in the order in which they closed, without those that were reopened. */
  readonly closed: readonly ClosedField[];
  /** The field that is being read: its key, as far as it is known, and where it starts, tags or quotes included. */
  readonly open?: { readonly key: string; readonly start: number };
  /** The keys that were closed before and came again, or turned out not to belong to the answer, each once. */
  readonly reopened: readonly string[];
  /** Why nothing is closed before the end, in words; absent where fields do close. */
  readonly endOnly?: string;
  /** The response so far. */
  text(): string;
  /** What the framework would say if the response ended here; `undefined`: it would read it. */
  errorNow(): Promise<ParseError | undefined>;
  /** What the framework's own streaming gives here, guesses included, see `streamedValue`; `undefined`: it has none. */
  streamed(): StreamedValue | undefined;
}

/** A field that closed, or a key (absent: all keys) that was reopened. */
type Entry = { readonly field: LoggedField } | { readonly reopened: string | undefined };

/** What was told up to a moment, in a few numbers. */
export interface LogMark {
  readonly length: number;
  readonly settled: number;
  readonly open: { readonly key: string; readonly start: number } | undefined;
}

/** What is known at a moment. */
export interface LogView {
  readonly closed: readonly ClosedField[];
  readonly reopened: readonly string[];
}

/** Keeps what a type's reader tells, so that every moment can be looked at later and a push costs nothing of that. */
export class FieldLog implements StreamEvents {
  readonly #entries: Entry[] = [];
  /** How many of the entries are final. */
  #settled = 0;
  #open: LogMark['open'];
  #mark: LogMark | undefined;
  #replay = new Replay();
  #lastView: { readonly mark: LogMark; readonly view: LogView } | undefined;

  open(key: string, start: number): void {
    this.#mark = undefined;
    this.#open = Object.freeze({ key, start });
  }

  leave(): void {
    this.#mark = undefined;
    this.#open = undefined;
  }

  close(field: StreamField): void {
    this.#mark = this.#open = undefined;
    this.#entries.push({ field: new LoggedField(field) });
  }

  reopen(key?: string): void {
    if (this.#entries.length === 0) return;
    this.#mark = undefined;
    this.#entries.push({ reopened: key });
  }

  settle(): void {
    this.#mark = undefined;
    this.#settled = this.#entries.length;
  }

  get mark(): LogMark {
    this.#mark ??= {
      length: this.#entries.length,
      settled: this.#settled,
      open: this.#open,
    };
    return this.#mark;
  }

  /** What is known at a mark: linear in what is closed there and in what was told since an earlier look. */
  view(mark: LogMark): LogView {
    const last = this.#lastView;
    if (last?.mark.length === mark.length && last.mark.settled === mark.settled) return last.view;
    if (this.#replay.length > mark.length) this.#replay = new Replay();
    this.#replay.advance(this.#entries, mark.length);
    const view = this.#replay.view(mark.settled);
    this.#lastView = { mark, view };
    return view;
  }
}

/** What stands after some of the entries; it goes on from there, so that looking again costs what came since. */
class Replay {
  /** How many of the entries it has seen. */
  length = 0;
  /** The fields that are closed, by the number of their entry, in order. */
  readonly #closed = new Map<number, LoggedField>();
  readonly #places = new Map<string, number[]>();
  readonly #reopened = new Set<string>();

  advance(entries: readonly Entry[], length: number): void {
    for (; this.length < length; this.length++) {
      const entry = entries[this.length]!;
      if ('field' in entry) this.#close(entry.field);
      else if (entry.reopened === undefined) for (const key of [...this.#places.keys()]) this.#withdraw(key);
      else this.#withdraw(entry.reopened);
    }
  }

  view(settled: number): LogView {
    const closed: ClosedField[] = [];
    for (const [place, field] of this.#closed) closed.push(field.asSeen(place < settled));
    return { closed, reopened: [...this.#reopened] };
  }

  #close(field: LoggedField): void {
    const places = this.#places.get(field.key);
    if (places) places.push(this.length);
    else this.#places.set(field.key, [this.length]);
    this.#closed.set(this.length, field);
  }

  #withdraw(key: string): void {
    for (const place of this.#places.get(key) ?? []) this.#closed.delete(place);
    this.#places.delete(key);
    this.#reopened.add(key);
  }
}

/** A field that closed; what other programs see of it is made when it is first looked at. */
class LoggedField {
  readonly key: string;
  readonly #field: StreamField;
  #values: { readonly exact: PyValue; readonly plain: unknown } | undefined;
  #seen: ClosedField | undefined;

  constructor(field: StreamField) {
    this.key = field.key;
    this.#field = field;
  }

  /** `isSettled`: it has become final. */
  asSeen(isSettled: boolean): ClosedField {
    const final = isSettled || this.#field.final;
    if (this.#seen?.final !== final) this.#seen = this.#make(final);
    return this.#seen;
  }

  #make(final: boolean): ClosedField {
    const { key, span, inner } = this.#field;
    const values = () => this.#read();
    const field = {
      key,
      get value() {
        return values().plain;
      },
      span: Object.freeze(span),
      inner: Object.freeze(inner),
      final,
    };
    return Object.freeze(withFieldExact(printedPlain(field), () => values().exact));
  }

  #read() {
    if (!this.#values) {
      const { value } = this.#field;
      const exact = typeof value === 'function' ? value() : value;
      this.#values = { exact, plain: toPlain(exact) };
    }
    return this.#values;
  }
}
