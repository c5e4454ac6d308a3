import { hasChar } from './charRanges.ts';
import type { Network } from './network.ts';

/** What a text is to a grammar: a sentence, the beginning of one, or neither, and then where it goes wrong, in UTF-16. */
export type Acceptance = { readonly is: 'sentence' | 'beginning' } | { readonly is: 'neither'; readonly at: number };

/** Where a rule goes back to when it is done; shared by all that called it at one place. */
interface Frame {
  readonly returns: { readonly to: number; readonly frame: Frame | undefined }[];
  isDone: boolean;
}

interface Configuration {
  readonly state: number;
  readonly frame: Frame | undefined;
}

/** How much of a text is looked through for a sentence. */
const maxSearched = 2000;

/** Tells which texts are sentences. Linear in the text for grammars in which each text is read in one way, and a few. */
export class Acceptor {
  readonly #network: Network;
  readonly #lasts: ReadonlySet<number>;

  constructor(network: Network) {
    this.#network = network;
    this.#lasts = new Set(network.rules.map(({ last }) => last));
  }

  /** What a text is to the grammar. */
  accept(text: string): Acceptance {
    let { open, isDone } = this.#closure([{ state: this.#network.rules[0]!.first, frame: undefined }]);
    let at = 0;
    for (const char of text) {
      const next = this.#step(open, char.codePointAt(0)!);
      if (next.length === 0) return { is: 'neither', at };
      ({ open, isDone } = this.#closure(next));
      at += char.length;
    }
    return { is: isDone ? 'sentence' : 'beginning' };
  }

  /** Whether a sentence that is not empty stands somewhere in a text; of a long one its beginning is looked through. Quadratic in that. */
  isWithin(text: string): boolean {
    const chars = Array.from(text.slice(0, maxSearched));
    for (let start = 0; start < chars.length; start++) {
      let { open } = this.#closure([{ state: this.#network.rules[0]!.first, frame: undefined }]);
      for (let i = start; i < chars.length && open.length > 0; i++) {
        const reached = this.#closure(this.#step(open, chars[i]!.codePointAt(0)!));
        if (reached.isDone) return true;
        open = reached.open;
      }
    }
    return false;
  }

  #step(open: readonly Configuration[], code: number): readonly Configuration[] {
    return open.flatMap(({ state, frame }) =>
      this.#network.states[state]!.edges.flatMap(({ ranges, to }) =>
        hasChar(ranges, code) ? [{ state: to, frame }] : [],
      ),
    );
  }

  /** All that is reached without a character: the places that read one, and whether the text may end. */
  #closure(from: readonly Configuration[]): { readonly open: readonly Configuration[]; readonly isDone: boolean } {
    const seen = new Map<Frame | undefined, Set<number>>();
    const frames = new Map<number, Frame>();
    const found: Configuration[] = [];
    let isDone = false;
    const queue: Configuration[] = [];
    const add = (state: number, frame: Frame | undefined) => {
      const states = seen.get(frame) ?? new Set();
      if (states.has(state)) return;
      seen.set(frame, states.add(state));
      queue.push({ state, frame });
    };
    for (const { state, frame } of from) add(state, frame);
    for (let next = queue.pop(); next; next = queue.pop()) {
      const { state, frame } = next;
      const { edges, calls, jumps } = this.#network.states[state]!;
      if (edges.length > 0) found.push(next);
      for (const { to } of jumps) add(to, frame);
      for (const { rule, to } of calls) {
        const { first } = this.#network.rules[rule]!;
        if (this.#lasts.has(to) && this.#isOwnEnd(to)) {
          add(first, frame);
          continue;
        }
        let called = frames.get(rule);
        if (!called) {
          called = { returns: [], isDone: false };
          frames.set(rule, called);
        }
        if (!called.returns.some(each => each.to === to && each.frame === frame)) {
          called.returns.push({ to, frame });
          if (called.isDone) add(to, frame);
        }
        add(first, called);
      }
      if (!this.#lasts.has(state)) continue;
      if (!frame) isDone = true;
      else {
        if ([...frames.values()].includes(frame)) frame.isDone = true;
        for (const each of frame.returns) add(each.to, each.frame);
      }
    }
    return { open: found, isDone };
  }

  /** Whether a state does nothing but end its rule: what is called there goes back to the caller's caller. */
  #isOwnEnd(state: number): boolean {
    const { edges, calls, jumps } = this.#network.states[state]!;
    return edges.length + calls.length + jumps.length === 0;
  }
}
