import {
  type CharRanges,
  choice,
  complement,
  type Format,
  type Grammar,
  literal,
  oneOf,
  patternGrammar,
  reference,
  repetition,
  sequence,
  union,
} from '../../grammar/index.ts';
import { withRulesOf } from '../../parsers/shared/answerGrammars.ts';
import type { TagElement } from './printStructuralTag.ts';

/** Reads what `printBnf` prints. Throws for anything else. */
export function readBnf(text: string): Format {
  return readRules(text, /^([a-z-]+) ::= /, 'root');
}

/** Reads what `printLark` prints. Throws for anything else. */
export function readLark(text: string): Format {
  return readRules(text, /^([a-zA-Z_]+): /, 'start');
}

/** Reads what `printRegex` prints. Throws for anything else. */
export function readRegex(text: string): Format {
  return { start: patternGrammar(text, { whole: true }), rules: new Map() };
}

/** Reads the format of a structural tag that `structuralTag` made. Throws for anything else. */
export function readStructuralTag(element: TagElement): Format {
  const rules = new Map<string, Grammar>();
  return { start: tagGrammar(element, rules), rules };
}

function tagGrammar(element: TagElement, rules: Map<string, Grammar>): Grammar {
  if (element.type === 'const_string') return literal(element.value);
  if (element.type === 'sequence') return sequence(...element.elements.map(each => tagGrammar(each, rules)));
  const { start, rules: own } = readBnf(element.grammar);
  return withRulesOf({ grammar: start, rules: own }, rules);
}

function readRules(text: string, head: RegExp, start: string): Format {
  const rules = new Map<string, Grammar>();
  for (const line of text.trimEnd().split('\n')) {
    const found = head.exec(line);
    if (!found) throw new SyntaxError(`This is not a rule: ${line}`);
    rules.set(found[1]!, new ExpressionReader(line, found[0].length).whole());
  }
  const first = rules.get(start);
  if (!first) throw new SyntaxError(`There is no rule ${start}.`);
  rules.delete(start);
  return { start: first, rules };
}

class ExpressionReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  whole(): Grammar {
    const grammar = this.#choice();
    if (this.#at < this.#text.length) throw this.#fault();
    return grammar;
  }

  #fault(): SyntaxError {
    return new SyntaxError(`Something else was expected at ${this.#at} of: ${this.#text}`);
  }

  /** `pattern` is sticky. */
  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found ?? undefined;
  }

  #choice(): Grammar {
    const ways = [this.#sequence()];
    while (this.#match(/ \| /uy)) ways.push(this.#sequence());
    return choice(...ways);
  }

  #sequence(): Grammar {
    const items = [this.#item()];
    while (this.#text[this.#at] === ' ' && this.#text[this.#at + 1] !== '|') {
      this.#at++;
      items.push(this.#item());
    }
    return sequence(...items);
  }

  #item(): Grammar {
    const atom = this.#atom();
    const sign = this.#match(/[?*+]/uy)?.[0];
    if (sign) return repetition(atom, sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY);
    const counted = this.#match(/\{(\d+)(?:(,)(\d*))?\}/uy) ?? this.#match(/~(\d+)(\.\.)(\d+)/uy);
    if (!counted) return atom;
    const [, min, comma, max] = counted;
    return repetition(
      atom,
      Number(min),
      comma === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max),
    );
  }

  #atom(): Grammar {
    if (this.#match(/\(/uy)) {
      const inside = this.#choice();
      if (!this.#match(/\)/uy)) throw this.#fault();
      return inside;
    }
    const name = this.#match(/[a-zA-Z][a-zA-Z_-]*/uy);
    if (name) return reference(name[0]);
    const text = this.#match(/"((?:[^"\\]|\\.)*)"/uy);
    if (text) return literal(Array.from(chars(text[1]!), code => String.fromCodePoint(code)).join(''));
    const set = this.#match(/\[(\^?)((?:[^\]\\]|\\.)*)\]/uy);
    if (set) return oneOf(set[1] === '^' ? complement(ranges(set[2]!)) : ranges(set[2]!));
    const regex = this.#match(/\/((?:[^/\\]|\\.)*)\//uy);
    if (regex) return patternGrammar(regex[1]!, { whole: true });
    throw this.#fault();
  }
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, '\\': 92 };

/** The characters of a text with escapes; a hyphen between two of a class is −1. */
function* chars(text: string, inClass = false): Generator<number> {
  for (const [all, two, four, eight, escaped] of text.matchAll(
    /\\(?:x([0-9A-F]{2})|u([0-9A-F]{4})|U([0-9A-F]{8})|(.))|[^\\]/gsu,
  )) {
    const number = two ?? four ?? eight;
    if (number !== undefined) yield Number.parseInt(number, 16);
    else if (escaped === undefined) yield inClass && all === '-' ? -1 : all.codePointAt(0)!;
    else yield escapes[escaped] ?? escaped.codePointAt(0)!;
  }
}

function ranges(text: string): CharRanges {
  const codes = [...chars(text, true)];
  const found: [number, number][] = [];
  for (let i = 0; i < codes.length; i++) {
    if (codes[i + 1] === -1) {
      found.push([codes[i]!, codes[i + 2]!]);
      i += 2;
    } else found.push([codes[i]!, codes[i]!]);
  }
  return union(found);
}
