import { type Format, type Grammar, NoGrammarError } from '../../grammar/index.ts';
import { maxPrinted, RuleNames } from './printing.ts';
import { RegexPrinter } from './printRegex.ts';

/**
 * A grammar in llguidance's Lark, which begins at `start`. Its lexer never goes back, so whatever nests nothing is one
 * terminal. Throws `NoGrammarError` where it is too large.
 */
export function printLark(format: Format): string {
  return new LarkPrinter(format).print(format);
}

class LarkPrinter {
  readonly #names = new RuleNames(['start']);
  readonly #terminals = new RuleNames();
  readonly #lines: string[] = [];
  readonly #regex: RegexPrinter;
  readonly #regexNames = new Map<string, string>();
  readonly #nesting: ReadonlySet<string>;
  #size = 0;

  constructor(format: Format) {
    this.#regex = new RegexPrinter(format);
    this.#nesting = nestingRules(format);
  }

  print({ start, rules }: Format): string {
    const at = this.#lines.push('') - 1;
    for (const [name, grammar] of rules)
      if (this.#nesting.has(name)) this.#line(`${this.#rule(name)}: ${this.#expression(grammar)}`);
    this.#lines[at] = `start: ${this.#expression(start)}`;
    return `${this.#lines.join('\n')}\n`;
  }

  #line(text: string): void {
    this.#size += text.length;
    if (this.#size > maxPrinted) throw new NoGrammarError(`The grammar would be larger than ${maxPrinted / 1000} kB.`);
    this.#lines.push(text);
  }

  #rule(name: string): string {
    return this.#names.of(name).replaceAll('-', '_');
  }

  #nests(grammar: Grammar): boolean {
    switch (grammar.kind) {
      case 'reference':
        return this.#nesting.has(grammar.name);
      case 'sequence':
      case 'choice':
        return grammar.of.some(each => this.#nests(each));
      case 'repetition':
      case 'part':
        return this.#nests(grammar.of);
      default:
        return false;
    }
  }

  #expression(grammar: Grammar): string {
    if (!this.#nests(grammar)) return this.#terminal(grammar);
    switch (grammar.kind) {
      case 'part':
        return this.#expression(grammar.of);
      case 'reference':
        return this.#rule(grammar.name);
      case 'choice':
        return this.#choice(grammar.of);
      case 'sequence':
        return this.#sequence(grammar.of);
      case 'repetition':
        return this.#repetition(grammar.of, grammar.min, grammar.max);
      default:
        return this.#terminal(grammar);
    }
  }

  /** Neighbours that nest nothing are one terminal. */
  #sequence(of: readonly Grammar[]): string {
    const items: string[] = [];
    let together: Grammar[] = [];
    const close = () => {
      const terminal = together.length > 0 ? this.#terminal({ kind: 'sequence', of: together }) : '';
      if (terminal !== '') items.push(terminal);
      together = [];
    };
    for (const each of of.flatMap(flat)) {
      if (!this.#nests(each)) together.push(each);
      else {
        close();
        items.push(isLoose(each) ? `(${this.#expression(each)})` : this.#expression(each));
      }
    }
    close();
    return items.join(' ');
  }

  #choice(of: readonly Grammar[]): string {
    const plain = of.filter(each => !this.#nests(each));
    const terminal = plain.length > 0 ? [this.#terminal({ kind: 'choice', of: plain })] : [];
    return [...of.filter(each => this.#nests(each)).map(each => this.#expression(each)), ...terminal].join(' | ');
  }

  #repetition(of: Grammar, min: number, max: number): string {
    const inner = this.#expression(of);
    const item = /^\w+$/.test(inner) ? inner : `(${inner})`;
    if (min === 0 && max === 1) return `${item}?`;
    if (max === Number.POSITIVE_INFINITY)
      return `${`${item} `.repeat(Math.max(min - 1, 0))}${item}${min === 0 ? '*' : '+'}`;
    return `${item}~${min}..${max}`;
  }

  /** What nests nothing, as a terminal; nothing where it is empty. */
  #terminal(grammar: Grammar): string {
    const regex = this.#regex.print(grammar);
    if (regex === '') return '';
    const printed = this.#regexNames.get(regex);
    if (printed !== undefined) return printed;
    const base = grammar.kind === 'reference' ? grammar.name : 'text';
    const name = this.#terminals.fresh(base).replaceAll('-', '_').toUpperCase();
    this.#regexNames.set(regex, name);
    this.#line(`${name}: /${inLark(regex)}/`);
    return name;
  }
}

/** Lark makes characters of the numbers before the expression is read, so that what would end a class, or begin a range, has a backslash. */
function inLark(regex: string): string {
  return regex.replace(/\\(?:x(2D|5B|5D|5E)|.)/gs, (whole, code?: string) =>
    code === undefined ? whole : `\\${String.fromCharCode(Number.parseInt(code, 16))}`,
  );
}

function flat(grammar: Grammar): readonly Grammar[] {
  if (grammar.kind === 'part') return flat(grammar.of);
  return grammar.kind === 'sequence' ? grammar.of.flatMap(flat) : [grammar];
}

function isLoose(grammar: Grammar): boolean {
  return grammar.kind === 'choice';
}

/** The rules that come back to themselves, and those that refer to them. */
function nestingRules({ rules }: Format): ReadonlySet<string> {
  const refers = new Map([...rules].map(([name, grammar]) => [name, referencesOf(grammar)]));
  const reaches = (name: string): ReadonlySet<string> => {
    const found = new Set(refers.get(name));
    for (const each of found) for (const next of refers.get(each) ?? []) found.add(next);
    return found;
  };
  const circular = new Set([...rules.keys()].filter(name => reaches(name).has(name)));
  return new Set(
    [...rules.keys()].filter(name => circular.has(name) || [...reaches(name)].some(each => circular.has(each))),
  );
}

function referencesOf(grammar: Grammar): readonly string[] {
  if (grammar.kind === 'reference') return [grammar.name];
  if (grammar.kind === 'sequence' || grammar.kind === 'choice') return grammar.of.flatMap(referencesOf);
  return grammar.kind === 'repetition' || grammar.kind === 'part' ? referencesOf(grammar.of) : [];
}
