import type { JinjaValue } from './value.ts';

/** The variables of one scope of a template, on top of those around it. */
export class Frame {
  readonly #variables = new Map<string, JinjaValue>();
  readonly #parent: Frame | undefined;

  constructor(parent?: Frame) {
    this.#parent = parent;
  }

  get(name: string): JinjaValue | undefined {
    const found = this.#variables.get(name);
    return found !== undefined ? found : this.#parent?.get(name);
  }

  set(name: string, value: JinjaValue): void {
    this.#variables.set(name, value);
  }
}
