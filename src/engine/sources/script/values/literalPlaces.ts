import type { SourcePlace } from './scriptFiles.ts';

/** UTF-16 units of the texts that are kept: a program that makes ever longer ones does not fill the memory. */
const maxKept = 1_000_000;

/** Where the texts of a program are written, so that one that came by a variable or an import leads to its literal. */
export class LiteralPlaces {
  /** `undefined`: several literals have the text. */
  readonly #places = new Map<string, SourcePlace | undefined>();
  #room = maxKept;

  /** Keeps where a text is written. */
  add(text: string, at: SourcePlace): void {
    if (!this.#places.has(text)) {
      this.#room -= text.length;
      if (this.#room >= 0) this.#places.set(text, at);
      return;
    }
    const before = this.#places.get(text);
    if (before?.file !== at.file || before.start !== at.start) this.#places.set(text, undefined);
  }

  /** Where a text is written that stands in an expression: there, if it is a literal, else in the only literal that has this text. */
  of(text: string, expression: SourcePlace): SourcePlace {
    const isLiteral = /^["'`]/.test(expression.file.text.slice(expression.start, expression.start + 1));
    return isLiteral ? expression : (this.#places.get(text) ?? expression);
  }
}
