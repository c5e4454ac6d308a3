import { type Automaton, type Format, type Grammar, NoGrammarError } from '../../grammar/index.ts';
import { type CharNumbers, maxPrinted, printedChar, printedClass, RuleNames } from './printing.ts';

/** How a dialect differs: whether `{m,n}` is read, as xgrammar does, which reads characters by their numbers in its own way too. */
export interface BnfDialect {
  readonly counts: boolean;
}

/** How many times are written one after the other; more become rules of their own. */
const maxInline = 4;

/** A grammar in llama.cpp's GBNF, or xgrammar's EBNF, which begins at `root`. Throws `NoGrammarError` where it is too large. */
export function printBnf(format: Format, dialect: BnfDialect): string {
  return new BnfPrinter(dialect).print(format);
}

class BnfPrinter {
  readonly #dialect: BnfDialect;
  readonly #numbers: CharNumbers;
  readonly #names = new RuleNames(['root']);
  readonly #lines: string[] = [];
  /** What stands for up to one, two, three, … of an item. */
  readonly #chains = new Map<string, string[]>();
  readonly #automata = new Map<Automaton, string>();
  #size = 0;

  constructor(dialect: BnfDialect) {
    this.#dialect = dialect;
    this.#numbers = dialect.counts ? 'long' : 'short';
  }

  print({ start, rules }: Format): string {
    const at = this.#lines.push('') - 1;
    const names = [...rules].map(([name]) => this.#names.of(name));
    for (const [i, grammar] of [...rules.values()].entries()) this.#rule(names[i]!, this.#choice(grammar));
    this.#lines[at] = `root ::= ${this.#choice(start)}`;
    return `${this.#lines.join('\n')}\n`;
  }

  #rule(name: string, expression: string): void {
    this.#size += name.length + expression.length;
    if (this.#size > maxPrinted) throw new NoGrammarError(`The grammar would be larger than ${maxPrinted / 1000} kB.`);
    this.#lines.push(`${name} ::= ${expression}`);
  }

  /** Where alternatives may stand without parentheses. */
  #choice(grammar: Grammar): string {
    if (grammar.kind === 'part') return this.#choice(grammar.of);
    if (grammar.kind !== 'choice') return this.#sequence(grammar);
    const printed = grammar.of.map(each => this.#sequence(each));
    // An empty alternative stands last.
    return [...printed.filter(text => text !== '""'), ...printed.filter(text => text === '""').slice(0, 1)].join(' | ');
  }

  #sequence(grammar: Grammar): string {
    if (grammar.kind === 'part') return this.#sequence(grammar.of);
    if (grammar.kind !== 'sequence') return this.#atom(grammar);
    const items = grammar.of.map(each => this.#sequence(each)).filter(text => text !== '""');
    return items.length === 0 ? '""' : items.join(' ');
  }

  #atom(grammar: Grammar): string {
    switch (grammar.kind) {
      case 'literal':
        return printedLiteral(grammar.text, this.#numbers);
      case 'class':
        return printedClass(grammar.ranges, this.#numbers);
      case 'reference':
        return this.#names.of(grammar.name);
      case 'text':
        return this.#text(grammar.automaton);
      case 'repetition':
        return this.#repetition(grammar.of, grammar.min, grammar.max);
      default:
        return `(${this.#choice(grammar)})`;
    }
  }

  #repetition(of: Grammar, min: number, max: number): string {
    const item = this.#single(of);
    if (item === '""' || max === 0) return '""';
    if (min === 0 && max === 1) return `${item}?`;
    if (max === Number.POSITIVE_INFINITY && min < 2) return item + (min === 0 ? '*' : '+');
    if (this.#dialect.counts) return `${item}{${min}${max === min ? '' : `,${Number.isFinite(max) ? max : ''}`}}`;
    const once = this.#named(item);
    const least = Array.from({ length: min }, () => once);
    if (max === Number.POSITIVE_INFINITY) return [...least, `${once}*`].join(' ');
    this.#size += (once.length + 4) * max;
    return [...least, ...this.#upTo(once, max - min)].join(' ');
  }

  /** Up to so many times: each stands in the rule of the one before, so that there is one way to read it. */
  #upTo(item: string, count: number): readonly string[] {
    if (count === 0) return [];
    if (count <= maxInline) {
      let text = `${item}?`;
      for (let i = 1; i < count; i++) text = `(${item} ${text})?`;
      return [text];
    }
    const chain = this.#chains.get(item) ?? [`${item}?`];
    this.#chains.set(item, chain);
    while (chain.length < count) {
      const name = this.#names.fresh('more');
      this.#rule(name, `${item} ${chain.at(-1)} | ""`);
      chain.push(name);
    }
    return [chain[count - 1]!];
  }

  /** What a repetition can stand behind. */
  #single(of: Grammar): string {
    const text = this.#sequence(of);
    const inner = of.kind === 'part' ? of.of : of;
    if (inner.kind === 'class' || inner.kind === 'reference' || inner.kind === 'text' || inner.kind === 'choice')
      return text;
    return inner.kind === 'literal' && text !== '""' ? text : text === '""' ? text : `(${text})`;
  }

  /** A rule of its own for what is long. */
  #named(item: string): string {
    if (item.length < 12) return item;
    const name = this.#names.fresh('item');
    this.#rule(name, item);
    return name;
  }

  /** An automaton as rules, one for each state: what follows a state is behind the character. */
  #text(automaton: Automaton): string {
    const printed = this.#automata.get(automaton);
    if (printed !== undefined) return printed;
    const names = automaton.map(({ edges, isFinal }) =>
      edges.length === 0 && isFinal ? '' : this.#names.fresh('text'),
    );
    const first = names[0] || '""';
    this.#automata.set(automaton, first);
    for (const [i, { edges, isFinal }] of automaton.entries()) {
      if (names[i] === '') continue;
      const ways = edges.map(({ ranges, to }) => `${printedClass(ranges, this.#numbers)} ${names[to]}`.trim());
      this.#rule(names[i]!, [...ways, ...(isFinal ? ['""'] : [])].join(' | '));
    }
    return first;
  }
}

/** A text in quotes. */
function printedLiteral(text: string, numbers: CharNumbers): string {
  return `"${Array.from(text, char => printedChar(char.codePointAt(0)!, '"', numbers)).join('')}"`;
}
