import { isPyList, PyFloat, PyOpaque, type PyValue } from '../core/pyValue.ts';
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

/**
 * Python's `repr` of a float: the shortest digits that read back as the same number, `1.0`, `1e-05`, `1.5e+16`, `-0.0`,
 * `nan`, `inf`. The exponent form starts below 1e-4 and at 1e16 and has a sign and at least two digits.
 */
export function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '0', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** The repr of Python's `datetime.timedelta`, of microseconds. */
export function timedeltaRepr(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1e6);
  const parts = {
    days: Math.floor(seconds / 86_400),
    seconds: ((seconds % 86_400) + 86_400) % 86_400,
    microseconds: microseconds - seconds * 1e6,
  };
  const words = Object.entries(parts).filter(([, value]) => value !== 0);
  return `datetime.timedelta(${words.map(([name, value]) => `${name}=${value}`).join(', ') || '0'})`;
}

/** The repr of Python's `datetime.timezone(offset, name)`; `offset` in microseconds east of UTC. */
export function timezoneRepr(offset: number, name?: string): string {
  if (offset === 0 && name === undefined) return 'datetime.timezone.utc';
  return `datetime.timezone(${timedeltaRepr(offset)}${name === undefined ? '' : `, ${pyRepr(name)}`})`;
}
