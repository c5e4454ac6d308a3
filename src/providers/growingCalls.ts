import type { ModelEvent } from './modelApi.ts';

/** A call of a function; `arguments` is the JSON text that the model wrote. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface GrowingCall {
  id: string;
  name: string;
  readonly pieces: string[];
  /** All arguments at once, which count where no piece came. */
  whole: string | undefined;
}

/**
 * The calls of a stream. Servers tell them apart by their place, by their id, or not at all: a new id at the same place is
 * another call, and what has neither goes on with the last one, unless that one's arguments are complete and a name comes.
 */
export class GrowingCalls {
  readonly #calls: GrowingCall[] = [];
  readonly #byIndex = new Map<number, GrowingCall>();
  readonly #byId = new Map<string, GrowingCall>();

  add(event: NonNullable<ModelEvent['call']>): void {
    const { index, id, name, arguments: written, whole } = event;
    const call = this.#known(event) ?? this.#begin();
    if (index !== undefined) this.#byIndex.set(index, call);
    if (id !== undefined) {
      call.id = id;
      this.#byId.set(id, call);
    }
    if (name !== undefined) call.name = joinedName(call.name, name);
    if (written !== undefined) call.pieces.push(written);
    if (whole !== undefined) call.whole = whole;
  }

  /** The calls in the order in which they began. */
  all(): readonly ModelCall[] {
    return this.#calls.map(({ id, name, pieces, whole }, i) => ({
      id: id || `call_${i + 1}`,
      name,
      arguments: pieces.join('') || (whole ?? ''),
    }));
  }

  #known({ index, id, name, isNew }: NonNullable<ModelEvent['call']>): GrowingCall | undefined {
    if (isNew) return undefined;
    if (id !== undefined && this.#byId.has(id)) return this.#byId.get(id);
    const known = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index);
    if (!known) return undefined;
    // What has an id is not what another id is given to.
    if (id !== undefined && known.id !== '') return undefined;
    return index === undefined && name !== undefined && isComplete(known) ? undefined : known;
  }

  #begin(): GrowingCall {
    const call: GrowingCall = { id: '', name: '', pieces: [], whole: undefined };
    this.#calls.push(call);
    return call;
  }
}

/** A name comes whole, in pieces, or once more with every piece of the arguments. */
function joinedName(known: string, more: string): string {
  return more.startsWith(known) ? more : known + more;
}

/** Whether a call has all its arguments: a name that comes is another one's. Asked only where nothing else tells calls apart. */
function isComplete({ pieces, whole }: GrowingCall): boolean {
  if (whole !== undefined) return true;
  const text = pieces.join('');
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
