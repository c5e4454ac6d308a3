import type { PatternShape } from '../core/host.ts';

/** One character: itself, an escape, a class, any. */
const single =
  /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[\w=]+\}|[dswDSWtnrfv]|[^\w\s])|\[(?:[^\\\]]|\\.)*\]|[^\\^$*+?()[\]{}|]/iy;
const opening = /\((?:\?:|\?<\w+>|(?!\?))/y;
const quantifier = /(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/y;
const anchor = /[$^]|\\[bB]/y;
/** What is read otherwise, or in more than one way. */
const notJudged = /[\ud800-\udfff]/;
const needsUnicode = /\\(?:[pP]|u\{)/;

/** In how many ways a pattern may go on at places that take no text of any length. */
const mostChoices = 256;
const deepest = 50;
/** Of a pattern, in UTF-16 units: what follows each of its parts is looked at, and longer ones are seldom of such a form. */
const longest = 1000;

/** A part of a pattern: one character, a place, or parts behind one another, in several ways. */
type Part =
  | { readonly kind: 'one' | 'place'; readonly text: string }
  | { readonly kind: 'group'; readonly ways: readonly (readonly Repeated[])[] };

interface Repeated {
  readonly part: Part;
  readonly min: number;
  readonly max: number;
}

/**
 * Whether a pattern of JavaScript's surely takes no more steps than the square of a text's length, by its form alone: only single
 * characters are repeated without end, and behind each such repetition but the last stands a character that cannot be of it, so that
 * it ends at one place. `false` says nothing: that of a pattern that is long as well.
 */
export function isSurelyQuick({ source, flags }: PatternShape): boolean {
  if (source.length > longest || flags.includes('v') || notJudged.test(source)) return false;
  if (!flags.includes('u') && needsUnicode.test(source)) return false;
  const ways = new PatternReader(source).read();
  if (!ways || choicesIn(ways) > mostChoices) return false;
  return ways.every(way => endsAtOnePlace(way, [], flags));
}

class PatternReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** `undefined`: there is something else in it than what is judged here. */
  read(): readonly (readonly Repeated[])[] | undefined {
    const ways = this.#ways();
    return this.#at === this.#text.length ? ways : undefined;
  }

  #ways(): readonly (readonly Repeated[])[] | undefined {
    const ways: Repeated[][] = [[]];
    while (this.#at < this.#text.length && this.#text[this.#at] !== ')') {
      if (this.#text[this.#at] === '|') {
        ways.push([]);
        this.#at++;
        continue;
      }
      const part = this.#part();
      if (!part) return undefined;
      ways.at(-1)!.push({ part, ...this.#times() });
    }
    return ways;
  }

  #part(): Part | undefined {
    if (this.#take(opening) !== undefined) {
      if (++this.#depth > deepest) return undefined;
      const ways = this.#ways();
      this.#depth--;
      return ways && this.#text[this.#at++] === ')' ? { kind: 'group', ways } : undefined;
    }
    const place = this.#take(anchor);
    if (place !== undefined) return { kind: 'place', text: place[0] };
    const one = this.#take(single);
    return one && { kind: 'one', text: one[0] };
  }

  #times(): Pick<Repeated, 'min' | 'max'> {
    const found = this.#take(quantifier);
    if (!found) return { min: 1, max: 1 };
    const sign = found[0][0];
    if (sign === '?') return { min: 0, max: 1 };
    if (sign !== '{') return { min: sign === '+' ? 1 : 0, max: Number.POSITIVE_INFINITY };
    const min = Number(found[1]);
    return { min, max: found[2] === undefined ? min : found[2] === '' ? Number.POSITIVE_INFINITY : Number(found[2]) };
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }
}

/** The product of all choices; infinite where a part is repeated without end that is more than one character. */
function choicesIn(ways: readonly (readonly Repeated[])[]): number {
  let sum = 0;
  for (const way of ways) {
    let product = 1;
    for (const { part, min, max } of way) {
      const own = part.kind === 'group' ? choicesIn(part.ways) : 1;
      if (max === Number.POSITIVE_INFINITY) {
        if (oneCharacter(part) === undefined) return Number.POSITIVE_INFINITY;
      } else product *= (max - min + 1) * own ** max;
      // Copies of a repetition without end follow one another.
      if (max > 1 && max !== Number.POSITIVE_INFINITY && hasEndless(part)) return Number.POSITIVE_INFINITY;
    }
    sum += product;
  }
  return sum;
}

/** The one character that a part is, with brackets around it or not. */
function oneCharacter(part: Part): string | undefined {
  if (part.kind !== 'group') return part.kind === 'one' ? part.text : undefined;
  const [way, ...others] = part.ways;
  if (way?.length !== 1 || others.length > 0) return undefined;
  const { part: inner, min, max } = way[0]!;
  return min === 1 && max === 1 ? oneCharacter(inner) : undefined;
}

function hasEndless(part: Part): boolean {
  if (part.kind !== 'group') return false;
  return part.ways.some(way => way.some(isEndless));
}

/** Whether each repetition without end of a way but the last ends at one place. `rest`: what follows the way. */
function endsAtOnePlace(way: readonly Repeated[], rest: readonly Repeated[], flags: string): boolean {
  return way.every(({ part, max }, i) => {
    const behind = [...way.slice(i + 1), ...rest];
    if (max !== Number.POSITIVE_INFINITY)
      return part.kind !== 'group' || part.ways.every(inner => endsAtOnePlace(inner, behind, flags));
    // What ends the pattern and may be empty does not fail, so that nothing before it is tried again.
    const last = behind.at(-1);
    const others = last && oneCharacter(last.part) !== undefined && last.min === 0 ? behind.slice(0, -1) : behind;
    return !others.some(isEndless) || isDisjoint(oneCharacter(part)!, behind, flags);
  });
}

function isEndless({ part, max }: Repeated): boolean {
  return max === Number.POSITIVE_INFINITY || hasEndless(part);
}

/** Whether what follows a repeated character must begin with one that it cannot be. */
function isDisjoint(repeated: string, behind: readonly Repeated[], flags: string): boolean {
  for (const { part, min } of behind) {
    const next = oneCharacter(part);
    if (next === undefined)
      return min > 0 && part.kind === 'group' && part.ways.every(way => isDisjoint(repeated, way, flags));
    if (haveOneInCommon(repeated, next, flags)) return false;
    if (min > 0) return true;
  }
  return false;
}

/** Each character once; halves of pairs, which stand for nothing, in an order that makes no pair of them. */
let all: string | undefined;

function allCharacters(): string {
  const signs: string[] = [];
  const add = (from: number, to: number) => {
    for (let code = from; code < to; code++) signs.push(String.fromCodePoint(code));
  };
  add(0, 0xd800);
  add(0xdc00, 0xe000);
  add(0xe000, 0x11_0000);
  add(0xd800, 0xdc00);
  return signs.join('');
}

function haveOneInCommon(one: string, other: string, flags: string): boolean {
  all ??= allCharacters();
  try {
    return new RegExp(`(?=${one})${other}`, flags.replace(/[gy]/g, '')).test(all);
  } catch {
    // The pattern itself is broken.
    return true;
  }
}
