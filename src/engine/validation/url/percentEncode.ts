import { utf8Bytes } from '../../python/utf8Bytes.ts';

const query = ' "#<>';
const path = `${query}?^\`{}`;

/** The printable characters that each part of a URL has to have encoded; controls and all beyond ASCII are encoded anyway. */
export const encodeSets = {
  opaque: '',
  fragment: ' "<>`',
  query,
  specialQuery: `${query}'`,
  path,
  userinfo: `${path}/:;=@[\\]|`,
} as const;

/** The text with `%XX` for what the part of the URL does not take. */
export function percentEncode(text: string, set: string): string {
  let encoded = '';
  for (const character of text) {
    const isPlain = character > '\x1f' && character < '\x7f' && !set.includes(character);
    encoded += isPlain ? character : utf8Bytes(character).map(hexEscape).join('');
  }
  return encoded;
}

function hexEscape(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The text with its `%XX` taken as bytes of UTF-8; `undefined` where they are not UTF-8. */
export function percentDecode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    // A percent sign that is not an escape stays as it is.
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return undefined;
  }
}
