import type { PyValue } from '../../core/pyValue.ts';
import { toJsonText } from '../../python/index.ts';
import { wellFormed } from '../schema/jsonText.ts';

/** A text as a literal of TypeScript, in single quotes where it has none. */
export function textLiteral(text: string): string {
  const json = wellFormed(toJsonText(text));
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** A value as JSON in a raw template: as it stands in a file, so that `1.0` and big integers stay exact. */
export function jsonTemplate(value: PyValue): string {
  // Both would end the text. They only stand in JSON's strings, which may escape them.
  const json = wellFormed(toJsonText(value)).replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
  return `String.raw\`${json}\``;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

/** The text that the inside of a JavaScript string literal, or of a template without substitutions, stands for. */
export function unescapeLiteral(source: string): string {
  return source.replace(
    /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/g,
    (_, braced?: string, four?: string, two?: string, char?: string) => {
      const code = braced ?? four ?? two;
      if (code !== undefined) return codePoint(Number.parseInt(code, 16));
      if (char === undefined || /^[\r\n\u2028\u2029]/.test(char)) return '';
      return escapes[char] ?? char;
    },
  );
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
