/** How often a part that may repeat stands at most in an example, where the pattern wants no more. */
const maxRepeat = 100;
const maxLength = 10_000;

/** For parts that take almost any character. */
const anything = 'text';

const escapes: Readonly<Record<string, string>> = {
  d: '4',
  w: anything,
  s: ' ',
  D: 'a',
  W: ' ',
  S: anything,
  n: '\n',
  t: '\t',
};

/**
 * A text that a pattern matches, for patterns of letters, groups, choices, classes and repetitions; `undefined` for any
 * other. The pattern is not run. Linear.
 */
export function examplePattern({ source }: Pick<RegExp, 'source'>): string | undefined {
  const reader = new ExampleReader(source);
  const text = reader.choices(0);
  return text !== undefined && reader.at === source.length && text.length <= maxLength ? text : undefined;
}

class ExampleReader {
  at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** The first of some choices, up to a closing parenthesis or the end. */
  choices(depth: number): string | undefined {
    if (depth > 50) return undefined;
    const first = this.#sequence(depth);
    while (first !== undefined && this.#source[this.at] === '|') {
      this.at++;
      if (this.#sequence(depth) === undefined) return undefined;
    }
    return first;
  }

  #sequence(depth: number): string | undefined {
    let text = '';
    while (this.at < this.#source.length && !'|)'.includes(this.#source.charAt(this.at))) {
      const any = this.#part(depth);
      // One character, unless more may stand there.
      const part = any === anything && !/[*+]/.test(this.#source.charAt(this.at)) ? any.charAt(0) : any;
      const count = part === undefined ? undefined : this.#count();
      if (part === undefined || count === undefined || text.length > maxLength) return undefined;
      text += part.repeat(count);
    }
    return text;
  }

  #part(depth: number): string | undefined {
    const character = this.#source.charAt(this.at++);
    switch (character) {
      case '(': {
        const [opening = ''] = /^(?:\?:|\?<[\w$]+>)?/.exec(this.#source.slice(this.at, this.at + 100)) ?? [];
        this.at += opening.length;
        const inside = this.choices(depth + 1);
        return this.#source.charAt(this.at++) === ')' ? inside : undefined;
      }
      case '[':
        return this.#class();
      case '\\': {
        const escaped = this.#source.charAt(this.at++);
        return escapes[escaped] ?? (/[^\w]/.test(escaped) ? escaped : undefined);
      }
      case '^':
      case '$':
        return '';
      case '.':
        return anything;
      default:
        return '*+?{'.includes(character) ? undefined : character;
    }
  }

  /** The first member of a class; of one that excludes, a letter that is not in it. */
  #class(): string | undefined {
    const end = /(?<!\\)(?:\\\\)*\]/.exec(this.#source.slice(this.at));
    if (!end) return undefined;
    const inside = this.#source.slice(this.at, this.at + end.index + end[0].length - 1);
    this.at += end.index + end[0].length;
    if (inside.startsWith('^')) return /[\w\\]/.test(inside.slice(1).replace(/\\[ntrs]/g, '')) ? undefined : anything;
    const [, escaped, plain] = /^(?:\\(.)|([^\\]))/s.exec(inside) ?? [];
    if (plain !== undefined) return plain;
    return escaped === undefined
      ? undefined
      : (escapes[escaped] ?? (/\W/.test(escaped) ? escaped : undefined))?.charAt(0);
  }

  /** How often the part before stands: once, unless the pattern wants more. */
  #count(): number | undefined {
    const [whole, least] = /^(?:[*+?]\??|\{(\d+)(?:,\d*)?\}\??)/.exec(this.#source.slice(this.at, this.at + 30)) ?? [];
    this.at += whole?.length ?? 0;
    const count = Math.max(1, Number(least ?? 1));
    return count <= maxRepeat ? count : undefined;
  }
}
