import { type PyValue, toPlain } from '../core/pyValue.ts';
import type { StreamEvents, StreamField } from '../parsers/streamReader.ts';
import type { ClosedField } from './partial.ts';

/** A field that closed, or a key (absent: all keys) that was reopened. */
type Entry = { readonly field: LoggedField } | { readonly reopened: string | undefined };

/** What was told up to a moment, in a few numbers. */
export interface LogMark {
  readonly length: number;
  readonly settled: number;
  readonly hasReopened: boolean;
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
  #hasReopened = false;
  #open: LogMark['open'];
  #mark: LogMark | undefined;
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
    this.#hasReopened = true;
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
      hasReopened: this.#hasReopened,
      open: this.#open,
    };
    return this.#mark;
  }

  /** What is known at a mark. Linear in the entries before it, and kept until another one is looked at. */
  view(mark: LogMark): LogView {
    const last = this.#lastView;
    if (last?.mark.length === mark.length && last.mark.settled === mark.settled) return last.view;
    const view = viewOf(this.#entries, mark);
    this.#lastView = { mark, view };
    return view;
  }
}

function viewOf(entries: readonly Entry[], mark: LogMark): LogView {
  const { length, settled } = mark;
  if (!mark.hasReopened)
    return {
      closed: entries.slice(0, length).flatMap((entry, i) => ('field' in entry ? entry.field.asSeen(i < settled) : [])),
      reopened: [],
    };
  const closed: ((() => ClosedField) | undefined)[] = [];
  const places = new Map<string, number[]>();
  const reopened = new Set<string>();
  const withdraw = (key: string, at: readonly number[]) => {
    for (const place of at) closed[place] = undefined;
    reopened.add(key);
    places.delete(key);
  };
  for (let i = 0; i < length; i++) {
    const entry = entries[i]!;
    if ('field' in entry) {
      const { field } = entry;
      const at = places.get(field.key);
      if (at) at.push(closed.length);
      else places.set(field.key, [closed.length]);
      closed.push(() => field.asSeen(i < settled));
    } else if (entry.reopened === undefined) for (const [key, at] of [...places]) withdraw(key, at);
    else withdraw(entry.reopened, places.get(entry.reopened) ?? []);
  }
  return { closed: closed.flatMap(seen => seen?.() ?? []), reopened: [...reopened] };
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
    return Object.freeze(Object.defineProperty(field, 'exact', { get: () => values().exact })) as ClosedField;
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
