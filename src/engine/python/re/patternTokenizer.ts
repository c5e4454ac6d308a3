import { EngineError } from '../../core/errors.ts';
import { codePointLength } from '../codePoints.ts';
import type { Node, RepeatNode } from './ast.ts';

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

const maxRepeat = 4294967295;
const digit = /^[0-9]$/;

/**
 * Reads a quantifier behind its first character, `token` at `position`, and puts the last of `nodes` under it; a brace that
 * starts no quantifier is a literal. Raises `re.error` and `OverflowError`.
 */
export function readQuantifier(source: Tokenizer, token: string, nodes: Node[], position: number): void {
  const range =
    token === '{' ? readBraces(source, position) : { min: token === '+' ? 1 : 0, max: token === '?' ? 1 : Infinity };
  if (range === undefined) {
    nodes.push({ type: 'literal', code: 0x7b });
    return;
  }
  const last = nodes.at(-1);
  // Both messages name where the quantifier starts.
  if (last === undefined || last.type === 'anchor') throw source.errorAt('nothing to repeat', position);
  if (last.type === 'repeat') throw source.errorAt('multiple repeat', position);
  const mode: RepeatNode['mode'] = source.match('?') ? 'lazy' : source.match('+') ? 'possessive' : 'greedy';
  nodes[nodes.length - 1] = { type: 'repeat', mode, ...range, body: [last], position };
}

/** `{2}`, `{2,}`, `{,3}`, `{2,3}`, `{,}`; anything else is left unread. */
function readBraces(source: Tokenizer, position: number): { min: number; max: number } | undefined {
  const here = position + 1;
  if (source.next === '}') return undefined;
  const low = source.getWhile(Infinity, digit);
  const high = source.match(',') ? source.getWhile(Infinity, digit) : low;
  if (!source.match('}')) {
    source.seek(here);
    return undefined;
  }
  const min = low === '' ? 0 : Number(low);
  const max = high === '' ? Infinity : Number(high);
  if (min >= maxRepeat || (max >= maxRepeat && high !== ''))
    throw new EngineError('OverflowError', 'the repetition number is too large');
  if (max < min) throw source.error('min repeat greater than max repeat', source.tell() - here);
  return { min, max };
}
