import { BudgetSpent } from '../validator.ts';
import { wordSet } from './charSet.ts';
import { parseRegex } from './parseRegex.ts';
import { asciiWords, type CharTest, look, RegexError, type RegexNode } from './regexSyntax.ts';

/** A compiled pattern. */
export interface Regex {
  readonly source: string;
  /** Whether the pattern matches anywhere in the text. Linear in the text, whatever the pattern; throws `BudgetSpent` where a large pattern on a long text is too much all the same. */
  isMatch(text: string): boolean;
}

/** A step of the automaton. Every step but a jump or a fork goes on to the one after it. */
type Step =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'look'; readonly bit: number }
  | { readonly kind: 'fork'; to: number }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'match' };

/** How large an automaton may get, and how much work it may be to make it: counted repeats are written out. */
const maxSteps = 20_000;

/** The steps of a pattern. Throws `RegexError` when they are too many. */
function compileNfa(root: RegexNode): readonly Step[] {
  const steps: Step[] = [];
  let work = 0;
  const emit = <S extends Step>(step: S): S => {
    steps.push(step);
    return step;
  };
  const compile = (node: RegexNode): void => {
    if (++work > maxSteps || steps.length > maxSteps) throw new RegexError('the pattern is too large');
    switch (node.kind) {
      case 'char':
      case 'look':
        emit(node);
        return;
      case 'sequence':
        node.items.forEach(compile);
        return;
      case 'choice': {
        const ends: { to: number }[] = [];
        node.items.forEach((item, index) => {
          const isLast = index === node.items.length - 1;
          const fork = isLast ? undefined : emit({ kind: 'fork', to: 0 });
          compile(item);
          if (!isLast) ends.push(emit({ kind: 'jump', to: 0 }));
          if (fork) fork.to = steps.length;
        });
        for (const end of ends) end.to = steps.length;
        return;
      }
      default:
        compileRepeat(node.item, node.min, node.max);
    }
  };
  const compileRepeat = (item: RegexNode, min: number, max: number) => {
    for (let i = 0; i < min; i++) compile(item);
    if (max === Infinity) {
      const start = steps.length;
      const exit = emit({ kind: 'fork', to: 0 });
      compile(item);
      emit({ kind: 'jump', to: start });
      exit.to = steps.length;
      return;
    }
    const exits: { to: number }[] = [];
    for (let i = min; i < max; i++) {
      exits.push(emit({ kind: 'fork', to: 0 }));
      compile(item);
    }
    for (const exit of exits) exit.to = steps.length;
  };
  compile(root);
  emit({ kind: 'match' });
  return steps;
}

/** Compiles a pattern in the syntax of Rust's regex crate; an error has Rust's reason in short. */
export function rustRegex(source: string): Regex | RegexError {
  try {
    const steps = compileNfa(parseRegex(source));
    const automaton = newAutomaton(steps);
    return { source, isMatch: text => runAutomaton(automaton, text) };
  } catch (error) {
    if (error instanceof RegexError) return error;
    throw error;
  }
}

/** The steps that are reached by a character, not yet followed through forks and conditions. */
interface State {
  readonly starts: readonly number[];
  readonly closures: Map<number, Closure>;
}
/** A state followed through: the steps that wait for a character, and the states after each character seen so far. */
interface Closure {
  readonly waiting: readonly number[];
  readonly isMatch: boolean;
  readonly after: Map<number, State>;
}
/** The automaton with its states found so far (a lazy DFA), so that a text is mostly read with one look-up for each character. */
interface Automaton {
  readonly steps: readonly Step[];
  readonly looks: number;
  readonly states: Map<string, State>;
  transitions: number;
}

const maxTransitions = 20_000;
/** How many steps may be tried for one text, about a second's work. */
const maxWork = 5_000_000;
const isWord = wordSet(true);
const isAsciiWord = wordSet(false);

function newAutomaton(steps: readonly Step[]): Automaton {
  const looks = steps.reduce((bits, step) => (step.kind === 'look' ? bits | step.bit : bits), 0);
  return { steps, looks, states: new Map(), transitions: 0 };
}

function runAutomaton(automaton: Automaton, text: string): boolean {
  let state = stateOf(automaton, [0]);
  let previous = -1;
  let work = 0;
  for (let at = 0; ; ) {
    const next = text.codePointAt(at) ?? -1;
    const bits = automaton.looks === 0 ? 0 : automaton.looks & looksAt(previous, next);
    let closure = state.closures.get(bits);
    if (closure === undefined) {
      closure = closureOf(automaton.steps, state.starts, bits);
      state.closures.set(bits, closure);
    }
    if (closure.isMatch) return true;
    if (next < 0) return false;
    let after = closure.after.get(next);
    if (after === undefined) {
      work += closure.waiting.length;
      if (work > maxWork) throw new BudgetSpent();
      after = stateOf(automaton, follow(automaton.steps, closure.waiting, next));
      closure.after.set(next, after);
      if (++automaton.transitions > maxTransitions) {
        automaton.states.clear();
        automaton.transitions = 0;
        after = stateOf(automaton, after.starts);
      }
    }
    state = after;
    previous = next;
    at += next > 0xffff ? 2 : 1;
  }
}

function stateOf(automaton: Automaton, starts: readonly number[]): State {
  const key = starts.join();
  const cached = automaton.states.get(key);
  if (cached !== undefined) return cached;
  const state: State = { starts, closures: new Map() };
  automaton.states.set(key, state);
  return state;
}

/** The steps after `waiting` that take the character, and the start again: a match may begin anywhere. */
function follow(steps: readonly Step[], waiting: readonly number[], character: number): readonly number[] {
  const starts = waiting.filter(index => {
    const step = steps[index];
    return step?.kind === 'char' && step.test(character);
  });
  return [0, ...starts.map(index => index + 1)];
}

function closureOf(steps: readonly Step[], starts: readonly number[], bits: number): Closure {
  const seen = new Set<number>();
  const waiting: number[] = [];
  const pending = [...starts].reverse();
  let isMatch = false;
  while (pending.length > 0) {
    const index = pending.pop()!;
    const step = steps[index];
    if (step === undefined || seen.has(index)) continue;
    seen.add(index);
    if (step.kind === 'char') waiting.push(index);
    else if (step.kind === 'match') isMatch = true;
    else if (step.kind === 'jump') pending.push(step.to);
    else if (step.kind === 'fork') pending.push(step.to, index + 1);
    else if ((step.bit & bits) !== 0) pending.push(index + 1);
  }
  return { waiting: waiting.sort((a, b) => a - b), isMatch, after: new Map() };
}

/** What holds between two characters; -1 is not a character. */
function looksAt(previous: number, next: number): number {
  let bits = 0;
  if (previous < 0) bits |= look.textStart | look.lineStart | look.lineStartCrlf;
  if (next < 0) bits |= look.textEnd | look.lineEnd | look.lineEndCrlf;
  if (previous === 10) bits |= look.lineStart | look.lineStartCrlf;
  if (next === 10) bits |= look.lineEnd;
  // Between \r and \n there is no line boundary.
  if (previous === 13 && next !== 10) bits |= look.lineStartCrlf;
  if (next === 13 || (next === 10 && previous !== 13)) bits |= look.lineEndCrlf;
  const ascii = wordLooksAt(previous >= 0 && isAsciiWord(previous), next >= 0 && isAsciiWord(next));
  return bits | wordLooksAt(previous >= 0 && isWord(previous), next >= 0 && isWord(next)) | (ascii << asciiWords);
}

function wordLooksAt(wordBefore: boolean, wordAfter: boolean): number {
  let bits: number = wordBefore === wordAfter ? look.notWordBoundary : look.wordBoundary;
  if (!wordBefore) bits |= look.wordStartHalf | (wordAfter ? look.wordStart : 0);
  if (!wordAfter) bits |= look.wordEndHalf | (wordBefore ? look.wordEnd : 0);
  return bits;
}
