import { stringEscapes } from '../stringEscapes.ts';

const lengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Python's `unicode-escape` of a string literal's inside; `\N{…}` is refused. `fail` makes the error to throw. */
export function unescapeString(body: string, fail: (message: string) => Error): string {
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
