import { EngineError } from '../../core/errors.ts';
import type { RegexRepeat } from './regexNode.ts';

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

  /** The rest of the pattern up to a character, which is read as well; `undefined` with nothing read where it does not come. */
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

/** Reads a group's name, or number, up to and with `end`. Raises `error`. */
export function readRegexName(source: RegexSource, end: string): string {
  const start = source.position;
  const name = source.takeUntil(end);
  if (name === undefined) {
    while (/[\p{XIDC}]/u.test(source.nextRaw || ' ')) source.takeRaw();
    throw source.error(`missing ${end}`);
  }
  if (name === '') throw source.error('missing group name', start);
  if (!/^(?:[\p{XIDS}_]\p{XIDC}*|\d+)$/u.test(name)) throw source.error('bad character in group name', start);
  return name;
}

const fuzzy = /^\s*(?:\d+\s*<=?\s*)?[ides](?:\s*<=?\s*\d+)?\s*(?:,|$|\+|:)/;

/**
 * Reads a quantifier, if one stands here. `fuzzy`: the constraint of fuzzy matching, in front of it. A brace that is neither
 * is a character. Raises `error`.
 */
export function readRegexQuantifier(
  source: RegexSource,
): Pick<RegexRepeat, 'min' | 'max' | 'mode'> | 'fuzzy' | undefined {
  const start = source.position;
  const char = source.next;
  let [min, max] = [0, Number.POSITIVE_INFINITY];
  if (char === '*' || char === '+' || char === '?') {
    source.take();
    if (char === '+') min = 1;
    if (char === '?') max = 1;
  } else if (char === '{') {
    source.take();
    const inside = source.takeUntil('}');
    const range = inside === undefined ? null : /^(\d*)(?:(,)(\d*))?$/.exec(inside);
    if (!range || inside === '') {
      if (inside !== undefined && fuzzy.test(inside)) return 'fuzzy';
      source.position = start;
      return undefined;
    }
    min = Number(range[1] ?? '');
    max = !range[2] ? min : !range[3] ? Number.POSITIVE_INFINITY : Number(range[3]);
    if (max < min) throw source.error('min repeat greater than max repeat', start + 1);
  } else return undefined;
  const mode = source.match('?') ? 'lazy' : source.match('+') ? 'possessive' : 'greedy';
  return { min, max, mode };
}
