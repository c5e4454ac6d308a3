import { type Definition, type Host, moduleOf } from '../engine/index.ts';
import { instructionText } from '../views/instruction.ts';

/** The instructions of definitions as last saved. While their user types they stay the same, and are made once. */
export class SavedInstructions {
  readonly #host: Host;
  readonly #made = new WeakMap<
    Definition,
    { readonly shown: string | undefined; readonly text: Promise<string | undefined> }
  >();

  constructor(host: Host) {
    this.#host = host;
  }

  /** `instructionText`. */
  get(definition: Definition, shown: string | undefined): Promise<string | undefined> {
    const known = this.#made.get(definition);
    if (known && known.shown === shown) return known.text;
    const text = instructionText(definition, this.#host, shown);
    // A module of the author's may have become another one meanwhile.
    if (moduleOf(definition) === undefined) this.#made.set(definition, { shown, text });
    return text;
  }
}
