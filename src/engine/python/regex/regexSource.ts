import { EngineError } from '../../core/errors.ts';

/** A pattern that is read from its beginning to its end, by code points. In verbose mode blanks and comments are left out. */
export class RegexSource {
  readonly #chars: readonly string[];
  position = 0;
  /** `(?x)`: white space and comments between the parts mean nothing. */
  verbose = false;

  constructor(pattern: string) {
    this.#chars = Array.from(pattern);
  }

  /** The next character; empty at the end. */
  get next(): string {
    if (this.verbose) this.#skipBlanks();
    return this.#chars[this.position] ?? '';
  }

  /** The next character as it stands, blanks included. */
  get nextRaw(): string {
    return this.#chars[this.position] ?? '';
  }

  /** Whether this character comes next, blanks included. */
  startsWith(char: string): boolean {
    return this.nextRaw === char;
  }

  /** Takes the next character; empty at the end. */
  take(): string {
    const char = this.next;
    if (char !== '') this.position++;
    return char;
  }

  /** Takes the next character, blanks included. */
  takeRaw(): string {
    const char = this.nextRaw;
    if (char !== '') this.position++;
    return char;
  }

  /** Takes this text if it comes next. */
  match(text: string): boolean {
    if (this.verbose) this.#skipBlanks();
    let at = this.position;
    for (const char of text) if (this.#chars[at++] !== char) return false;
    this.position = at;
    return true;
  }

  /** Takes characters while they match, at most `count`. */
  takeWhile(test: RegExp, count = Number.POSITIVE_INFINITY): string {
    let text = '';
    while (text.length < count && this.nextRaw !== '' && test.test(this.nextRaw)) text += this.takeRaw();
    return text;
  }

  /** The rest of the pattern up to a character, which is taken as well; `undefined` and nothing taken where it does not come. */
  takeUntil(end: string): string | undefined {
    const at = this.#chars.indexOf(end, this.position);
    if (at === -1) return undefined;
    const text = this.#chars.slice(this.position, at).join('');
    this.position = at + 1;
    return text;
  }

  #skipBlanks(): void {
    for (;;) {
      const char = this.#chars[this.position];
      if (char !== undefined && /^\s$/.test(char)) this.position++;
      else if (char === '#') {
        while (this.position < this.#chars.length && this.#chars[this.position] !== '\n') this.position++;
      } else return;
    }
  }

  /** The `regex` module's `error`, here or at a position in code points. */
  error(message: string, position = this.position): EngineError {
    return new EngineError('error', `${message} at position ${position}`);
  }
}
