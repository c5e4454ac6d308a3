import type { PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';

/** What a growing answer tells: a region opens, grows, and closes with its value. */
export type ResponseEvent =
  | { readonly type: 'region_open'; readonly field: string }
  | {
      readonly type: 'region_chunk';
      readonly field: string;
      /** Exactly what was fed, without delimiters. */
      readonly text: string;
      /** Whether the text says nothing of the value before the region closes. */
      readonly dirty: boolean;
    }
  | { readonly type: 'region_close'; readonly field: string; readonly value: PyValue };

/** A place in what was fed to the reader (the kept part of the prefix, then the answer), in code points, half open. */
export interface CodeSpan {
  readonly start: number;
  readonly end: number;
}

/** A region of an answer, with what became of it. */
export interface ResponseRegion {
  readonly field: string;
  /** The delimiter that opened it; absent for the implicit field. */
  readonly open?: CodeSpan;
  /** Its text. */
  readonly body: CodeSpan;
  /** The delimiter that closed it; absent where another region's opening or the end of the answer did. */
  readonly close?: CodeSpan;
  /** What it gave; absent where it could not be read. */
  readonly value?: PyValue;
}

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
