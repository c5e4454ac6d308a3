import { type Automaton, explore } from './automaton.ts';
import { type CharRanges, pieces } from './charRanges.ts';
import type { Format, Grammar, Part, TextGrammar } from './grammar.ts';
import { NoGrammarError } from './noGrammarError.ts';

/** A state of a rule: characters, rules and marks that lead to others. */
export interface NetworkState {
  readonly edges: { readonly ranges: CharRanges; readonly to: number }[];
  readonly calls: { readonly rule: number; readonly to: number }[];
  /** States that are reached for nothing; `mark` is where a part begins or ends. */
  readonly jumps: { readonly to: number; readonly mark?: Mark }[];
}

/** Where a part begins or ends; of a text up to a closing the end is so many characters earlier. */
export interface Mark {
  readonly part: Part;
  readonly isEnd: boolean;
  readonly back: number;
}

/** A grammar as a network of states, one piece of it for each rule. */
export interface Network {
  readonly states: readonly NetworkState[];
  /** The first and the last state of each rule; the first rule is the start. */
  readonly rules: readonly { readonly name: string; readonly first: number; readonly last: number }[];
}

/** How large a network may be. */
const maxStates = 200_000;

/** Makes the network of a grammar. Throws `NoGrammarError` where it is too large. Linear in the grammar with its repetitions written out. */
export function networkOf({ start, rules }: Format): Network {
  return new NetworkMaker(start, rules).network;
}

class NetworkMaker {
  readonly network: Network;
  readonly #states: NetworkState[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(start: Grammar, rules: ReadonlyMap<string, Grammar>) {
    const all = [['', start] as const, ...rules];
    for (const [i, [name]] of all.entries()) this.#numbers.set(name, i);
    this.network = {
      states: this.#states,
      rules: all.map(([name, grammar]) => {
        const [first, last] = [this.#state(), this.#state()];
        this.#add(grammar, first, last);
        return { name, first, last };
      }),
    };
  }

  #state(): number {
    if (this.#states.length >= maxStates)
      throw new NoGrammarError(`The grammar would have more than ${maxStates} states.`);
    return this.#states.push({ edges: [], calls: [], jumps: [] }) - 1;
  }

  #add(grammar: Grammar, from: number, to: number): void {
    const { kind } = grammar;
    if (kind === 'literal') this.#literal(grammar.text, from, to);
    else if (kind === 'class') this.#states[from]!.edges.push({ ranges: grammar.ranges, to });
    else if (kind === 'sequence') this.#sequence(grammar.of, from, to);
    else if (kind === 'choice') for (const each of grammar.of) this.#add(each, from, to);
    else if (kind === 'repetition') this.#repetition(grammar.of, grammar.min, grammar.max, from, to);
    else if (kind === 'reference') this.#call(grammar.name, from, to);
    else if (kind === 'text') this.#text(grammar, from, to);
    else this.#marked(grammar.part, 0, from, to, (first, last) => this.#add(grammar.of, first, last));
  }

  #literal(text: string, from: number, to: number): void {
    const chars = Array.from(text, char => char.codePointAt(0)!);
    if (chars.length === 0) this.#jump(from, to);
    let at = from;
    for (const [i, code] of chars.entries()) {
      const next = i === chars.length - 1 ? to : this.#state();
      this.#states[at]!.edges.push({ ranges: [[code, code]], to: next });
      at = next;
    }
  }

  #sequence(of: readonly Grammar[], from: number, to: number): void {
    if (of.length === 0) this.#jump(from, to);
    let at = from;
    for (const [i, each] of of.entries()) {
      const next = i === of.length - 1 ? to : this.#state();
      this.#add(each, at, next);
      at = next;
    }
  }

  #repetition(of: Grammar, min: number, max: number, from: number, to: number): void {
    let at = from;
    for (let i = 0; i < min; i++) {
      const next = this.#state();
      this.#add(of, at, next);
      at = next;
    }
    if (max === Number.POSITIVE_INFINITY) {
      const [loop, end] = [this.#state(), this.#state()];
      this.#jump(at, loop);
      this.#add(of, loop, end);
      this.#jump(end, loop);
      this.#jump(loop, to);
      return;
    }
    for (let i = min; i < max; i++) {
      const next = this.#state();
      this.#jump(at, to);
      this.#add(of, at, next);
      at = next;
    }
    this.#jump(at, to);
  }

  #call(name: string, from: number, to: number): void {
    const rule = this.#numbers.get(name);
    if (rule === undefined) throw new NoGrammarError(`There is no rule \`${name}\`.`);
    this.#states[from]!.calls.push({ rule, to });
  }

  #text({ automaton, closing, part }: TextGrammar, from: number, to: number): void {
    const add = (first: number, last: number) => this.#automaton(automaton, first, last);
    if (part) this.#marked(part, closing.length, from, to, add);
    else add(from, to);
  }

  #automaton(automaton: Automaton, from: number, to: number): void {
    const states = automaton.map(() => this.#state());
    this.#jump(from, states[0]!);
    for (const [i, { edges, isFinal }] of automaton.entries()) {
      for (const edge of edges) this.#states[states[i]!]!.edges.push({ ranges: edge.ranges, to: states[edge.to]! });
      if (isFinal) this.#jump(states[i]!, to);
    }
  }

  #marked(part: Part, back: number, from: number, to: number, add: (first: number, last: number) => void): void {
    const [first, last] = [this.#state(), this.#state()];
    this.#states[from]!.jumps.push({ to: first, mark: { part, isEnd: false, back: 0 } });
    add(first, last);
    this.#states[last]!.jumps.push({ to, mark: { part, isEnd: true, back } });
  }

  #jump(from: number, to: number): void {
    this.#states[from]!.jumps.push({ to });
  }
}

/** The automaton of a grammar without references. Throws `NoGrammarError` where it has too many states. */
export function automatonOf(grammar: Grammar): Automaton {
  const { states, rules } = networkOf({ start: grammar, rules: new Map() });
  const { first, last } = rules[0]!;
  const closure = (from: readonly number[]): readonly number[] => {
    const found = new Set(from);
    for (const state of found) for (const { to } of states[state]!.jumps) found.add(to);
    return [...found].sort((one, other) => one - other);
  };
  return explore<readonly number[]>(
    closure([first]),
    String,
    set => {
      const edges = set.flatMap(state => states[state]!.edges);
      return pieces(edges.map(({ ranges }) => ranges)).flatMap(([from, to]) => {
        const targets = edges.filter(({ ranges }) => ranges.some(range => range[0] <= from && from <= range[1]));
        return targets.length === 0
          ? []
          : [{ ranges: [[from, to]] as const, to: closure(targets.map(edge => edge.to)) }];
      });
    },
    set => set.includes(last),
  );
}
