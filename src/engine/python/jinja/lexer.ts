import { once } from '../../core/once.ts';
import { pyRepr } from '../repr.ts';
import { stringEscapes } from '../stringEscapes.ts';
import { isWhite, whiteClass } from '../whitespace.ts';
import { JinjaError } from './jinjaError.ts';
import { operators, type Token } from './tokenStream.ts';

/** Jinja's options for white space around blocks. */
export interface BlockOptions {
  readonly trimBlocks?: boolean;
  readonly lstripBlocks?: boolean;
}

const floatPattern = /(?<!\.)(\d+_)*\d+((\.(\d+_)*\d+)?e[+-]?(\d+_)*\d+|\.(\d+_)*\d+)/iy;
const integerPattern = /0b(_?[01])+|0o(_?[0-7])+|0x(_?[\da-f])+|[1-9](_?\d)*|0(_?0)*/iy;
const namePattern = once(() => /[\p{L}\p{N}\p{M}_\p{Pc}]+/uy);
const operatorPattern = /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;]/y;
const identifier = once(() => /^[\p{ID_Start}_][\p{ID_Continue}]*$/u);
const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

const white = `[${whiteClass}]*`;
const rawTag = new RegExp(`\\{%[-+]?${white}raw${white}(?:-%\\}${white}|%\\})`, 'y');
const endRaw = new RegExp(`\\{%([-+]?)${white}endraw${white}(?:\\+%\\}|-%\\}${white}|%\\})`, 'g');
const blockEnd = new RegExp(`\\+%\\}|-%\\}${white}|%\\}`, 'y');
const variableEnd = new RegExp(`-\\}\\}${white}|\\}\\}`, 'y');
const whiteRun = new RegExp(white, 'y');

/**
 * Jinja's lexer with its default delimiters. What cannot be read is a last token with the `TemplateSyntaxError`, in
 * Jinja's words: the parser may find an earlier fault. Linear: every scan begins where the last one ended.
 */
export function tokenize(template: string, options: BlockOptions = {}): readonly Token[] {
  return new Lexer(template, options).run();
}

class Lexer {
  readonly #text: string;
  readonly #offsets: (position: number) => number;
  readonly #options: BlockOptions;
  readonly #tokens: Token[] = [];
  readonly #balance: string[] = [];
  #pos = 0;
  #line = 1;
  #counted = 0;
  #lineStarting = true;

  constructor(template: string, options: BlockOptions) {
    const { text, offsetAt } = sourceOf(template);
    this.#text = text;
    this.#offsets = offsetAt;
    this.#options = options;
  }

  run(): readonly Token[] {
    const end = this.#text.length;
    try {
      while (this.#pos < end) this.#root();
      this.#emit('eof', '', end, end);
    } catch (error) {
      if (!(error instanceof JinjaError)) throw error;
      this.#tokens.push({ type: 'error', value: '', line: this.#line, start: end, end, error });
    }
    return this.#tokens;
  }

  /** Text up to the next tag, then the tag. */
  #root(): void {
    const text = this.#text;
    const from = this.#pos;
    let at = text.indexOf('{', from);
    while (at !== -1 && !'{%#'.includes(text.charAt(at + 1) || ' ')) at = text.indexOf('{', at + 1);
    if (at === -1) {
      this.#data(from, text.length);
      this.#pos = text.length;
      return;
    }
    const kind = text.charAt(at + 1);
    const raw = kind === '%' ? matchAt(rawTag, text, at) : undefined;
    const sign = /[-+]/.test(text.charAt(at + 2)) ? text.charAt(at + 2) : '';
    this.#data(from, this.#lstripped(from, at, sign, kind === '{'));
    this.#countTo(at);
    if (raw !== undefined) {
      this.#pos = at + raw.length;
      this.#lineStarting = raw.endsWith('\n');
      this.#raw();
      return;
    }
    this.#pos = at + 2 + sign.length;
    this.#lineStarting = false;
    if (kind === '#') this.#comment();
    else this.#tag(kind === '%' ? 'block' : 'variable', at);
  }

  /** The end of the text before a tag, without what `-` or `lstrip_blocks` take from it. */
  #lstripped(from: number, at: number, sign: string, isVariable: boolean): number {
    const text = this.#text;
    let end = at;
    if (sign === '-') {
      while (end > from && isWhite(text.charCodeAt(end - 1))) end--;
    } else if (sign !== '+' && this.#options.lstripBlocks && !isVariable) {
      let start = at;
      while (start > from && text.charAt(start - 1) !== '\n' && isWhite(text.charCodeAt(start - 1))) start--;
      const beginsLine = start > from ? text.charAt(start - 1) === '\n' : this.#lineStarting;
      if (beginsLine) end = start;
    }
    return end;
  }

  #raw(): void {
    endRaw.lastIndex = this.#pos;
    const match = endRaw.exec(this.#text);
    // Jinja's rule for what is not closed needs a character to fail at.
    if (!match && this.#pos >= this.#text.length) return;
    if (!match) throw this.#failure('Missing end of raw directive', this.#pos);
    this.#data(this.#pos, this.#lstripped(this.#pos, match.index, match[1] ?? '', false));
    this.#closeAt(match.index + match[0].length, match[0]);
  }

  #comment(): void {
    const end = this.#text.indexOf('#}', this.#pos);
    if (end === -1 && this.#pos >= this.#text.length) return;
    if (end === -1) throw this.#failure('Missing end of comment tag', this.#pos);
    const before = this.#text.charAt(end - 1);
    const sign = end > this.#pos && (before === '-' || before === '+') ? before : '';
    const spaces = sign === '-' ? (matchAt(whiteRun, this.#text, end + 2) ?? '') : '';
    this.#closeAt(end + 2 + spaces.length, sign);
  }

  /** Ends a raw block or comment at `end`; `written` is how its closing tag was written. */
  #closeAt(end: number, written: string): void {
    const keeps = written === '' ? false : !/[^-+]%\}$/.test(written);
    const trims = this.#options.trimBlocks && !keeps && this.#text.charAt(end) === '\n';
    this.#pos = end + (trims ? 1 : 0);
    this.#lineStarting = this.#text.charAt(this.#pos - 1) === '\n';
    this.#countTo(this.#pos);
  }

  #tag(kind: 'block' | 'variable', start: number): void {
    this.#emit(`${kind}_begin`, '', start, this.#pos);
    this.#balance.length = 0;
    while (!this.#tagEnd(kind)) {
      if (this.#pos >= this.#text.length) return;
      this.#inner();
    }
  }

  #tagEnd(kind: 'block' | 'variable'): boolean {
    if (this.#balance.length > 0) return false;
    const match = matchAt(kind === 'block' ? blockEnd : variableEnd, this.#text, this.#pos);
    if (match === undefined) return false;
    const end = this.#pos + match.length;
    const trims = kind === 'block' && match === '%}' && this.#options.trimBlocks && this.#text.charAt(end) === '\n';
    this.#emit(`${kind}_end`, '', this.#pos, end);
    this.#pos = end + (trims ? 1 : 0);
    this.#lineStarting = this.#text.charAt(this.#pos - 1) === '\n';
    this.#countTo(this.#pos);
    return true;
  }

  /** One token inside a tag. */
  #inner(): void {
    const text = this.#text;
    const from = this.#pos;
    if (isWhite(text.charCodeAt(from))) {
      this.#pos++;
      while (this.#pos < text.length && isWhite(text.charCodeAt(this.#pos))) this.#pos++;
      this.#countTo(this.#pos);
      return;
    }
    const found =
      this.#take('float', floatPattern) ||
      this.#take('integer', integerPattern) ||
      this.#take('name', namePattern()) ||
      this.#string() ||
      this.#operator();
    if (!found) {
      const character = String.fromCodePoint(text.codePointAt(from) ?? 0);
      const place = [...text.slice(0, from)].length;
      throw this.#failure(`unexpected char ${pyRepr(character)} at ${place}`, from);
    }
  }

  #take(type: string, pattern: RegExp): boolean {
    const match = matchAt(pattern, this.#text, this.#pos);
    if (match === undefined) return false;
    const start = this.#pos;
    if (type === 'name' && !identifier().test(match)) throw this.#failure('Invalid character in identifier', start);
    this.#pos += match.length;
    this.#emit(type, type === 'name' ? match : match.replaceAll('_', ''), start, this.#pos);
    return true;
  }

  #string(): boolean {
    const quote = this.#text.charAt(this.#pos);
    if (quote !== '"' && quote !== "'") return false;
    let end = this.#pos + 1;
    while (end < this.#text.length && this.#text.charAt(end) !== quote) end += this.#text.charAt(end) === '\\' ? 2 : 1;
    if (end >= this.#text.length) return false;
    const start = this.#pos;
    const value = unescapeString(this.#text.slice(start + 1, end), message => this.#failure(message, start));
    this.#pos = end + 1;
    this.#emit('string', value, start, this.#pos);
    this.#countTo(this.#pos);
    return true;
  }

  #operator(): boolean {
    const match = matchAt(operatorPattern, this.#text, this.#pos);
    if (match === undefined) return false;
    const start = this.#pos;
    const close = closing[match];
    if (close) this.#balance.push(close);
    else if (match === '}' || match === ')' || match === ']') {
      const expected = this.#balance.pop();
      if (expected === undefined) throw this.#failure(`unexpected '${match}'`, start);
      if (expected !== match) throw this.#failure(`unexpected '${match}', expected '${expected}'`, start);
    }
    this.#pos += match.length;
    this.#emit(operators[match] ?? match, match, start, this.#pos);
    return true;
  }

  #data(start: number, end: number): void {
    if (end > start) this.#emit('data', this.#text.slice(start, end), start, end);
    this.#countTo(end);
  }

  #emit(type: string, value: string, start: number, end: number): void {
    this.#tokens.push({ type, value, line: this.#line, start: this.#offsets(start), end: this.#offsets(end) });
  }

  #countTo(position: number): void {
    for (; this.#counted < position; this.#counted++) if (this.#text.charCodeAt(this.#counted) === 10) this.#line++;
  }

  #failure(message: string, position: number): JinjaError {
    const start = this.#offsets(position);
    return new JinjaError('TemplateSyntaxError', message, { start, end: this.#offsets(this.#text.length) });
  }
}

function matchAt(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0];
}

/**
 * A template's text as Jinja reads it: `\r\n` and `\r` become `\n`, one line feed at the end is dropped. `offsetAt` gives
 * the place in the original of a place in it.
 */
function sourceOf(template: string): { readonly text: string; offsetAt(position: number): number } {
  const hasReturns = template.includes('\r');
  const normal = hasReturns ? template.replace(/\r\n?/g, '\n') : template;
  const text = normal.endsWith('\n') ? normal.slice(0, -1) : normal;
  if (!hasReturns) return { text, offsetAt: position => position };
  const offsets: number[] = [];
  for (let i = 0; i <= template.length; i++) {
    offsets.push(i);
    if (template.charAt(i) === '\r' && template.charAt(i + 1) === '\n') i++;
  }
  return { text, offsetAt: position => offsets[position] ?? template.length };
}

const lengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Python's `unicode-escape` of a string literal's inside; `\N{…}` is refused. `fail` makes the error to throw. */
function unescapeString(body: string, fail: (message: string) => Error): string {
  if (!body.includes('\\')) return body;
  let result = '';
  for (let i = 0; i < body.length; i++) {
    const character = body.charAt(i);
    if (character !== '\\') {
      result += character;
      continue;
    }
    const next = body.charAt(++i);
    const octal = /^[0-7]{1,3}/.exec(body.slice(i, i + 3))?.[0];
    const digits = lengths[next];
    if (Object.hasOwn(stringEscapes, next)) result += stringEscapes[next];
    else if (octal) {
      result += String.fromCharCode(Number.parseInt(octal, 8));
      i += octal.length - 1;
    } else if (digits) {
      const hex = /^[\da-fA-F]*/.exec(body.slice(i + 1, i + 1 + digits))?.[0] ?? '';
      if (hex.length < digits) throw fail(`truncated \\${next}${'X'.repeat(digits)} escape`);
      const code = Number.parseInt(hex, 16);
      if (code > 0x10ffff) throw fail('illegal Unicode character');
      result += String.fromCodePoint(code);
      i += digits;
    } else if (next === 'N') throw fail('unknown Unicode character name');
    else result += `\\${next}`;
  }
  return result;
}
