import { isPyList, PyFloat, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { escapeCharacter, floatRepr, unprintable } from '../../python/index.ts';
import type { Code } from './code.ts';

/** Longer texts are split into several literals. */
const lineLength = 72;
/** Python's compiler refuses more decimal digits. */
const maxDigits = 4300;

/** A value as a Python literal, exact: `1.0` and every digit of an int, `float("nan")`. Recursion is as deep as the value. */
export function literalCode(value: PyValue): Code {
  if (typeof value === 'string') return textCode(value);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return intText(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatText(value);
  if (value instanceof PyFloat) return floatText(value.value);
  if (value instanceof PyOpaque) return literalCode(value.json);
  if (isPyList(value)) return { open: '[', items: value.map(item => ({ code: literalCode(item) })), close: ']' };
  const items = [...value].map(([key, item]) => ({ prefix: `${stringText(key)}: `, code: literalCode(item) }));
  return { open: '{', items, close: '}' };
}

/** A text: one literal, or a triple-quoted one, or several side by side where it is long. */
export function textCode(text: string): Code {
  const isMultiLine = text.slice(0, -1).includes('\n');
  if (isMultiLine && canTripleQuote(text)) return `"""${text.replaceAll('\\', '\\\\')}"""`;
  if (!isMultiLine && text.length <= lineLength) return stringText(text);
  return { flat: stringText(text), lines: splitText(text).map(stringText) };
}

/** A pattern: a raw literal where that can hold it. */
export function patternCode(pattern: string): Code {
  const quote = pattern.includes('"') ? "'" : '"';
  const isRaw = pattern.includes('\\') && !pattern.endsWith('\\') && !pattern.includes(quote) && isPrintable(pattern);
  return isRaw ? `r${quote}${pattern}${quote}` : textCode(pattern);
}

/** One literal on one line, in double quotes where that needs no more escapes. */
export function stringText(text: string): string {
  const body = text.replaceAll('\\', '\\\\').replace(unprintable(), escapeCharacter);
  if (!text.includes('"')) return `"${body}"`;
  return text.includes("'") ? `"${body.replaceAll('"', '\\"')}"` : `'${body}'`;
}

/** True where every character is printable. */
export function isPrintable(text: string): boolean {
  return text.search(unprintable()) === -1;
}

/** True where a text may stand between triple quotes as it is: all is printable, and no line of it could be a command for a CI runner that prints the file. */
export function isBlockText(text: string): boolean {
  return isPrintable(text.replaceAll('\n', '')) && !text.includes('"""') && !/::(?<=^\s*::)/m.test(text);
}

/** Blanks at ends of lines are left to escapes, as editors take them away. */
function canTripleQuote(text: string): boolean {
  return isBlockText(text) && !text.endsWith('"') && !/ (?:\n|$)/.test(text);
}

/** Splits after line feeds, and after blanks where a line is long. */
function splitText(text: string): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    let start = 0;
    while (line.length - start > lineLength) {
      const blank = line.lastIndexOf(' ', start + lineLength - 1);
      const end = blank > start ? blank + 1 : line.indexOf(' ', start + lineLength) + 1;
      if (end === 0 || end >= line.length) break;
      lines.push(line.slice(start, end));
      start = end;
    }
    lines.push(line.slice(start));
  }
  return lines;
}

function intText(value: bigint): string {
  const size = value < 0n ? -value : value;
  // Hexadecimal digits are fewer, and not limited.
  const hex = size.toString(16);
  if (hex.length < maxDigits / 2) return String(value);
  return `${value < 0n ? '-' : ''}0x${hex}`;
}

function floatText(value: number): string {
  return Number.isFinite(value) ? floatRepr(value) : `float("${floatRepr(value)}")`;
}

/** The `type` that Pydantic prints beside literals; `undefined` where they are of several. */
export function literalType(values: readonly PyValue[]): string | undefined {
  const types = new Set(values.map(typeNameOf));
  return types.size === 1 ? [...types][0] : undefined;
}

function typeNameOf(value: PyValue): string | undefined {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  if (isInteger(value)) return 'integer';
  if (value instanceof PyFloat || typeof value === 'number') return 'number';
  return value === null ? 'null' : isPyList(value) ? 'array' : undefined;
}

/** Whether `Literal[…]` takes a value. */
export function isLiteral(value: PyValue): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || isInteger(value);
}

/** True for an int. */
export function isInteger(value: PyValue): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

/** True for an int or a float that a float can hold. */
export function isFiniteNumber(value: PyValue): boolean {
  const number = value instanceof PyFloat ? value.value : value;
  return typeof number === 'number'
    ? Number.isFinite(number)
    : typeof number === 'bigint' && Number.isFinite(Number(number));
}
