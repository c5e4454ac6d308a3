import { fromPlain, isPyDict, isPyList, type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';
import { toJsonText } from '../../python/index.ts';
import { wellFormed } from '../schema/jsonText.ts';

/** Names of constants of a module, each given once. */
export class Names {
  readonly #counts = new Map<string, number>();

  /** A free name that ends in `suffix`: `discussion round` with `Schema` is `discussionRoundSchema`. */
  take(text: string, suffix: string): string {
    const name = camelCase(text) + suffix;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    // No name of a text ends in `_` and digits, so that this one is free.
    return count === 1 ? name : `${name}_${count}`;
  }
}

/** `discussion round` → `discussionRound`, of letters and digits only. */
function camelCase(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '');
  const joined = words
    .map((word, i) => (i === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('');
  if (joined === '') return 'answer';
  return /^\p{ID_Start}[\p{ID_Continue}]*$/u.test(joined) ? joined : `the${joined.replace(/[^\p{ID_Continue}]/gu, '')}`;
}

/** `discussionRound` → `DiscussionRound`. */
export function pascalCase(text: string): string {
  const name = camelCase(text);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

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

/** The value of a number literal; of one with a point or an exponent the float. `undefined` for an integer of too many digits. */
export function numberValue(source: string): PyValue | undefined {
  const digits = source.replaceAll('_', '');
  if (/^(?:\d+|0[xob][\da-f]+)n?$/i.test(digits)) {
    // Number() first: BigInt() is quadratic in the digits and most integers are short.
    const number = Number(digits);
    return Number.isSafeInteger(number)
      ? number
      : digits.length > 4300
        ? undefined
        : pyInt(BigInt(digits.replace(/n$/, '')));
  }
  const number = Number(digits);
  return Number.isNaN(number) ? undefined : pyFloat(number);
}

/** A number with the other sign; `undefined` for what is not a number. */
export function negated(value: PyValue | undefined): PyValue | undefined {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean')
    return undefined;
  if (isPyDict(value) || isPyList(value)) return undefined;
  if (typeof value === 'bigint') return pyInt(-value);
  if (typeof value === 'number') return fromPlain(value === 0 ? 0 : -value);
  return 'value' in value ? pyFloat(-value.value) : undefined;
}
