import type { Span } from '../../core/span.ts';
import type { CodeSpan } from './responseEvents.ts';

/** Finds the UTF-16 place in an answer of a place in code points of what was read before and in it. Each call is as fast as its distance from the one before. */
export class CodeOffsets {
  readonly #answer: string;
  readonly #from: number;
  #code = 0;
  #unit = 0;

  /** `from` is where the answer begins in what was read. */
  constructor(answer: string, from: number) {
    this.#answer = answer;
    this.#from = from;
  }

  /** The span in the answer; what stands before it is cut off. */
  span({ start, end }: CodeSpan): Span {
    return { start: this.#offset(start), end: this.#offset(end) };
  }

  #offset(code: number): number {
    const target = Math.max(0, code - this.#from);
    while (this.#code > target) {
      this.#code--;
      this.#unit -= this.#unit > 1 && (this.#answer.codePointAt(this.#unit - 2) ?? 0) > 0xffff ? 2 : 1;
    }
    while (this.#code < target && this.#unit < this.#answer.length) {
      this.#unit += (this.#answer.codePointAt(this.#unit) ?? 0) > 0xffff ? 2 : 1;
      this.#code++;
    }
    return this.#unit;
  }
}
