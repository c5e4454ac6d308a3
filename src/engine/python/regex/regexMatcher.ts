import { EngineError } from '../../core/errors.ts';
import { caseVariants } from '../re/caseVariants.ts';
import { classOf } from './characterClasses.ts';
import { CodeSet } from './codeSet.ts';
import type { CodeText } from './codeText.ts';
import type { RegexAnchor } from './regexNode.ts';
import { op, type RegexProgram } from './regexProgram.ts';

/** How a run at one place ended. `partial`: the text ended before it was decided. `given up`: it took more steps than allowed. */
export const outcome = { fail: 0, match: 1, partial: 2, givenUp: 3 } as const;

const kind = { branch: 0, restore: 1, greedy: 2, lazy: 3, greedyBack: 4, lazyBack: 5 } as const;

/** What the stack of one search may hold. */
const maxStack = 40_000_000;

const words = { unicode: new CodeSet(classOf('w', false)!), ascii: new CodeSet(classOf('w', true)!) };

/** Runs a compiled pattern by backtracking, as the `regex` module does. */
export class RegexMatcher {
  readonly #program: RegexProgram;
  /** Registers after a match: start and end of each group, -1 for one that took no part; the first is where the match begins, if not where it was looked for. */
  readonly registers: Int32Array;
  #stack: Int32Array = new Int32Array(1024);
  /** Steps that are left. */
  steps = 0;
  /** Where the last run ended. */
  end = 0;

  constructor(program: RegexProgram) {
    this.#program = program;
    this.registers = new Int32Array(program.registers);
  }

  /**
   * Tries the pattern at `start`. `anchor` is where the search began. With `partial`, running off the end of the text
   * ends the run. `notEmptyAt`: a match that ends there is none. Ends when `steps` are used up.
   */
  run(text: CodeText, start: number, anchor: number, partial: boolean, notEmptyAt: number): number {
    const { ops, a, b, c, sets, anchors, loops } = this.#program;
    const { codes, length } = text;
    const { registers } = this;
    let stack: Int32Array = this.#stack;
    let top = 0;
    let pc = 0;
    let pos = start;
    let { steps } = this;
    registers.fill(-1);
    const push = (what: number, x: number, y: number, z: number) => {
      if (top + 4 > stack.length) stack = this.#grow();
      stack[top] = what;
      stack[top + 1] = x;
      stack[top + 2] = y;
      stack[top + 3] = z;
      top += 4;
    };
    const put = (register: number, value: number) => {
      push(kind.restore, register, registers[register] as number, 0);
      registers[register] = value;
    };
    const stop = (how: number) => {
      this.steps = steps;
      this.end = pos;
      return how;
    };
    for (;;) {
      if (--steps < 0) return stop(outcome.givenUp);
      let ok = false;
      const x = a[pc] as number;
      switch (ops[pc]) {
        case op.match:
          if (pos === notEmptyAt) break;
          return stop(outcome.match);
        case op.char:
          if (pos >= length) {
            if (partial) return stop(outcome.partial);
          } else if (codes[pos] === x) {
            pos++;
            pc++;
            ok = true;
          }
          break;
        case op.charBack:
          if (pos > 0 && codes[pos - 1] === x) {
            pos--;
            pc++;
            ok = true;
          }
          break;
        case op.set:
          if (pos >= length) {
            if (partial) return stop(outcome.partial);
          } else if ((sets[x] as CodeSet).has(codes[pos] as number)) {
            pos++;
            pc++;
            ok = true;
          }
          break;
        case op.setBack:
          if (pos > 0 && (sets[x] as CodeSet).has(codes[pos - 1] as number)) {
            pos--;
            pc++;
            ok = true;
          }
          break;
        case op.split:
          push(kind.branch, b[pc] as number, pos, 0);
          pc = x;
          ok = true;
          break;
        case op.jump:
          pc = x;
          ok = true;
          break;
        case op.save:
          put(x, pos);
          pc++;
          ok = true;
          break;
        case op.anchor: {
          const { anchor: what, isAscii } = anchors[x] as { anchor: RegexAnchor; isAscii: boolean };
          ok = holds(what, text, pos, anchor, isAscii);
          pc++;
          break;
        }
        case op.greedySet: {
          const set = sets[x] as CodeSet;
          const max = c[pc] as number;
          const last = max > length - pos ? length : pos + max;
          const first = pos;
          while (pos < last && set.has(codes[pos] as number)) pos++;
          steps -= (pos - first) >> 3;
          if (partial && pos === length && pos - first < max) return stop(outcome.partial);
          const least = first + (b[pc] as number);
          if (pos < least) break;
          pc++;
          if (pos > least) push(kind.greedy, pc, least, pos);
          ok = true;
          break;
        }
        case op.greedySetBack: {
          const set = sets[x] as CodeSet;
          const last = Math.max(0, pos - (c[pc] as number));
          const first = pos;
          while (pos > last && set.has(codes[pos - 1] as number)) pos--;
          steps -= (first - pos) >> 3;
          const least = first - (b[pc] as number);
          if (pos > least) break;
          pc++;
          if (pos < least) push(kind.greedyBack, pc, least, pos);
          ok = true;
          break;
        }
        case op.lazySet:
        case op.lazySetBack: {
          const step = ops[pc] === op.lazySet ? 1 : -1;
          const set = sets[x] as CodeSet;
          let count = b[pc] as number;
          const max = c[pc] as number;
          const rest = max === 0x7fffffff ? max : max - count;
          for (; count > 0; count--) {
            const at = step === 1 ? pos : pos - 1;
            if (at >= length && partial) return stop(outcome.partial);
            if (at < 0 || at >= length || !set.has(codes[at] as number)) break;
            pos += step;
            steps--;
          }
          if (count > 0) break;
          if (rest > 0) push(step === 1 ? kind.lazy : kind.lazyBack, pc, pos, rest);
          pc++;
          ok = true;
          break;
        }
        case op.loopStart:
          put(x, 0);
          put(x + 1, -1);
          pc++;
          ok = true;
          break;
        case op.loop: {
          const { min, max, isLazy } = loops[b[pc] as number] as { min: number; max: number; isLazy: boolean };
          const count = registers[x] as number;
          ok = true;
          if (count >= max) {
            pc = c[pc] as number;
            break;
          }
          if (count >= min) {
            if (isLazy) {
              // The way back enters the iteration, with its counter.
              push(kind.branch, -1 - pc, pos, 0);
              pc = c[pc] as number;
              break;
            }
            push(kind.branch, c[pc] as number, pos, 0);
          }
          put(x, count + 1);
          put(x + 1, pos);
          pc++;
          break;
        }
        case op.loopEnd:
          // An iteration that matched nothing is the last one.
          pc = registers[x + 1] === pos ? pc + 1 : (b[pc] as number);
          ok = true;
          break;
        case op.mark:
          put(x, top);
          put(x + 1, pos);
          registers[x] = top;
          pc++;
          ok = true;
          break;
        case op.cut: {
          const height = registers[x] as number;
          if (b[pc] === 1) pos = registers[x + 1] as number;
          let to = height;
          for (let from = height; from < top; from += 4)
            if (stack[from] === kind.restore) {
              stack.copyWithin(to, from, from + 4);
              to += 4;
            }
          top = to;
          pc++;
          ok = true;
          break;
        }
        case op.failPast: {
          const height = registers[x] as number;
          while (top > height) {
            top -= 4;
            if (stack[top] === kind.restore) registers[stack[top + 1] as number] = stack[top + 2] as number;
          }
          break;
        }
        case op.backReference:
        case op.backReferenceBack: {
          const from = registers[2 * x] as number;
          const size = (registers[2 * x + 1] as number) - from;
          if (from < 0 || size < 0) break;
          const isBack = ops[pc] === op.backReferenceBack;
          const at = isBack ? pos - size : pos;
          if (at < 0) break;
          const ignoresCase = b[pc] === 1;
          let same = 0;
          while (same < size && at + same < length && equal(codes[from + same]!, codes[at + same]!, ignoresCase))
            same++;
          steps -= same >> 2;
          if (same < size) {
            if (partial && at + same >= length) return stop(outcome.partial);
            break;
          }
          pos = isBack ? at : pos + size;
          pc++;
          ok = true;
          break;
        }
        case op.conditional:
          pc = (registers[2 * x + 1] as number) >= 0 ? pc + 1 : (b[pc] as number);
          ok = true;
          break;
        case op.keep:
          put(0, pos);
          pc++;
          ok = true;
          break;
      }
      while (!ok) {
        if (top === 0) return stop(outcome.fail);
        steps--;
        const entry = top - 4;
        const first = stack[entry + 1] as number;
        switch (stack[entry]) {
          case kind.restore:
            registers[first] = stack[entry + 2] as number;
            top = entry;
            break;
          case kind.branch:
            pos = stack[entry + 2] as number;
            top = entry;
            ok = true;
            if (first >= 0) pc = first;
            else {
              pc = -1 - first;
              const register = a[pc] as number;
              put(register, (registers[register] as number) + 1);
              put(register + 1, pos);
              pc++;
            }
            break;
          case kind.greedy:
          case kind.greedyBack: {
            const isBack = stack[entry] === kind.greedyBack;
            pos = (stack[entry + 3] as number) + (isBack ? 1 : -1);
            pc = first;
            if (pos === stack[entry + 2]) top = entry;
            else stack[entry + 3] = pos;
            ok = true;
            break;
          }
          default: {
            const isBack = stack[entry] === kind.lazyBack;
            pos = stack[entry + 2] as number;
            const at = isBack ? pos - 1 : pos;
            if (at >= length && partial) return stop(outcome.partial);
            if (at < 0 || at >= length || !(sets[a[first] as number] as CodeSet).has(codes[at] as number)) {
              top = entry;
              break;
            }
            pos += isBack ? -1 : 1;
            const rest = stack[entry + 3] as number;
            if (rest === 1) top = entry;
            else {
              stack[entry + 2] = pos;
              if (rest !== 0x7fffffff) stack[entry + 3] = rest - 1;
            }
            pc = first + 1;
            ok = true;
          }
        }
      }
    }
  }

  #grow(): Int32Array {
    if (this.#stack.length >= maxStack)
      throw new EngineError('PatternTimeoutError', 'The pattern has too many ways to match this text.');
    const grown = new Int32Array(2 * this.#stack.length);
    grown.set(this.#stack);
    this.#stack = grown;
    return grown;
  }
}

function equal(one: number, other: number, ignoresCase: boolean): boolean {
  return one === other || (ignoresCase && caseVariants(one, false).includes(other));
}

/** Whether an anchor holds at a position; `searchStart` is where the search began. */
export function holds(
  anchor: RegexAnchor,
  { codes, length }: CodeText,
  pos: number,
  searchStart: number,
  isAscii: boolean,
): boolean {
  switch (anchor) {
    case 'textStart':
      return pos === 0;
    case 'textEnd':
      return pos === length;
    case 'textEndOrLast':
      return pos === length || (pos === length - 1 && codes[pos] === 10);
    case 'lineStart':
      return pos === 0 || codes[pos - 1] === 10;
    case 'lineEnd':
      return pos === length || codes[pos] === 10;
    case 'searchStart':
      return pos === searchStart;
  }
  const word = isAscii ? words.ascii : words.unicode;
  const before = pos > 0 && word.has(codes[pos - 1] as number);
  const after = pos < length && word.has(codes[pos] as number);
  switch (anchor) {
    case 'wordStart':
      return !before && after;
    case 'wordEnd':
      return before && !after;
    case 'boundary':
      return before !== after;
    case 'nonBoundary':
      return before === after;
  }
}
