import {
  type Automaton,
  type CharRanges,
  type Format,
  type Grammar,
  NoGrammarError,
  union,
} from '../../grammar/index.ts';
import { maxPrinted, printedChar, printedClass } from './printing.ts';

/** A grammar that nests nothing as one regular expression, which is read from end to end. Throws `NoGrammarError` for others, and where it is too large. */
export function printRegex(format: Format): string {
  return new RegexPrinter(format).print(format.start);
}

/** Prints grammars as regular expressions; `/` is written as a number, so that it may stand between slashes. */
export class RegexPrinter {
  readonly #rules: ReadonlyMap<string, Grammar>;
  readonly #open = new Set<string>();
  readonly #printed = new Map<string, string>();
  readonly #automata = new Map<Automaton, string>();

  constructor({ rules }: Pick<Format, 'rules'>) {
    this.#rules = rules;
  }

  /** Throws as {@link printRegex}. */
  print(grammar: Grammar): string {
    const text = this.#print(grammar);
    if (text.length > maxPrinted)
      throw new NoGrammarError(`The regular expression would be larger than ${maxPrinted / 1000} kB.`);
    return text;
  }

  #print(grammar: Grammar): string {
    switch (grammar.kind) {
      case 'literal':
        return Array.from(grammar.text, printedRegexChar).join('');
      case 'class':
        return printedClass(grammar.ranges);
      case 'part':
        return this.#print(grammar.of);
      case 'sequence':
        return checked(grammar.of.map(each => grouped(each, this.#print(each))).join(''));
      case 'choice':
        return checked(grammar.of.map(each => this.#print(each)).join('|'));
      case 'repetition':
        return repeated(this.#print(grammar.of), grammar.min, grammar.max);
      case 'reference':
        return `(?:${this.#reference(grammar.name)})`;
      case 'text': {
        const printed = this.#automata.get(grammar.automaton) ?? checked(automatonRegex(grammar.automaton));
        this.#automata.set(grammar.automaton, printed);
        return `(?:${printed})`;
      }
    }
  }

  #reference(name: string): string {
    const printed = this.#printed.get(name);
    if (printed !== undefined) return printed;
    if (this.#open.has(name))
      throw new NoGrammarError('The format nests in itself without end, which no regular expression tells.');
    this.#open.add(name);
    const text = this.#print(this.#rules.get(name)!);
    this.#open.delete(name);
    this.#printed.set(name, text);
    return text;
  }
}

function checked(text: string): string {
  if (text.length > maxPrinted)
    throw new NoGrammarError(`The regular expression would be larger than ${maxPrinted / 1000} kB.`);
  return text;
}

function grouped(grammar: Grammar, text: string): string {
  const inner = grammar.kind === 'part' ? grammar.of : grammar;
  return inner.kind === 'choice' ? `(?:${text})` : inner.kind === 'part' ? grouped(inner, text) : text;
}

function repeated(text: string, min: number, max: number): string {
  if (text === '' || max === 0) return '';
  const isSingle = /^(?:\[[^\]]*\]|[^\\[]|\\x..|\\[nrt])$/.test(text);
  const item = isSingle ? text : `(?:${text})`;
  if (min === 0 && max === 1) return `${item}?`;
  if (max === Number.POSITIVE_INFINITY && min < 2) return item + (min === 0 ? '*' : '+');
  return `${item}{${min}${max === min ? '' : `,${Number.isFinite(max) ? max : ''}`}}`;
}

function printedRegexChar(char: string): string {
  const code = char.codePointAt(0)!;
  if (/[.*+?()[\]{}|^$]/.test(char)) return `\\${char}`;
  return printedChar(code, '/');
}

/** What leads from one state to another: characters, or an expression. */
type Way = { readonly ranges: CharRanges } | { readonly text: string };

/** The expression of an automaton: its states are taken out one after the other, the last first. */
function automatonRegex(automaton: Automaton): string {
  const end = automaton.length;
  const ways = automaton.map(({ edges, isFinal }) => {
    const found = new Map<number, Way>(edges.map(({ ranges, to }) => [to, { ranges }]));
    if (isFinal) found.set(end, { text: '' });
    return found;
  });
  const from = automaton.map(() => new Set<number>());
  for (const [i, targets] of ways.entries()) for (const to of targets.keys()) if (to < end) from[to]!.add(i);
  for (let state = end - 1; state > 0; state--) takeOut(state, ways, from, end);
  return looped(ways[0]!.get(0), textOf(ways[0]!.get(end)));
}

function takeOut(state: number, ways: readonly Map<number, Way>[], from: readonly Set<number>[], end: number): void {
  const own = ways[state]!;
  const rests = [...own].filter(([to]) => to !== state);
  for (const source of from[state]!) {
    if (source === state || source > state) continue;
    const lead = ways[source]!;
    const into = looped(own.get(state), '', asUnit(lead.get(state)!));
    lead.delete(state);
    for (const [to, way] of rests) {
      const text = checked(into + asUnit(way));
      const other = lead.get(to);
      lead.set(to, other ? either(other, { text }) : { text });
      if (to < end) from[to]!.add(source);
    }
  }
}

function either(one: Way, other: Way): Way {
  if ('ranges' in one && 'ranges' in other) return { ranges: union([...one.ranges, ...other.ranges]) };
  const [first, second] = [textOf(one), textOf(other)];
  if (first === '' || second === '') return { text: first === second ? '' : `(?:${first}${second})?` };
  return { text: `${first}|${second}` };
}

function textOf(way: Way | undefined): string {
  if (!way) return '';
  return 'ranges' in way ? printedClass(way.ranges) : way.text;
}

/** A way as something that others can stand beside. */
function asUnit(way: Way): string {
  const text = textOf(way);
  return 'text' in way && text.includes('|') ? `(?:${text})` : text;
}

function looped(loop: Way | undefined, rest: string, before = ''): string {
  const again = loop ? repeated(textOf(loop), 0, Number.POSITIVE_INFINITY) : '';
  const after = rest.includes('|') ? `(?:${rest})` : rest;
  return before + again + after;
}
