import { type CharRanges, hasChar } from './charRanges.ts';
import type { Part } from './grammar.ts';
import type { Mark, Network } from './network.ts';
import { NoGrammarError } from './noGrammarError.ts';

/** A part of a sentence, as it was written. */
export interface SampledPart {
  readonly part: Part;
  readonly text: string;
}

/** A sentence, and the parts that it was made of. */
export interface Sentence {
  readonly text: string;
  readonly parts: readonly SampledPart[];
}

/** Where a rule goes back to. */
interface Frame {
  readonly to: number;
  readonly frame: Frame | undefined;
  readonly depth: number;
}

interface Place {
  readonly state: number;
  readonly frame: Frame | undefined;
}

/** What leads to the next character: the marks that are passed, the characters that fit, and the place behind. */
interface Move {
  readonly marks: readonly Mark[];
  readonly ranges: CharRanges;
  readonly to: Place;
}

/** A move that was made, with its character. */
interface Made {
  readonly marks: readonly Mark[];
  readonly char: string;
  readonly to: Place;
}

/** What chooses: an integer from 0 up to, but not including, `limit`. */
export interface Chance {
  below(limit: number): number;
}

const precision = 2 ** 31;
/** How deep rules are called in each other where there is a choice. */
const maxDepth = 12;
const maxMoves = 400;
const maxTries = 300;

/**
 * Writes sentences of a grammar that look for trouble: beside characters at random it writes words, such as the grammar's own
 * delimiters, whole and cut, wherever they fit.
 */
export class Sampler {
  readonly #network: Network;
  readonly #words: readonly string[];
  readonly #random: () => number;
  readonly #lasts: ReadonlySet<number>;
  readonly #distances: Float64Array;
  /** How often each state was reached: what was hardly tried comes first. */
  readonly #visits: Uint32Array;

  /** Throws `NoGrammarError` where the grammar has no sentence. */
  constructor(network: Network, words: readonly string[], random: Chance) {
    this.#network = network;
    this.#words = words;
    this.#random = () => random.below(precision) / precision;
    this.#lasts = new Set(network.rules.map(({ last }) => last));
    this.#distances = distances(network);
    this.#visits = new Uint32Array(network.states.length);
    if (!Number.isFinite(this.#distances[network.rules[0]!.first]!))
      throw new NoGrammarError('No text is a sentence of the grammar.');
  }

  sentence(): Sentence {
    const made: Made[] = [];
    let place: Place = { state: this.#network.rules[0]!.first, frame: undefined };
    const length = Math.floor(this.#random() ** 2 * maxMoves);
    for (let i = 0; i < length; i++) {
      const steps = this.#steps(place);
      if (steps.length === 0) break;
      made.push(...steps);
      place = steps.at(-1)!.to;
    }
    return written(made, this.#completion(place));
  }

  #steps(place: Place): readonly Made[] {
    const kind = this.#random();
    if (kind < 0.35) {
      const word = this.#pick(this.#words);
      const path = word === undefined ? undefined : this.#follow(place, word, { left: maxTries });
      if (path) return path;
    }
    if (kind > 0.9)
      return this.#completion(place)
        .slice(0, 1 + Math.floor(this.#random() * 20))
        .filter(isMade);
    const moves = this.#moves(place);
    const move = this.#rarer(this.#pick(moves), this.#pick(moves));
    return move ? [{ marks: move.marks, char: this.#char(move.ranges), to: move.to }] : [];
  }

  #rarer(one: Move | undefined, other: Move | undefined): Move | undefined {
    const rarer = one && other && this.#visits[other.to.state]! < this.#visits[one.to.state]! ? other : one;
    if (rarer) this.#visits[rarer.to.state]!++;
    return rarer;
  }

  #pick<T>(of: readonly T[]): T | undefined {
    return of[Math.floor(this.#random() * of.length)];
  }

  /** A character of the set, often one of ASCII, or the first or last of a range. */
  #char(ranges: CharRanges): string {
    const [from, to] = this.#pick(ranges)!;
    const kind = this.#random();
    const ascii = 32 + Math.floor(this.#random() * 95);
    if (kind < 0.5 && hasChar(ranges, ascii)) return String.fromCodePoint(ascii);
    if (kind < 0.65) return String.fromCodePoint(from);
    if (kind < 0.8) return String.fromCodePoint(to);
    return String.fromCodePoint(from + Math.floor(this.#random() * (Math.min(to, from + 0x3000) - from + 1)));
  }

  /** All that leads to a next character, without calls that are nested too deeply. */
  #moves(place: Place): readonly Move[] {
    const found: Move[] = [];
    const seen = new Set<string>();
    const deep: (readonly [Place, readonly Mark[]])[] = [];
    const visit = ({ state, frame }: Place, marks: readonly Mark[]): void => {
      const key = `${state} ${frame?.depth ?? 0} ${frame?.to ?? -1}`;
      if (seen.has(key) || found.length > 2000) return;
      seen.add(key);
      const { edges, calls, jumps } = this.#network.states[state]!;
      for (const { ranges, to } of edges)
        if (this.#distances[to]! < Number.POSITIVE_INFINITY) found.push({ marks, ranges, to: { state: to, frame } });
      for (const { to, mark } of jumps) visit({ state: to, frame }, mark ? [...marks, mark] : marks);
      for (const { rule, to } of calls) {
        const called = this.#called(rule, to, frame);
        if ((called.frame?.depth ?? 0) > maxDepth) deep.push([called, marks]);
        else visit(called, marks);
      }
      if (this.#lasts.has(state) && frame) visit({ state: frame.to, frame: frame.frame }, marks);
    };
    visit(place, []);
    for (let i = 0; found.length === 0 && i < deep.length; i++) visit(...deep[i]!);
    return found;
  }

  #called(rule: number, to: number, frame: Frame | undefined): Place {
    const { first } = this.#network.rules[rule]!;
    const { edges, calls, jumps } = this.#network.states[to]!;
    const isTail = this.#lasts.has(to) && edges.length + calls.length + jumps.length === 0;
    return { state: first, frame: isTail ? frame : { to, frame, depth: (frame?.depth ?? 0) + 1 } };
  }

  /** The way along a word; `undefined`: it does not fit. */
  #follow(place: Place, word: string, tries: { left: number }): readonly Made[] | undefined {
    const code = word.codePointAt(0);
    if (code === undefined) return [];
    const char = String.fromCodePoint(code);
    for (const { marks, ranges, to } of this.#moves(place)) {
      if (!hasChar(ranges, code) || --tries.left < 0) continue;
      const rest = this.#follow(to, word.slice(char.length), tries);
      if (rest) return [{ marks, char, to }, ...rest];
    }
    return undefined;
  }

  /** The shortest way to the end; the last has no character where marks stand there. */
  #completion(place: Place): readonly (Made | { readonly marks: readonly Mark[] })[] {
    const made: (Made | { readonly marks: readonly Mark[] })[] = [];
    let marks: Mark[] = [];
    let { state, frame }: Place = place;
    for (;;) {
      if (this.#lasts.has(state)) {
        if (!frame) break;
        ({ to: state, frame } = frame);
        continue;
      }
      const way = this.#shortest(state);
      if ('call' in way) ({ state, frame } = this.#called(way.call.rule, way.call.to, frame));
      else if ('jump' in way) {
        if (way.jump.mark) marks.push(way.jump.mark);
        state = way.jump.to;
      } else {
        state = way.edge.to;
        made.push({ marks, char: this.#char(way.edge.ranges), to: { state, frame } });
        marks = [];
      }
    }
    return [...made, { marks }];
  }

  #shortest(state: number) {
    const { edges, calls, jumps } = this.#network.states[state]!;
    const { rules } = this.#network;
    const ways = [
      ...edges.map(edge => ({ edge, length: 1 + this.#distances[edge.to]! })),
      ...jumps.map(jump => ({ jump, length: this.#distances[jump.to]! })),
      ...calls.map(call => ({
        call,
        length: 1 + this.#distances[rules[call.rule]!.first]! + this.#distances[call.to]!,
      })),
    ];
    const least = Math.min(...ways.map(({ length }) => length));
    return this.#pick(ways.filter(({ length }) => length === least))!;
  }
}

function isMade(step: Made | { readonly marks: readonly Mark[] }): step is Made {
  return 'char' in step;
}

function written(made: readonly Made[], rest: readonly (Made | { readonly marks: readonly Mark[] })[]): Sentence {
  let text = '';
  const open: number[] = [];
  const parts: SampledPart[] = [];
  for (const step of [...made, ...rest]) {
    for (const { part, isEnd, back } of step.marks) {
      if (!isEnd) open.push(text.length);
      else parts.push({ part, text: text.slice(open.pop() ?? 0, text.length - back) });
    }
    if (isMade(step)) text += step.char;
  }
  return { text, parts };
}

/** How far each state is from the end of its rule, in characters and calls, at the least. Linear, times the depth of rules in each other. */
function distances({ states, rules }: Network): Float64Array {
  const found = new Float64Array(states.length).fill(Number.POSITIVE_INFINITY);
  const back = states.map((): number[] => []);
  const callers = rules.map((): number[] => []);
  for (const [i, { edges, calls, jumps }] of states.entries()) {
    for (const { to } of [...edges, ...jumps, ...calls]) back[to]!.push(i);
    for (const { rule } of calls) callers[rule]!.push(i);
  }
  const ruleOf = new Map(rules.map(({ first }, i) => [first, i]));
  const queue = rules.map(({ last }) => last);
  for (const last of queue) found[last] = 0;
  // A state is looked at again whenever what it leads to came nearer.
  for (let i = 0; i < queue.length; i++) {
    const state = queue[i]!;
    const rule = ruleOf.get(state);
    for (const from of [...back[state]!, ...(rule === undefined ? [] : callers[rule]!)]) {
      const { edges, calls, jumps } = states[from]!;
      const least = Math.min(
        ...edges.map(({ to }) => 1 + found[to]!),
        ...jumps.map(({ to }) => found[to]!),
        ...calls.map(each => 1 + found[rules[each.rule]!.first]! + found[each.to]!),
      );
      if (least < found[from]!) {
        found[from] = least;
        queue.push(from);
      }
    }
  }
  return found;
}
