import { domainToAscii } from './domain.ts';
import { encodeSets, percentDecode, percentEncode } from './percentEncode.ts';

/** Why a text is not a URL, in the words of Rust's url crate. */
export class UrlError {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** What a URL without a host fails with. */
export const emptyHost = new UrlError('empty host');
const badDomain = new UrlError('invalid international domain name');
const badIpv4 = new UrlError('invalid IPv4 address');
const badIpv6 = new UrlError('invalid IPv6 address');

/** The host of a URL with a special scheme: a domain in ASCII, an IPv4 or an IPv6 address in their usual form. */
export function parseHost(text: string): string | UrlError {
  if (text.startsWith('[')) return parseIpv6(text);
  const decoded = percentDecode(text);
  const domain = decoded === undefined ? undefined : domainToAscii(decoded);
  if (domain === undefined) return badDomain;
  if (domain === '') return emptyHost;
  const parts = domain.replace(/\.$/, '').split('.');
  const last = parts.at(-1) ?? '';
  return /^[0-9]+$/.test(last) || ipv4Number(last) !== undefined ? parseIpv4(parts) : domain;
}

/** The host of any other URL: nearly as it is. */
export function parseOpaqueHost(text: string): string | UrlError {
  if (text.startsWith('[')) return parseIpv6(text);
  if (/[\0\t\n\r #/:<>?@[\\\]^|]/.test(text)) return new UrlError('invalid domain character');
  return percentEncode(text, encodeSets.opaque);
}

function ipv4Number(part: string): number | undefined {
  if (/^0[xX][0-9a-fA-F]*$/.test(part)) return Number.parseInt(part.slice(2) || '0', 16);
  if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8);
  return /^(?:0|[1-9][0-9]*)$/.test(part) ? Number(part) : undefined;
}

function parseIpv4(parts: readonly string[]): string | UrlError {
  if (parts.length > 4) return badIpv4;
  const numbers: number[] = [];
  for (const part of parts) {
    const number = ipv4Number(part);
    if (number === undefined) return badIpv4;
    numbers.push(number);
  }
  const last = numbers.pop() ?? 0;
  if (last >= 256 ** (4 - numbers.length) || numbers.some(number => number > 255)) return badIpv4;
  const value = numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
  return [3, 2, 1, 0].map(power => Math.floor(value / 256 ** power) % 256).join('.');
}

function parseIpv6(text: string): string | UrlError {
  const halves = text.endsWith(']') ? text.slice(1, -1).split('::') : [];
  if (halves.length < 1 || halves.length > 2) return badIpv6;
  const pieces = halves.map((half, index) => ipv6Pieces(half, index === halves.length - 1));
  const [head, tail] = pieces;
  if (head === undefined || (halves.length === 2 && tail === undefined)) return badIpv6;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return badIpv6;
  return `[${printIpv6([...head, ...new Array<number>(missing).fill(0), ...(tail ?? [])])}]`;
}

function ipv6Pieces(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return [];
  const pieces: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (mayEndInIpv4 && index === parts.length - 1 && part.includes('.')) {
      const bytes = part.split('.');
      if (bytes.length !== 4 || !bytes.every(byte => /^(?:0|[1-9][0-9]{0,2})$/.test(byte) && Number(byte) < 256))
        return undefined;
      const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
      pieces.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) pieces.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return pieces;
}

function printIpv6(pieces: readonly number[]): string {
  let [start, length] = [-1, 1];
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (pieces[end] === 0) end++;
    if (end - i > length) [start, length] = [i, end - i];
  }
  const hex = pieces.map(piece => piece.toString(16));
  if (start < 0) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}
