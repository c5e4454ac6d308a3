const quote = 0x22;
const backslash = 0x5c;

/** How LangChain's `parse_partial_json` walks over a text: its brackets and strings, unit by unit. */
export class PythonBrackets {
  readonly #closers: number[] = [];
  #isInString = false;
  #isEscaped = false;

  /** Whether a string has begun and not ended. */
  get isInString(): boolean {
    return this.#isInString;
  }

  /** Takes the next unit; `false` for a bracket that closes nothing, at which Python gives `None`. */
  push(unit: number): boolean {
    if (this.#isInString) {
      if (unit === quote && !this.#isEscaped) this.#isInString = false;
      this.#isEscaped = unit === backslash && !this.#isEscaped;
      return true;
    }
    if (unit === quote) {
      this.#isInString = true;
      this.#isEscaped = false;
    } else if (unit === 0x7b || unit === 0x5b) this.#closers.push(unit + 2);
    else if (unit === 0x7d || unit === 0x5d) return this.#closers.pop() === unit;
    return true;
  }
}
