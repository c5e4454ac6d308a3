import { type Random, seededRandom } from '../core/random.ts';

const hexDigits = '0123456789abcdef';
/** Without the digits and letters that are easily taken for one another. */
const shortDigits = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A UUID in the form of version 4 that depends on a text alone, where a system draws one at random. */
export function stableUuid(text: string): string {
  const random = seededRandom(4, text);
  const variant = '89ab'[random.below(4)]!;
  const digits = (count: number) => drawn(random, hexDigits, count);
  return `${digits(8)}-${digits(4)}-4${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
}

/** The same in the form of Python's `shortuuid.uuid()`: 22 characters. */
export function stableShortId(text: string): string {
  return drawn(seededRandom(22, text), shortDigits, 22);
}

function drawn(random: Random, digits: string, count: number): string {
  return Array.from({ length: count }, () => digits[random.below(digits.length)]!).join('');
}
