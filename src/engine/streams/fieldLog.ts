import { type PyValue, toPlain } from '../core/pyValue.ts';
import type { StreamEvents, StreamField } from '../parsers/streamReader.ts';
import type { ClosedField } from './partial.ts';

/** A field that closed, or a key (absent: all keys) that was reopened. */
type Entry = { readonly field: ClosedField } | { readonly reopened: string | undefined };

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
  #lastView: { readonly mark: LogMark; readonly view: LogView } | undefined;

  open(key: string, start: number): void {
    this.#open = Object.freeze({ key, start });
  }

  leave(): void {
    this.#open = undefined;
  }

  close(field: StreamField): void {
    this.#open = undefined;
    this.#entries.push({ field: closedField(field) });
  }

  reopen(key?: string): void {
    if (this.#entries.length > 0) this.#entries.push({ reopened: key });
  }

  settle(): void {
    this.#settled = this.#entries.length;
  }

  get mark(): LogMark {
    return { length: this.#entries.length, settled: this.#settled, open: this.#open };
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

function viewOf(entries: readonly Entry[], { length, settled }: LogMark): LogView {
  const closed: (ClosedField | undefined)[] = [];
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
      closed.push(i < settled ? finalField(field) : field);
    } else if (entry.reopened === undefined) for (const [key, at] of [...places]) withdraw(key, at);
    else withdraw(entry.reopened, places.get(entry.reopened) ?? []);
  }
  return { closed: closed.filter(field => field !== undefined), reopened: [...reopened] };
}

/** The field as other programs see it; its value is made when it is first looked at. */
function closedField({ key, value, span, inner, final }: StreamField): ClosedField {
  let made: { readonly exact: PyValue; readonly plain: unknown } | undefined;
  const values = () => {
    if (!made) {
      const exact = typeof value === 'function' ? value() : value;
      made = { exact, plain: toPlain(exact) };
    }
    return made;
  };
  const field = {
    key,
    get value() {
      return values().plain;
    },
    span: Object.freeze(span),
    inner,
    final,
  };
  Object.defineProperty(field, 'exact', { get: () => values().exact });
  return Object.freeze(field) as ClosedField;
}

function finalField(field: ClosedField): ClosedField {
  if (field.final) return field;
  const copy = Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(field), final: { value: true, enumerable: true } },
  );
  return Object.freeze(copy) as ClosedField;
}
