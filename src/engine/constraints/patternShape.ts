/** What matters of a regular expression to an engine that turns it into a grammar. */
export interface PatternShape {
  /** `^` at the start and `$` at the end, or what comes to the same. */
  readonly isAnchored: boolean;
  /** Begins with `^` and ends with `$`, to the letter. */
  readonly hasBothAnchors: boolean;
  readonly looksAround: boolean;
  readonly refersBack: boolean;
  readonly hasWordBoundary: boolean;
  /** `\d`, `\w`, `\s` and their opposites. */
  readonly hasEscapedClass: boolean;
  /** How long a text can be that it matches as a whole, in characters; `max` may be `Infinity`. */
  readonly length: LengthRange;
}

interface LengthRange {
  readonly min: number;
  readonly max: number;
}

/** What matters of a regular expression. Total and linear; of one that is malformed the lengths are a guess. */
export function patternShape(pattern: string): PatternShape {
  const reader = new LengthReader(pattern);
  const hasAlternatives = reader.hasTopAlternatives;
  const length = reader.length;
  const [opens, closes] = [pattern.startsWith('^'), /(?:^|[^\\])(?:\\\\){0,9}\$$/.test(pattern.slice(-20))];
  return {
    isAnchored: !hasAlternatives && (opens || pattern.startsWith('.*')) && (closes || pattern.endsWith('.*')),
    hasBothAnchors: opens && closes,
    ...reader.found,
    length,
  };
}

/** How deep groups may stand in each other; deeper ones are taken for any text. */
const maxDepth = 200;

/** Reads a pattern once, from left to right, and keeps what it found. */
class LengthReader {
  readonly found = { looksAround: false, refersBack: false, hasWordBoundary: false, hasEscapedClass: false };
  readonly length: LengthRange;
  hasTopAlternatives = false;
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.length = this.#alternatives(0);
  }

  #alternatives(depth: number): LengthRange {
    let all = this.#sequence(depth);
    while (this.#pattern[this.#at] === '|') {
      this.#at++;
      if (depth === 0) this.hasTopAlternatives = true;
      const next = this.#sequence(depth);
      all = { min: Math.min(all.min, next.min), max: Math.max(all.max, next.max) };
    }
    return all;
  }

  #sequence(depth: number): LengthRange {
    let [min, max] = [0, 0];
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== '|') {
      if (this.#pattern[this.#at] === ')') {
        if (depth > 0) break;
        this.#at++;
        continue;
      }
      const atom = this.#atom(depth);
      const times = this.#times();
      min += atom.min * times.min;
      max += atom.max === 0 ? 0 : atom.max * times.max;
    }
    return { min, max };
  }

  #atom(depth: number): LengthRange {
    const char = this.#pattern[this.#at++]!;
    if (char === '^' || char === '$') return { min: 0, max: 0 };
    if (char === '\\') return this.#escape();
    if (char === '[') return this.#class();
    if (char === '(') return this.#group(depth);
    return { min: 1, max: 1 };
  }

  #escape(): LengthRange {
    const char = this.#pattern[this.#at++] ?? '';
    if (/[bB]/.test(char)) {
      this.found.hasWordBoundary = true;
      return { min: 0, max: 0 };
    }
    if (/[1-9k]/.test(char)) {
      this.found.refersBack = true;
      return { min: 0, max: Number.POSITIVE_INFINITY };
    }
    if (/[dDwWsS]/.test(char)) this.found.hasEscapedClass = true;
    const digits = { u: 4, x: 2 }[char] ?? 0;
    this.#at += digits;
    return { min: 1, max: 1 };
  }

  #class(): LengthRange {
    if (this.#pattern[this.#at] === '^') this.#at++;
    if (this.#pattern[this.#at] === ']') this.#at++;
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ']') {
      if (this.#pattern[this.#at] === '\\') {
        this.#at++;
        if (/[dDwWsS]/.test(this.#pattern[this.#at] ?? '')) this.found.hasEscapedClass = true;
      }
      this.#at++;
    }
    this.#at++;
    return { min: 1, max: 1 };
  }

  #group(depth: number): LengthRange {
    const rest = this.#pattern.slice(this.#at, this.#at + 4);
    const looks = /^\?<?[=!]/.exec(rest);
    if (looks) this.found.looksAround = true;
    if (rest.startsWith('?')) this.#at += looks ? looks[0].length : 1;
    if (rest.startsWith('?:')) this.#at++;
    else if (rest.startsWith('?') && !looks) this.#at = Math.max(this.#at, this.#pattern.indexOf('>', this.#at) + 1);
    if (depth >= maxDepth) return { min: 0, max: Number.POSITIVE_INFINITY };
    const inside = this.#alternatives(depth + 1);
    this.#at++;
    return looks ? { min: 0, max: 0 } : inside;
  }

  /** The quantifier that stands next, a lazy one too. */
  #times(): LengthRange {
    const char = this.#pattern[this.#at];
    const counted = /^\{(\d{1,9})(,(\d{0,9}))?\}/.exec(this.#pattern.slice(this.#at, this.#at + 24));
    const simple = { '*': [0, Number.POSITIVE_INFINITY], '+': [1, Number.POSITIVE_INFINITY], '?': [0, 1] }[char ?? ''];
    if (!counted && !simple) return { min: 1, max: 1 };
    this.#at += counted ? counted[0].length : 1;
    if (this.#pattern[this.#at] === '?') this.#at++;
    if (simple) return { min: simple[0]!, max: simple[1]! };
    const min = Number(counted![1]);
    const open = counted![3] === '' ? Number.POSITIVE_INFINITY : Number(counted![3]);
    return { min, max: counted![2] === undefined ? min : open };
  }
}
