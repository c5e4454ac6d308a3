import { once } from '../../core/once.ts';
import { caseVariants } from '../re/caseVariants.ts';

/** A set of code points. What is asked most, ASCII, is looked up in a table. */
export class CodeSet {
  readonly #ascii = new Uint8Array(128);
  readonly #test: (code: number) => boolean;
  readonly #cache = new Map<number, boolean>();

  constructor(test: (code: number) => boolean) {
    this.#test = test;
    for (let code = 0; code < 128; code++) this.#ascii[code] = test(code) ? 1 : 0;
  }

  has(code: number): boolean {
    if (code < 128) return this.#ascii[code] === 1;
    const cached = this.#cache.get(code);
    if (cached !== undefined) return cached;
    const has = this.#test(code);
    if (this.#cache.size < 4096) this.#cache.set(code, has);
    return has;
  }
}

/** A member of a set, as it is written. */
export type SetMember = (code: number) => boolean;

/** The members of a set between brackets, with the flags that concern it. */
export function codeSet(
  members: readonly SetMember[],
  options: { readonly negated: boolean; readonly ignoreCase: boolean; readonly isAscii: boolean },
): CodeSet {
  const { negated, ignoreCase, isAscii } = options;
  const hasOne = (code: number) => members.some(member => member(code));
  if (!ignoreCase) return new CodeSet(code => hasOne(code) !== negated);
  return new CodeSet(code => caseVariants(code, isAscii).some(hasOne) !== negated);
}

/** All code points. */
export const anyCharacter = new CodeSet(() => true);
/** All code points but the line feed, which is what `.` matches without `DOTALL`. */
export const anyButLineFeed = new CodeSet(code => code !== 10);

/** A member that is one code point or a range of them, both ends included. */
export function rangeMember(low: number, high: number): SetMember {
  return code => code >= low && code <= high;
}

/** A JavaScript pattern of one character as a member. It is made when it is first asked: properties of Unicode take a while. */
export function patternMember(source: string): SetMember {
  const pattern = once(() => new RegExp(`^${source}$`, 'u'));
  return code => pattern().test(String.fromCodePoint(code));
}

/** The other code points. */
export function otherThan(member: SetMember): SetMember {
  return code => !member(code);
}
