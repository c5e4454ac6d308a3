import { CodeSet } from './codeSet.ts';
import type { ParsedRegex, RegexAnchor, RegexNode, RegexRepeat } from './regexNode.ts';

/** The operations of a compiled pattern. `back` ones read the character before the position, in a look-behind. */
export const op = {
  match: 0,
  char: 1,
  charBack: 2,
  set: 3,
  setBack: 4,
  /** Tries `a`, then `b`. */
  split: 5,
  jump: 6,
  /** Keeps the position in register `a`. */
  save: 7,
  anchor: 8,
  /** A set `a` greedily, or lazily, from `b` to `c` times. */
  greedySet: 9,
  lazySet: 10,
  greedySetBack: 11,
  lazySetBack: 12,
  /** Sets the counter in register `a` to nothing. */
  loopStart: 13,
  /** Before an iteration of a loop: `a` its first register, `b` its bounds, `c` where it goes on. */
  loop: 14,
  /** After one: back to the `loop` at `a`, unless nothing was matched. */
  loopEnd: 15,
  /** Keeps the height of the stack in register `a`, and the position in the one behind it. */
  mark: 16,
  /** Forgets the ways back since the `mark` of register `a`; `b`: goes back to its position as well. */
  cut: 17,
  /** Fails after forgetting the ways back since the `mark` of register `a`, and what was kept since. */
  failPast: 18,
  backReference: 19,
  backReferenceBack: 20,
  /** Goes to `b` unless group `a` has matched. */
  conditional: 21,
  keep: 22,
} as const;

/** Bounds and mode of a loop. */
export interface LoopBounds {
  readonly min: number;
  readonly max: number;
  readonly isLazy: boolean;
}

/** A compiled pattern. Registers: two for each group, then what loops and look-arounds need. */
export interface RegexProgram {
  readonly ops: Int32Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly c: Int32Array;
  readonly sets: readonly CodeSet[];
  readonly anchors: readonly { readonly anchor: RegexAnchor; readonly isAscii: boolean }[];
  readonly loops: readonly LoopBounds[];
  readonly registers: number;
}

const most = 0x7fffffff;

/** Compiles a pattern. Linear in its length. */
export function compileProgram({ body, groupCount }: ParsedRegex): RegexProgram {
  const compiler = new Compiler(2 * (groupCount + 1));
  compiler.node(body, false);
  compiler.emit(op.match);
  return compiler.program();
}

class Compiler {
  readonly #code: [number, number, number, number][] = [];
  readonly #sets: CodeSet[] = [];
  readonly #anchors: { anchor: RegexAnchor; isAscii: boolean }[] = [];
  readonly #loops: LoopBounds[] = [];
  #registers: number;

  constructor(registers: number) {
    this.#registers = registers;
  }

  program(): RegexProgram {
    const column = (index: number) => Int32Array.from(this.#code, instruction => instruction[index] as number);
    return {
      ops: column(0),
      a: column(1),
      b: column(2),
      c: column(3),
      sets: this.#sets,
      anchors: this.#anchors,
      loops: this.#loops,
      registers: this.#registers,
    };
  }

  emit(operation: number, a = 0, b = 0, c = 0): number {
    return this.#code.push([operation, a, b, c]) - 1;
  }

  /** Compiles a node, for reading backwards in a look-behind. */
  node(node: RegexNode, back: boolean): void {
    switch (node.type) {
      case 'char':
        this.emit(back ? op.charBack : op.char, node.code);
        break;
      case 'set':
        this.emit(back ? op.setBack : op.set, this.#set(node.set));
        break;
      case 'sequence':
        for (const item of back ? [...node.items].reverse() : node.items) this.node(item, back);
        break;
      case 'branch':
        this.#branch(node.items, back);
        break;
      case 'group':
        this.emit(op.save, 2 * node.index + (back ? 1 : 0));
        this.node(node.body, back);
        this.emit(op.save, 2 * node.index + (back ? 0 : 1));
        break;
      case 'atomic':
        this.#atomic(() => this.node(node.body, back));
        break;
      case 'anchor':
        this.emit(op.anchor, this.#anchors.push({ anchor: node.anchor, isAscii: node.isAscii }) - 1);
        break;
      case 'backReference':
        this.emit(back ? op.backReferenceBack : op.backReference, node.group, node.ignoreCase ? 1 : 0);
        break;
      case 'conditional': {
        const test = this.emit(op.conditional, node.group);
        this.node(node.yes, back);
        const end = this.emit(op.jump);
        this.#set2(test, 2, this.#code.length);
        this.node(node.no, back);
        this.#set2(end, 1, this.#code.length);
        break;
      }
      case 'keep':
        this.emit(op.keep);
        break;
      case 'look':
        this.#look(node);
        break;
      case 'repeat':
        if (node.mode === 'possessive') this.#atomic(() => this.#repeat({ ...node, mode: 'greedy' }, back));
        else this.#repeat(node, back);
        break;
      case 'unsupported':
        break;
    }
  }

  #set(set: CodeSet): number {
    const index = this.#sets.indexOf(set);
    return index === -1 ? this.#sets.push(set) - 1 : index;
  }

  #set2(at: number, column: 1 | 2 | 3, value: number): void {
    (this.#code[at] as number[])[column] = value;
  }

  #branch(items: readonly RegexNode[], back: boolean): void {
    const ends: number[] = [];
    for (const [i, item] of items.entries()) {
      const isLast = i === items.length - 1;
      const split = isLast ? -1 : this.emit(op.split, this.#code.length + 1);
      this.node(item, back);
      if (isLast) break;
      ends.push(this.emit(op.jump));
      this.#set2(split, 2, this.#code.length);
    }
    for (const end of ends) this.#set2(end, 1, this.#code.length);
  }

  #atomic(body: () => void): void {
    const register = this.#take(2);
    this.emit(op.mark, register);
    body();
    this.emit(op.cut, register);
  }

  #look({ behind, negated, body }: Extract<RegexNode, { type: 'look' }>): void {
    const register = this.#take(2);
    this.emit(op.mark, register);
    if (!negated) {
      this.node(body, behind);
      this.emit(op.cut, register, 1);
      return;
    }
    const split = this.emit(op.split, this.#code.length + 1);
    this.node(body, behind);
    this.emit(op.failPast, register);
    this.#set2(split, 2, this.#code.length);
  }

  #repeat({ min, max, mode, body }: RegexRepeat, back: boolean): void {
    if (max === 0) return;
    const isLazy = mode === 'lazy';
    const single = body.type === 'set' ? body.set : body.type === 'char' ? only(body.code) : undefined;
    if (single) {
      const operation = back ? (isLazy ? op.lazySetBack : op.greedySetBack) : isLazy ? op.lazySet : op.greedySet;
      this.emit(operation, this.#set(single), Math.min(min, most), Math.min(max, most));
      return;
    }
    if (min === 1 && max === 1) {
      this.node(body, back);
      return;
    }
    if (min === 0 && max === 1) {
      const next = this.#code.length + 1;
      const split = this.emit(op.split, next, next);
      this.node(body, back);
      this.#set2(split, isLazy ? 1 : 2, this.#code.length);
      return;
    }
    const register = this.#take(2);
    const bounds = this.#loops.push({ min: Math.min(min, most), max: Math.min(max, most), isLazy }) - 1;
    this.emit(op.loopStart, register);
    const loop = this.emit(op.loop, register, bounds);
    this.node(body, back);
    this.emit(op.loopEnd, register, loop);
    this.#set2(loop, 3, this.#code.length);
  }

  #take(count: number): number {
    const first = this.#registers;
    this.#registers += count;
    return first;
  }
}

function only(code: number): CodeSet {
  return new CodeSet(each => each === code);
}
