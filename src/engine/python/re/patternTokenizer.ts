import { EngineError } from '../../core/errors.ts';
import { codePointLength } from '../codePoints.ts';

/**
 * CPython's tokenizer of a pattern: one code point at a time, but a backslash together with what follows it. Positions
 * count code points.
 */
export class Tokenizer {
  readonly #chars: readonly string[];
  readonly #pattern: string;
  #index = 0;
  /** The token to come; `undefined` at the end. Raises `re.error` when a backslash ends the pattern. */
  next: string | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#chars = Array.from(pattern);
    this.#advance();
  }

  #advance(): void {
    let char = this.#chars[this.#index];
    if (char !== undefined) {
      this.#index++;
      if (char === '\\') {
        const escaped = this.#chars[this.#index++];
        if (escaped === undefined) throw this.#fault('bad escape (end of pattern)', this.#chars.length - 1);
        char += escaped;
      }
    }
    this.next = char;
  }

  /** Takes the next token if it is `token`. */
  match(token: string): boolean {
    if (token !== this.next) return false;
    this.#advance();
    return true;
  }

  /** Takes the next token, whatever it is. */
  get(): string | undefined {
    const token = this.next;
    this.#advance();
    return token;
  }

  /** Takes at most `count` tokens while they match `test`. */
  getWhile(count: number, test: RegExp): string {
    let result = '';
    for (let i = 0; i < count && this.next !== undefined && test.test(this.next); i++) result += this.get();
    return result;
  }

  /** Takes everything up to `terminator` and the terminator itself; `what` is the name of what is read. */
  getUntil(terminator: string, what: string): string {
    const parts: string[] = [];
    for (;;) {
      const token = this.get();
      if (token === undefined) {
        if (parts.length === 0) throw this.error(`missing ${what}`);
        throw this.error(`missing ${terminator}, unterminated name`, codePointLength(parts.join('')));
      }
      if (token === terminator) {
        if (parts.length === 0) throw this.error(`missing ${what}`, 1);
        return parts.join('');
      }
      parts.push(token);
    }
  }

  /** The position of the next token. */
  tell(): number {
    return this.#index - (this.next === undefined ? 0 : codePointLength(this.next));
  }

  /** Goes back or forth to a position. */
  seek(position: number): void {
    this.#index = position;
    this.#advance();
  }

  /** Python's `re.error` at `offset` code points before the next token. */
  error(message: string, offset = 0): EngineError {
    return this.#fault(message, this.tell() - offset);
  }

  /** Python's `re.error` at a position, which the message names; in a pattern of several lines also by line and column. */
  errorAt(message: string, position: number): EngineError {
    return this.#fault(message, position);
  }

  #fault(message: string, position: number): EngineError {
    let text = `${message} at position ${position}`;
    if (this.#pattern.includes('\n')) {
      const before = this.#chars.slice(0, position);
      const line = before.filter(char => char === '\n').length + 1;
      text += ` (line ${line}, column ${position - before.lastIndexOf('\n')})`;
    }
    return new EngineError('re.error', text);
  }
}
