import { allChars, type CharRanges, charsOf, hasChar, intersection, pieces, union } from './charRanges.ts';
import { NoGrammarError } from './noGrammarError.ts';

/** A state: what each character leads to, and whether a text may end here. No two edges share a character. */
export interface State {
  readonly edges: readonly { readonly ranges: CharRanges; readonly to: number }[];
  readonly isFinal: boolean;
}

/** A deterministic automaton; it begins in the first state. */
export type Automaton = readonly State[];

/** How many states an automaton may have. */
const maxStates = 4000;

/**
 * An automaton whose states are found one after the other: `key` names a state, `edges` says where its characters lead.
 * Throws `NoGrammarError` where there are too many.
 */
export function explore<S>(
  start: S,
  key: (state: S) => string,
  edges: (state: S) => readonly { readonly ranges: CharRanges; readonly to: S }[],
  isFinal: (state: S) => boolean,
): Automaton {
  const numbers = new Map<string, number>([[key(start), 0]]);
  const found: S[] = [start];
  const states: State[] = [];
  for (let i = 0; i < found.length; i++) {
    if (i >= maxStates) throw new NoGrammarError(`The grammar of a text would have more than ${maxStates} states.`);
    const byTarget = new Map<number, CharRanges>();
    for (const { ranges, to } of edges(found[i]!)) {
      const name = key(to);
      const number = numbers.get(name) ?? found.push(to) - 1;
      numbers.set(name, number);
      byTarget.set(number, union([...(byTarget.get(number) ?? []), ...ranges]));
    }
    states.push({
      edges: [...byTarget].flatMap(([to, ranges]) => (ranges.length > 0 ? [{ ranges, to }] : [])),
      isFinal: isFinal(found[i]!),
    });
  }
  return merged(trimmed(states));
}

/** The texts of both. */
export function intersect(one: Automaton, other: Automaton): Automaton {
  return explore<readonly [number, number]>(
    [0, 0],
    String,
    ([first, second]) =>
      one[first]!.edges.flatMap(a =>
        other[second]!.edges.map(b => ({
          ranges: intersection(a.ranges, b.ranges),
          to: [a.to, b.to] as const,
        })),
      ),
    ([first, second]) => one[first]!.isFinal && other[second]!.isFinal,
  );
}

/** Texts of at least and at most so many characters; `max` may be `Infinity`. */
export function ofLength(min: number, max: number): Automaton {
  const last = Number.isFinite(max) ? max : min;
  return explore<number>(
    0,
    String,
    count =>
      count < last ? [{ ranges: allChars, to: count + 1 }] : count < max ? [{ ranges: allChars, to: count }] : [],
    count => count >= min,
  );
}

/** Texts in which none of the words stands. */
export function avoiding(words: readonly string[]): Automaton {
  return until('', words);
}

/**
 * Texts up to and with the first place where `closing` stands, in which no other word stands before, also none that the
 * closing ends; words that are an ending of the closing do not count within it. An empty closing: the text may end anywhere.
 */
export function until(closing: string, without: readonly string[]): Automaton {
  const words = [...new Set([closing, ...without])].filter(word => word !== '');
  const special = charsOf(words.join(''));
  const single = special.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  const others = complementOf(special);
  const done = '\0done';
  const step = (state: string, char: string): string | undefined => {
    const text = state + char;
    const found = words.filter(word => text.endsWith(word));
    if (closing !== '' && found.includes(closing))
      return found.every(word => closing.endsWith(word)) ? done : undefined;
    return found.length > 0 ? undefined : longestBeginning(text, words);
  };
  return explore<string>(
    '',
    state => state,
    state =>
      state === done
        ? []
        : [
            { ranges: others, to: '' },
            ...single.flatMap(code => {
              const to = step(state, String.fromCodePoint(code));
              return to === undefined ? [] : [{ ranges: [[code, code]] as const, to }];
            }),
          ],
    state => closing === '' || state === done,
  );
}

function complementOf(special: CharRanges): CharRanges {
  return pieces([allChars, special]).filter(([from]) => hasChar(allChars, from) && !hasChar(special, from));
}

/** The longest ending of a text with which one of the words begins. */
function longestBeginning(text: string, words: readonly string[]): string {
  for (let i = 0; i < text.length; i++) {
    const ending = text.slice(i);
    if (words.some(word => word.startsWith(ending))) return ending;
  }
  return '';
}

/** How large an automaton may be whose states are merged, and how often they are compared. */
const [maxMerged, maxRounds] = [1000, 60];

/** The automaton with states that accept the same as one. Where it is large, or they differ only far behind, it stays as it is. */
function merged(states: Automaton): Automaton {
  if (states.length > maxMerged) return states;
  let classes: readonly number[] = states.map(({ isFinal }) => (isFinal ? 1 : 0));
  for (let round = 0, count = new Set(classes).size; round < maxRounds; round++) {
    const numbers = new Map<string, number>();
    const next = states.map(({ edges }, i) => {
      const key = JSON.stringify([classes[i], ...grouped(edges, classes)]);
      numbers.set(key, numbers.get(key) ?? numbers.size);
      return numbers.get(key)!;
    });
    classes = next;
    if (numbers.size === count)
      return [...numbers.values()].map(number => {
        const { edges, isFinal } = states[next.indexOf(number)]!;
        return { edges: grouped(edges, classes).map(([to, ranges]) => ({ ranges, to })), isFinal };
      });
    count = numbers.size;
  }
  return states;
}

/** Edges by the class that they lead to, in its order. */
function grouped(edges: State['edges'], classes: readonly number[]): readonly (readonly [number, CharRanges])[] {
  const found = new Map<number, CharRanges>();
  for (const { ranges, to } of edges) found.set(classes[to]!, union([...(found.get(classes[to]!) ?? []), ...ranges]));
  return [...found].sort(([one], [other]) => one - other);
}

/** The automaton without the states from which no text ends. */
function trimmed(states: readonly State[]): Automaton {
  const back = states.map((): number[] => []);
  for (const [i, { edges }] of states.entries()) for (const { to } of edges) back[to]!.push(i);
  const alive = new Set(states.flatMap(({ isFinal }, i) => (isFinal ? [i] : [])));
  for (const state of alive) for (const from of back[state]!) alive.add(from);
  if (!alive.has(0)) return [{ edges: [], isFinal: false }];
  const kept = [...alive].sort((one, other) => one - other);
  const numbers = new Map(kept.map((state, i) => [state, i]));
  return kept.map(state => ({
    edges: states[state]!.edges.flatMap(({ ranges, to }) =>
      numbers.has(to) ? [{ ranges, to: numbers.get(to)! }] : [],
    ),
    isFinal: states[state]!.isFinal,
  }));
}
