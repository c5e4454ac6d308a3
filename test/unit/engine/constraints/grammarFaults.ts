import { type Automaton, until } from '../../../../src/engine/grammar/automaton.ts';
import { type CharRanges, charsOf, lastChar, union } from '../../../../src/engine/grammar/charRanges.ts';
import type { Format, Grammar, Part } from '../../../../src/engine/grammar/grammar.ts';

/** A fault that can be set into a grammar: which, at the how manieth place that has it, and the grammar with it. */
export interface GrammarFault {
  readonly name: string;
  readonly format: Format;
}

/** What becomes of a part of a grammar; nothing: the fault is none there. */
type Mistake = (grammar: Grammar) => readonly Grammar[];

const mistakes: Readonly<Record<string, Mistake>> = {
  'closing not excluded': grammar =>
    grammar.kind === 'text' && grammar.closing !== '' ? [{ ...grammar, automaton: endingIn(grammar.closing) }] : [],
  'words not excluded': grammar =>
    grammar.kind === 'text' && (grammar.words ?? []).some(word => word !== grammar.closing)
      ? [{ ...grammar, automaton: until(grammar.closing, []) }]
      : [],
  'escape left out': grammar => widened(grammar, charsOf('"\\')),
  'one letter too wide': grammar =>
    grammar.kind === 'class'
      ? grammar.ranges.flatMap(([, to]) =>
          to >= lastChar ? [] : [{ ...grammar, ranges: union([...grammar.ranges, [to + 1, to + 1]]) }],
        )
      : [],
  'letter left out': grammar =>
    grammar.kind === 'literal' && grammar.text !== ''
      ? [
          { ...grammar, text: grammar.text.slice(1) },
          { ...grammar, text: grammar.text.slice(0, -1) },
        ]
      : [],
  'letter changed': grammar =>
    grammar.kind === 'literal' && grammar.text !== ''
      ? [{ ...grammar, text: `~${grammar.text.slice(1)}` }]
      : grammar.kind === 'text' && grammar.closing !== ''
        ? [{ ...grammar, automaton: until(`~${grammar.closing.slice(1)}`, []) }]
        : [],
  'part of another name': grammar => {
    const { part } = grammar as { part?: Part };
    return part ? [{ ...grammar, part: { ...part, path: ['nowhere'] } } as Grammar] : [];
  },
  'limit left out': grammar =>
    grammar.kind === 'text' ? [{ ...grammar, automaton: until(grammar.closing, grammar.words ?? []) }] : [],
  'written twice': grammar =>
    grammar.kind === 'literal' && grammar.text !== '' ? [{ ...grammar, text: grammar.text.repeat(2) }] : [],
  'order changed': grammar =>
    grammar.kind === 'sequence'
      ? grammar.of.slice(1).map((_, i) => ({
          ...grammar,
          of: [...grammar.of.slice(0, i), grammar.of[i + 1]!, grammar.of[i]!, ...grammar.of.slice(i + 2)],
        }))
      : [],
  'piece left out': grammar =>
    grammar.kind === 'sequence'
      ? grammar.of.map((_, i) => ({ ...grammar, of: grammar.of.filter((_, k) => k !== i) }))
      : [],
  'once too often': grammar => (grammar.kind === 'repetition' && grammar.max === 1 ? [{ ...grammar, max: 2 }] : []),
};

/** All faults of each kind that can be set into a grammar, in a fixed order. */
export function faultsOf(format: Format): readonly GrammarFault[] {
  const found: GrammarFault[] = [];
  for (const [kind, mistake] of Object.entries(mistakes)) {
    let count = 0;
    const add = (changed: Format) => found.push({ name: `${kind} ${++count}`, format: changed });
    for (const start of changes(format.start, mistake)) add({ ...format, start });
    for (const [name, rule] of format.rules)
      for (const changed of changes(rule, mistake)) add({ ...format, rules: new Map(format.rules).set(name, changed) });
  }
  return [...found, ...swapped(format)];
}

/** Each grammar in which the mistake was made at one place. */
function* changes(grammar: Grammar, mistake: Mistake): Generator<Grammar> {
  yield* mistake(grammar);
  if (grammar.kind === 'sequence' || grammar.kind === 'choice')
    for (const [i, each] of grammar.of.entries())
      for (const changed of changes(each, mistake)) yield { ...grammar, of: grammar.of.with(i, changed) };
  if (grammar.kind === 'repetition' || grammar.kind === 'part')
    for (const changed of changes(grammar.of, mistake)) yield { ...grammar, of: changed };
}

/** Any text that ends with the closing, which may stand earlier as well. */
function endingIn(closing: string): Automaton {
  const [any] = until('', []);
  const chars = Array.from(closing);
  return [
    { edges: [{ ranges: any!.edges[0]!.ranges, to: 0 }], isFinal: false },
    ...chars.map(() => ({ edges: [], isFinal: false })),
  ].map((state, i, all) => ({
    edges: [...state.edges, ...(i < chars.length ? [{ ranges: charsOf(chars[i]!), to: i + 1 }] : [])],
    isFinal: i === all.length - 1,
  }));
}

function widened(grammar: Grammar, more: CharRanges): readonly Grammar[] {
  const isWide = (ranges: CharRanges) => ranges.at(-1)?.[1] === lastChar;
  if (grammar.kind === 'class')
    return isWide(grammar.ranges) ? [{ ...grammar, ranges: union([...grammar.ranges, ...more]) }] : [];
  if (grammar.kind !== 'text' || grammar.closing !== '') return [];
  const automaton = grammar.automaton.map(state => ({
    ...state,
    edges: state.edges.map(edge =>
      isWide(edge.ranges) ? { ...edge, ranges: union([...edge.ranges, ...more]) } : edge,
    ),
  }));
  return [{ ...grammar, automaton }];
}

/** The grammars in which two parts have changed their places. */
function swapped(format: Format): readonly GrammarFault[] {
  const parts: Part[] = [];
  const visit = (grammar: Grammar): void => {
    const { part } = grammar as { part?: Part };
    if (part && !parts.some(each => String(each.path) === String(part.path))) parts.push(part);
    if (grammar.kind === 'sequence' || grammar.kind === 'choice') grammar.of.forEach(visit);
    else if (grammar.kind === 'repetition' || grammar.kind === 'part') visit(grammar.of);
  };
  visit(format.start);
  format.rules.forEach(visit);
  return parts.slice(1).map((second, i) => {
    const first = parts[i]!;
    const paths = new Map([
      [String(first.path), second.path],
      [String(second.path), first.path],
    ]);
    const renamed = (grammar: Grammar): Grammar => {
      if (grammar.kind === 'sequence' || grammar.kind === 'choice') return { ...grammar, of: grammar.of.map(renamed) };
      const { part } = grammar as { part?: Part };
      const own = part && { part: { ...part, path: paths.get(String(part.path)) ?? part.path } };
      if (grammar.kind === 'repetition' || grammar.kind === 'part')
        return { ...grammar, ...own, of: renamed(grammar.of) } as Grammar;
      return { ...grammar, ...own } as Grammar;
    };
    const rules = new Map([...format.rules].map(([name, rule]) => [name, renamed(rule)]));
    return { name: `parts swapped ${i + 1}`, format: { start: renamed(format.start), rules } };
  });
}
