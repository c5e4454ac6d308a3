import { isPyList, PyFloat, PyOpaque, type PyValue } from '../core/pyValue.ts';
import { floatRepr } from './floatRepr.ts';
import { unprintable } from './printable.ts';

/** Python's `repr(value)`. Recursion is as deep as the value, which `jsonLoads` limits. */
export function pyRepr(value: PyValue): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return stringRepr(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatRepr(value);
  if (value instanceof PyFloat) return floatRepr(value.value);
  if (value instanceof PyOpaque) return value.repr;
  if (isPyList(value)) return `[${value.map(pyRepr).join(', ')}]`;
  const items: string[] = [];
  for (const [key, item] of value) items.push(`${stringRepr(key)}: ${pyRepr(item)}`);
  return `{${items.join(', ')}}`;
}

/** Python's `str(value)`: a string as it is, anything else by its repr. */
export function pyStr(value: PyValue): string {
  return typeof value === 'string' ? value : pyRepr(value);
}

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function stringRepr(text: string): string {
  const body = text.replaceAll('\\', '\\\\').replace(unprintable(), escapeCharacter);
  if (!text.includes("'")) return `'${body}'`;
  return text.includes('"') ? `'${body.replaceAll("'", "\\'")}'` : `"${body}"`;
}

/** A character as Python's `repr` escapes it: `\\n`, `\\x07`, `\\u200b`. */
export function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return named[character] ?? `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** What Python's `ascii` makes of a repr: characters outside ASCII are escaped. */
export function escapeNonAscii(repr: string): string {
  return repr.replace(/[^\0-\x7f]/gu, escapeCharacter);
}
