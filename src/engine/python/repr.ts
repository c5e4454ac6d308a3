import { once } from '../core/once.ts';
import { isPyList, PyFloat, PyOpaque, type PyValue } from '../core/pyValue.ts';

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

/**
 * Code points that Unicode assigned after 14.0, the version that CPython 3.11 knows: hexadecimal ranges. What later
 * versions assign counts as unassigned for Python, whatever the JavaScript engine knows.
 */
const assignedSince14 = `
88f 897 c5c cdc cf3 ece 1acf-1add 1ae0-1aeb 1b4e-1b4f 1b7f 1c89-1c8a 20c1 2427-2429 2b96 2ffc-2fff 31e4-31e5
31ef a7cb-a7cf a7d2 a7d4 a7da-a7dc a7f1 fbc3-fbd2 fd90-fd91 fdc8-fdce 105c0-105f3 10940-10959 10d40-10d65
10d69-10d85 10d8e-10d8f 10ec2-10ec7 10ed0-10ed8 10efa-10eff 1123f-11241 11380-11389 1138b 1138e 11390-113b5
113b7-113c0 113c2 113c5 113c7-113ca 113cc-113d5 113d7-113d8 113e1-113e2 116d0-116e3 11b00-11b09 11b60-11b67
11bc0-11be1 11bf0-11bf9 11db0-11ddb 11de0-11de9 11f00-11f10 11f12-11f3a 11f3e-11f5a 1342f 13440-13455
13460-143fa 16100-16139 16d40-16d79 16ea0-16eb8 16ebb-16ed3 16ff2-16ff6 187f8-187ff 18cff 18d09-18d1e
18d80-18df2 1b132 1b155 1cc00-1ccfc 1cd00-1ceb3 1ceba-1ced0 1cee0-1cef0 1d2c0-1d2d3 1df25-1df2a 1e030-1e06d
1e08f 1e4d0-1e4f9 1e5d0-1e5fa 1e5ff 1e6c0-1e6de 1e6e0-1e6f5 1e6fe-1e6ff 1f6d8 1f6dc 1f774-1f77f 1f7d9
1f8b2-1f8bb 1f8c0-1f8c1 1f8d0-1f8d8 1fa54-1fa57 1fa75-1fa77 1fa87-1fa8a 1fa8e-1fa8f 1faad-1faaf 1fabb-1fabf
1fac6 1fac8 1facd-1facf 1fada-1fadc 1fadf 1fae8-1faea 1faef 1faf7-1faf8 1fbcb-1fbef 1fbfa 2b739-2b73f
2cea2-2cead 2ebf0-2ee5d 31350-33479`;

const recent = assignedSince14
  .trim()
  .split(/\s/)
  .map(range => range.replace(/[0-9a-f]+/g, '\\u{$&}'))
  .join('');

/**
 * Every character that Python's `str.isprintable` refuses: controls, format characters, lone surrogates, private use,
 * unassigned, and separators but the blank.
 */
export const unprintable = once(
  () => new RegExp(`[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}${recent}]|(?! )\\p{Zs}`, 'gu'),
);

const namedBytes: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

/** Python's `repr` of `bytes`. Linear. */
export function bytesRepr(bytes: readonly number[] | Uint8Array): string {
  const quote = bytes.includes(39) && !bytes.includes(34) ? '"' : "'";
  let text = '';
  for (const byte of bytes) {
    if (byte === 39 && quote === "'") text += "\\'";
    else if (byte >= 32 && byte < 127 && byte !== 92) text += String.fromCharCode(byte);
    else text += namedBytes[byte] ?? `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return `b${quote}${text}${quote}`;
}
