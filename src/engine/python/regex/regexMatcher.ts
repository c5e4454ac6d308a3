import { caseVariants } from '../re/caseVariants.ts';
import { BacktrackStack, back, entry } from './backtrackStack.ts';
import type { CodeSet } from './codeSet.ts';
import { anchorHolds, type CodeText } from './codeText.ts';
import type { RegexAnchor } from './regexNode.ts';
import { type LoopBounds, op, type RegexProgram } from './regexProgram.ts';

/** How a run at one place ended. `partial`: the text ended before it was decided. `givenUp`: it took more steps than allowed. */
export const outcome = { fail: 0, match: 1, partial: 2, givenUp: 3 } as const;

const endless = 0x7fffffff;

/** Runs a compiled pattern by backtracking, as the `regex` module does. */
export class RegexMatcher {
  readonly #program: RegexProgram;
  readonly #stack: BacktrackStack;
  /** Steps that are left. */
  steps = 0;
  /** Where the last run ended. */
  end = 0;

  constructor(program: RegexProgram) {
    this.#program = program;
    this.#stack = new BacktrackStack(program);
  }

  /** After a match: start and end of each group, -1 for one that took no part; the first is where the match begins, if not where it was looked for. */
  get registers(): Int32Array {
    return this.#stack.registers;
  }

  /**
   * Tries the pattern at `start`. `anchor` is where the search began. With `partial`, running off the end of the text
   * ends the run. `notEmptyAt`: a match that ends there is none. Ends when `steps` are used up.
   */
  run(text: CodeText, start: number, anchor: number, partial: boolean, notEmptyAt: number): number {
    const { ops, a, b, c, sets, anchors, loops } = this.#program;
    const { codes, length } = text;
    const stack = this.#stack;
    const { registers } = stack;
    stack.clear();
    let pc = 0;
    let pos = start;
    for (;;) {
      if (--this.steps < 0) return this.#stop(outcome.givenUp, pos);
      let ok = false;
      const x = a[pc] as number;
      switch (ops[pc]) {
        case op.match:
          if (pos === notEmptyAt) break;
          return this.#stop(outcome.match, pos);
        case op.char:
        case op.set: {
          if (pos >= length) {
            if (partial) return this.#stop(outcome.partial, pos);
            break;
          }
          const code = codes[pos] as number;
          ok = ops[pc] === op.char ? code === x : (sets[x] as CodeSet).has(code);
          pos++;
          pc++;
          break;
        }
        case op.charBack:
        case op.setBack: {
          if (pos === 0) break;
          const code = codes[--pos] as number;
          ok = ops[pc] === op.charBack ? code === x : (sets[x] as CodeSet).has(code);
          pc++;
          break;
        }
        case op.split:
          stack.push(entry.branch, b[pc] as number, pos, 0);
          pc = x;
          ok = true;
          break;
        case op.jump:
          pc = x;
          ok = true;
          break;
        case op.save:
          stack.put(x, pos);
          pc++;
          ok = true;
          break;
        case op.anchor: {
          const { anchor: what, isAscii } = anchors[x] as { anchor: RegexAnchor; isAscii: boolean };
          ok = anchorHolds(what, text, pos, anchor, isAscii);
          pc++;
          break;
        }
        case op.greedySet: {
          const set = sets[x] as CodeSet;
          const max = c[pc] as number;
          const last = max > length - pos ? length : pos + max;
          const first = pos;
          while (pos < last && set.has(codes[pos] as number)) pos++;
          this.steps -= (pos - first) >> 3;
          if (partial && pos === length && pos - first < max) return this.#stop(outcome.partial, pos);
          const least = first + (b[pc] as number);
          if (pos < least) break;
          pc++;
          if (pos > least) stack.push(entry.greedy, pc, least, pos);
          ok = true;
          break;
        }
        case op.greedySetBack: {
          const set = sets[x] as CodeSet;
          const last = Math.max(0, pos - (c[pc] as number));
          const first = pos;
          while (pos > last && set.has(codes[pos - 1] as number)) pos--;
          this.steps -= (first - pos) >> 3;
          const least = first - (b[pc] as number);
          if (pos > least) break;
          pc++;
          if (pos < least) stack.push(entry.greedyBack, pc, least, pos);
          ok = true;
          break;
        }
        case op.lazySet:
        case op.lazySetBack: {
          const step = ops[pc] === op.lazySet ? 1 : -1;
          const set = sets[x] as CodeSet;
          const min = b[pc] as number;
          const max = c[pc] as number;
          let count = 0;
          for (; count < min; count++) {
            const at = step === 1 ? pos : pos - 1;
            if (at >= length && partial) return this.#stop(outcome.partial, pos);
            if (at < 0 || at >= length || !set.has(codes[at] as number)) break;
            pos += step;
            this.steps--;
          }
          if (count < min) break;
          const rest = max === endless ? max : max - min;
          if (rest > 0) stack.push(step === 1 ? entry.lazy : entry.lazyBack, pc, pos, rest);
          pc++;
          ok = true;
          break;
        }
        case op.loopStart:
          stack.put(x, 0);
          stack.put(x + 1, -1);
          pc++;
          ok = true;
          break;
        case op.loop:
          pc = this.#loop(pc, pos, x, loops[b[pc] as number] as LoopBounds, c[pc] as number);
          ok = true;
          break;
        case op.loopEnd:
          // An iteration that matched nothing is the last one.
          pc = registers[x + 1] === pos ? pc + 1 : (b[pc] as number);
          ok = true;
          break;
        case op.mark:
          stack.put(x, 0);
          stack.put(x + 1, pos);
          registers[x] = stack.top;
          pc++;
          ok = true;
          break;
        case op.cut:
          if (b[pc] === 1) pos = registers[x + 1] as number;
          stack.cut(registers[x] as number);
          pc++;
          ok = true;
          break;
        case op.failPast:
          stack.undo(registers[x] as number);
          break;
        case op.backReference:
        case op.backReferenceBack: {
          const isBack = ops[pc] === op.backReferenceBack;
          const from = registers[2 * x] as number;
          const size = (registers[2 * x + 1] as number) - from;
          const at = isBack ? pos - size : pos;
          if (from < 0 || size < 0 || at < 0) break;
          const same = commonLength(text, from, at, size, b[pc] === 1);
          this.steps -= same >> 2;
          if (same < size && at + same >= length && partial) return this.#stop(outcome.partial, pos);
          ok = same === size;
          pos = isBack ? at : pos + size;
          pc++;
          break;
        }
        case op.conditional:
          pc = (registers[2 * x + 1] as number) >= 0 ? pc + 1 : (b[pc] as number);
          ok = true;
          break;
        case op.keep:
          stack.put(0, pos);
          pc++;
          ok = true;
          break;
      }
      if (ok) continue;
      this.steps--;
      const gone = stack.goBack(text, partial);
      if (gone !== back.resumed) return this.#stop(gone === back.partial ? outcome.partial : outcome.fail, pos);
      pc = stack.pc;
      pos = stack.position;
    }
  }

  #stop(how: number, position: number): number {
    this.end = position;
    return how;
  }

  /** Enters the next iteration of a loop, or leaves it, and keeps the other way; where it goes on. */
  #loop(pc: number, pos: number, register: number, { min, max, isLazy }: LoopBounds, exit: number): number {
    const stack = this.#stack;
    const count = stack.registers[register] as number;
    if (count >= max) return exit;
    if (count >= min) {
      // The way back into a lazy loop counts the iteration first.
      stack.push(entry.branch, isLazy ? -1 - pc : exit, pos, 0);
      if (isLazy) return exit;
    }
    stack.put(register, count + 1);
    stack.put(register + 1, pos);
    return pc + 1;
  }
}

/** How many characters two places of a text have in common, at most `size`. */
function commonLength(
  { codes, length }: CodeText,
  one: number,
  other: number,
  size: number,
  ignoresCase: boolean,
): number {
  let same = 0;
  while (same < size && other + same < length) {
    const [a, b] = [codes[one + same] as number, codes[other + same] as number];
    if (a !== b && !(ignoresCase && caseVariants(a, false).includes(b))) break;
    same++;
  }
  return same;
}
