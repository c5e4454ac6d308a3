import { PySequence } from '../python/index.ts';
import type { Value } from './values.ts';

/** A view of a dict, which has at any time what the dict has then. */
export class DictView extends PySequence {
  readonly #read: () => PySequence;

  constructor({ type, repr }: PySequence, read: () => PySequence) {
    super(type, [], repr);
    this.#read = read;
  }

  override take(): readonly Value[] {
    return this.#read().take() as readonly Value[];
  }
}
