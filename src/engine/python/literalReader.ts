import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue, pyFloat, pyInt } from '../core/pyValue.ts';
import { bytesRepr, pyRepr, pyStr } from './repr.ts';
import { stringEscapes } from './stringEscapes.ts';

/** CPython's parser refuses brackets that nest deeper. */
const maxNesting = 200;

/** What Python's `ast.literal_eval` refuses. */
export class NoLiteral extends Error {}

const name = /[A-Za-z_]\w*/y;
const number =
  /(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?\.?(?:\d(?:_?\d)*)?(?:(?<=[\d.])[eE][+-]?\d(?:_?\d)*)?)[jJ]?/y;
const stringStart = /([rR]?[bB]|[bB][rR]|[rRuU]?)("""|'''|"|')/y;
const constants = new Map<string, PyValue>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['Ellipsis', new PyOpaque('ellipsis', 'Ellipsis', null)],
]);

/** Reads one literal of Python, as `ast.literal_eval` does; tuples and sets come out as lists. Linear. */
export class LiteralReader {
  /** The tuples and sets. */
  readonly otherLists = new Map<PyValue, 'tuple' | 'set'>();
  unhashable: string | undefined;
  private readonly text: string;
  private index = 0;
  private nesting = 0;

  constructor(text: string) {
    this.text = text;
  }

  readAll(): PyValue {
    const items = this.readItem();
    // A bare tuple.
    const isTuple = this.take(',');
    const rest = isTuple ? this.readItems('') : [];
    // A statement may end with line breaks and comments.
    this.nesting++;
    this.skipBlanks();
    if (this.index < this.text.length) throw new NoLiteral();
    return isTuple ? this.other([items, ...rest], 'tuple') : items;
  }

  private readItem(): PyValue {
    this.skipBlanks();
    const unit = this.text.charAt(this.index);
    if (unit === '[') return this.bracketed(']', close => this.readItems(close));
    if (unit === '(') return this.readParenthesized();
    if (unit === '{') return this.bracketed('}', () => this.readDictOrSet());
    if (unit === '-' || unit === '+' || /[\d.]/.test(unit)) return this.readSignedNumber();
    const text = this.readStrings();
    if (text !== undefined) return text;
    const word = this.match(name)?.[0];
    if (word === 'set' && this.take('(') && this.take(')')) return this.other([], 'set');
    const constant = word === undefined || word === 'Ellipsis' ? undefined : constants.get(word);
    if (constant === undefined) throw new NoLiteral();
    return constant;
  }

  private other(items: PyValue[], type: 'tuple' | 'set'): PyValue {
    this.otherLists.set(items, type);
    return items;
  }

  /** What makes an item of a set that item: its repr. Notes what has no hash. */
  private hash(value: PyValue): string {
    const isTuple = this.otherLists.get(value) === 'tuple';
    if (isTuple && isPyList(value)) for (const item of value) this.hash(item);
    else if (isPyDict(value)) this.unhashable ??= 'dict';
    else if (isPyList(value)) this.unhashable ??= this.otherLists.get(value) ?? 'list';
    return pyRepr(value);
  }

  /** A key as `json.dumps` writes it, which knows no tuples. */
  private key(value: PyValue): string {
    this.hash(value);
    if (!this.unhashable && this.otherLists.get(value) === 'tuple') throw new NoLiteral();
    if (value === null) return 'null';
    return typeof value === 'boolean' ? String(value) : pyStr(value);
  }

  private bracketed<T>(close: string, read: (close: string) => T): T {
    this.index++;
    if (++this.nesting > maxNesting) throw new NoLiteral();
    const value = read(close);
    this.expect(close);
    this.nesting--;
    return value;
  }

  /** The items up to `close`, which is left; a comma may come last. */
  private readItems(close: string): PyValue[] {
    const items: PyValue[] = [];
    while (!this.isAt(close)) {
      items.push(this.readItem());
      if (!this.take(',')) break;
    }
    return items;
  }

  private readParenthesized(): PyValue {
    return this.bracketed(')', close => {
      if (this.isAt(close)) return this.other([], 'tuple');
      const first = this.readItem();
      return this.take(',') ? this.other([first, ...this.readItems(close)], 'tuple') : first;
    });
  }

  private readDictOrSet(): PyValue {
    if (this.isAt('}')) return new Map();
    const first = this.readItem();
    if (!this.take(':')) {
      const items = this.take(',') ? [first, ...this.readItems('}')] : [first];
      return this.other([...new Map(items.map(item => [this.hash(item), item])).values()], 'set');
    }
    const dict = new Map<string, PyValue>([[this.key(first), this.readItem()]]);
    while (this.take(',') && !this.isAt('}')) {
      const key = this.key(this.readItem());
      this.expect(':');
      dict.set(key, this.readItem());
    }
    return dict;
  }

  /** A number, with its sign, and with an imaginary part if it has one. */
  private readSignedNumber(): PyValue {
    const start = this.index;
    const unit = this.text.charAt(this.index);
    if (unit === '-' || unit === '+') {
      this.index++;
      this.skipBlanks();
    }
    const value = this.readNumber();
    this.skipBlanks();
    if (!/[+-]/.test(this.text.charAt(this.index))) return unit === '-' ? negated(value) : value;
    this.index++;
    this.skipBlanks();
    const imaginary = this.readNumber();
    if (!(imaginary instanceof PyOpaque)) throw new NoLiteral();
    const repr = `(${this.text.slice(start, this.index)})`;
    return new PyOpaque('complex', repr, repr);
  }

  private readNumber(): PyValue {
    const digits = this.match(number)?.[0] ?? '';
    if (!/^\d|^\.\d/.test(digits) || /\w/.test(this.text.charAt(this.index))) throw new NoLiteral();
    const plain = digits.replaceAll('_', '');
    if (/[jJ]$/.test(plain)) return new PyOpaque('complex', digits.toLowerCase(), digits);
    if (/^0[xob]/i.test(plain)) return pyInt(BigInt(plain));
    if (/[.eE]/.test(plain)) return pyFloat(Number(plain));
    if (/^0+[1-9]/.test(plain) || plain.length > 4300) throw new NoLiteral();
    return pyInt(BigInt(plain));
  }

  /** One string, or several that stand side by side. */
  private readStrings(): PyValue | undefined {
    let text: string | undefined;
    let isBytes = false;
    for (let start = this.match(stringStart); start; this.skipBlanks(), start = this.match(stringStart)) {
      const [, prefix = '', quote = ''] = start;
      const bytes = /b/i.test(prefix);
      if (text !== undefined && bytes !== isBytes) throw new NoLiteral();
      isBytes = bytes;
      text = (text ?? '') + this.readString(quote, /r/i.test(prefix), bytes);
    }
    if (text === undefined || !isBytes) return text;
    const bytes = Uint8Array.from(text, byte => byte.charCodeAt(0));
    return new PyOpaque('bytes', bytesRepr(bytes), text);
  }

  private readString(quote: string, isRaw: boolean, isBytes: boolean): string {
    const pieces: string[] = [];
    for (;;) {
      if (this.text.startsWith(quote, this.index)) {
        this.index += quote.length;
        return pieces.join('');
      }
      const unit = this.text.charAt(this.index);
      if (unit === '' || unit === '\0' || (quote.length === 1 && (unit === '\n' || unit === '\r')))
        throw new NoLiteral();
      if (isBytes && unit > '\x7f') throw new NoLiteral();
      if (unit !== '\\') {
        this.index++;
        if (unit === '\r') {
          if (this.text.charAt(this.index) === '\n') this.index++;
          pieces.push('\n');
        } else pieces.push(unit);
      } else if (isRaw) {
        pieces.push(this.text.slice(this.index, this.index + 2));
        this.index += 2;
      } else pieces.push(this.readEscape(isBytes));
    }
  }

  private readEscape(isBytes: boolean): string {
    const unit = this.text.charAt(this.index + 1);
    if (unit === '') throw new NoLiteral();
    const octal = /[0-7]{1,3}/y;
    octal.lastIndex = this.index + 1;
    const digits = octal.exec(this.text)?.[0];
    if (digits !== undefined) {
      this.index += 1 + digits.length;
      return String.fromCharCode(Number.parseInt(digits, 8) & (isBytes ? 0xff : 0x1ff));
    }
    const size = unit === 'x' ? 2 : isBytes ? 0 : unit === 'u' ? 4 : unit === 'U' ? 8 : 0;
    if (size > 0) {
      const hex = this.text.slice(this.index + 2, this.index + 2 + size);
      const code = /^[\da-fA-F]+$/.test(hex) && hex.length === size ? Number.parseInt(hex, 16) : -1;
      if (code < 0 || code > 0x10ffff) throw new NoLiteral();
      this.index += 2 + size;
      return String.fromCodePoint(code);
    }
    // There are no names of characters here.
    if (unit === 'N' && !isBytes) throw new NoLiteral();
    this.index += 2;
    if (unit === '\r' && this.text.charAt(this.index) === '\n') this.index++;
    return escapes[unit] ?? `\\${unit}`;
  }

  /** Skips blanks; inside brackets line breaks and comments too. */
  private skipBlanks(): void {
    for (; ; this.index++) {
      const unit = this.text.charAt(this.index);
      if (unit === '\\' && /[\r\n]/.test(this.text.charAt(this.index + 1))) this.index++;
      else if (unit === '#') {
        const end = this.text.slice(this.index).search(/[\r\n]/);
        this.index = end === -1 ? this.text.length : this.index + end - 1;
      } else if (unit === '' || (!' \t\f'.includes(unit) && !(this.nesting > 0 && '\r\n'.includes(unit)))) return;
    }
  }

  private isAt(unit: string): boolean {
    this.skipBlanks();
    return this.text.charAt(this.index) === unit;
  }

  private take(unit: string): boolean {
    if (!this.isAt(unit)) return false;
    this.index++;
    return true;
  }

  private expect(unit: string): void {
    if (!this.take(unit)) throw new NoLiteral();
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.index;
    const found = pattern.exec(this.text);
    if (found) this.index = pattern.lastIndex;
    return found;
  }
}

const escapes: Readonly<Record<string, string>> = { ...stringEscapes, '\r': '' };

function negated(value: PyValue): PyValue {
  if (typeof value === 'bigint') return pyInt(-value);
  if (typeof value === 'number') return Number.isInteger(value) ? (value === 0 ? 0 : -value) : -value;
  if (value instanceof PyFloat) return pyFloat(-value.value);
  return value instanceof PyOpaque ? new PyOpaque(value.type, `-${value.repr}`, value.json) : value;
}
