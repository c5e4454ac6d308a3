import type { PatternShape } from '../core/host.ts';
import { once } from '../core/once.ts';

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

/** Characters from one on, in lists of a size that a call takes. Halves of pairs stand for nothing, in an order that makes no pair of them. */
function charactersIn(stretches: readonly (readonly [from: number, to: number])[]): string {
  const parts: string[] = [];
  for (const [from, to] of stretches)
    for (let start = from; start < to; start += 0x1000) {
      const codes: number[] = [];
      for (let code = start; code < Math.min(start + 0x1000, to); code++) codes.push(code);
      parts.push(String.fromCodePoint(...codes));
    }
  return parts.join('');
}

/** Each character once. They take a while to be put together, and to be looked through. */
const all = once(() =>
  charactersIn([
    [0, 0xd800],
    [0xdc00, 0x11_0000],
    [0xd800, 0xdc00],
  ]),
);

/** Those at which a class may change that is written with properties: what is left out has those of what stands beside it. */
const telling = once(() => {
  const ends = Array.from({ length: 12 }, (_, i) => [0x3_ff00 + i * 0x1_0000, 0x4_0100 + i * 0x1_0000] as const);
  return charactersIn([
    // Without ideographs, syllables of Hangul, and characters for private use.
    [0, 0x4f00],
    [0x9f00, 0xad00],
    [0xd700, 0xd800],
    [0xdc00, 0xdc10],
    [0xdff0, 0xe100],
    [0xf800, 0x2_0100],
    [0x2_a600, 0x3_8000],
    // Of planes that are free, or for private use, where they begin and end.
    ...ends,
    [0xe_0000, 0xe_2000],
    [0xf_ff00, 0x10_0100],
    [0x10_ff00, 0x11_0000],
    [0xd800, 0xd810],
  ]);
});

/** Those at which a class may change that is written without properties and without what stands behind them. */
const few = once(() =>
  charactersIn([
    [0, 0x3100],
    [0xfe00, 0x1_0001],
    [0x10_ffff, 0x11_0000],
  ]),
);

function haveOneInCommon(one: string, other: string, flags: string): boolean {
  try {
    const both = new RegExp(`(?=${one})${other}`, flags.replace(/[gy]/g, ''));
    // Two classes that have none in common among the characters at whose borders they change have none at all.
    if (both.test(few())) return true;
    if (hasOther(one + other, flags)) return both.test(all());
    return /\\[pP]/.test(one + other) && both.test(telling());
  } catch {
    // The pattern itself is broken.
    return true;
  }
}

/** Whether a class names a character that is not among the first, or takes other cases of those that it names. */
function hasOther(classes: string, flags: string): boolean {
  if (flags.includes('i') || /[^\0-\u3000]/.test(classes)) return true;
  for (const [, code, long] of classes.matchAll(/\\u(?:([\da-f]{4})|\{([\da-f]+)\})/gi))
    if (Number.parseInt(code ?? long!, 16) > 0x3000) return true;
  return false;
}
