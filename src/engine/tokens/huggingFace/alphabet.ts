import { decodeUtf8 } from '../../text/index.ts';

/** What byte-pair encoding starts from. */
export interface Alphabet {
  /**
   * Writes the symbols of `text[start, end)` (three for each UTF-16 unit at most): their ids, and where each ends in
   * the text, -1 for one that ends inside a character. Returns how many there are. A lone surrogate is U+FFFD.
   */
  write(text: string, start: number, end: number, ids: Int32Array, ends: Int32Array): number;
}

/** The alphabet of byte-level vocabularies; `undefined` where a byte has no token. */
export function byteAlphabet(vocab: Readonly<Record<string, number>>): Alphabet | undefined {
  const ids = byteSpellings.map(spelling => vocab[spelling]);
  if (ids.includes(undefined)) return undefined;
  return alphabet(new Map(), Int32Array.from(ids as number[]));
}

/** The alphabet of vocabularies of characters, other characters by their bytes; `undefined` where a byte has no token. */
export function characterAlphabet(vocab: Readonly<Record<string, number>>): Alphabet | undefined {
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => vocab[`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`],
  );
  if (bytes.includes(undefined)) return undefined;
  const characters = new Map<number, number>();
  for (const [token, id] of Object.entries(vocab)) {
    const codePoint = token.codePointAt(0) ?? 0;
    if (token.length === (codePoint > 0xffff ? 2 : 1)) characters.set(codePoint, id);
  }
  // The normalizer writes spaces as this character.
  const space = characters.get(0x2581);
  if (space === undefined) return undefined;
  characters.set(0x20, space);
  return alphabet(characters, Int32Array.from(bytes as number[]));
}

function alphabet(characters: ReadonlyMap<number, number>, bytes: Int32Array): Alphabet {
  return {
    write(text, start, end, ids, ends) {
      let length = 0;
      for (let at = start; at < end; ) {
        let code = text.charCodeAt(at++);
        if (code >= 0xd800 && code < 0xe000) {
          code = text.codePointAt(at - 1)!;
          if (code < 0x10000) code = 0xfffd;
          else at++;
        }
        const id = characters.get(code);
        if (id !== undefined) ids[length++] = id;
        else if (code < 0x80) ids[length++] = bytes[code]!;
        else {
          const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
          ids[length++] = bytes[((0xff00 >> (more + 1)) & 0xff) | (code >> (6 * more))]!;
          for (let left = more - 1; left >= 0; left--) {
            ends[length - 1] = -1;
            ids[length++] = bytes[0x80 | ((code >> (6 * left)) & 63)]!;
          }
        }
        ends[length - 1] = at;
      }
      return length;
    },
  };
}

/** How byte-level vocabularies spell bytes: printable Latin-1 characters as they are, the others as U+0100 and on. */
const byteSpellings: readonly string[] = (() => {
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    return String.fromCharCode(isPrintable ? byte : next++);
  });
})();

const byteOf = new Map(byteSpellings.map((spelling, byte) => [spelling, byte]));

/** The text of a token of a byte-level vocabulary; empty where its bytes are not text. */
export function textOfToken(token: string): string {
  const bytes = Array.from(token, character => byteOf.get(character));
  return bytes.includes(undefined) ? '' : (decodeUtf8(Uint8Array.from(bytes as number[])) ?? '');
}
