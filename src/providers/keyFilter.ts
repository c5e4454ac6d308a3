import { withoutKey } from './keyFor.ts';

/** Passes on a text that comes in pieces without the key, which a server may echo. What may be its beginning waits for what follows. */
export class KeyFilter {
  readonly #key: string;
  readonly #emit: (text: string) => void;
  #rest = '';
  #isEmpty = true;

  constructor(key: string | undefined, emit: (text: string) => void) {
    this.#key = key ?? '';
    this.#emit = emit;
  }

  push(text: string): void {
    this.#isEmpty = false;
    const known = withoutKey(this.#rest + text, this.#key);
    let held = Math.min(this.#key.length - 1, known.length);
    while (held > 0 && !known.endsWith(this.#key.slice(0, held))) held--;
    const end = known.length - Math.max(0, held);
    this.#rest = known.slice(end);
    if (end > 0) this.#emit(known.slice(0, end));
  }

  /** The text is over; `whole`: what it is where it came at once. */
  end(whole: string): void {
    const rest = this.#isEmpty ? withoutKey(whole, this.#key) : this.#rest;
    if (rest !== '') this.#emit(rest);
  }
}
