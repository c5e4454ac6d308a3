import { EngineError } from '../../core/errors.ts';
import type { CodeSet } from './codeSet.ts';
import type { CodeText } from './codeText.ts';
import type { RegexProgram } from './regexProgram.ts';

/** What an entry of the stack brings back. */
export const entry = { branch: 0, restore: 1, greedy: 2, lazy: 3, greedyBack: 4, lazyBack: 5 } as const;

/** How going back ended: at another way, at the end of all ways, or at the end of the text. */
export const back = { resumed: 0, exhausted: 1, partial: 2 } as const;

/** What one search may keep: a hundred megabytes. */
const maxStack = 30_000_000;
const endless = 0x7fffffff;

/** The ways that a search has not tried yet, with what they need to go on: entries of four numbers. */
export class BacktrackStack {
  /** Registers of the program; each change is undone on the way back. */
  readonly registers: Int32Array;
  top = 0;
  /** Where {@link goBack} has gone to. */
  pc = 0;
  position = 0;
  #entries: Int32Array = new Int32Array(1024);
  readonly #program: RegexProgram;

  constructor(program: RegexProgram) {
    this.#program = program;
    this.registers = new Int32Array(program.registers);
  }

  /** Forgets everything. */
  clear(): void {
    this.top = 0;
    this.registers.fill(-1);
  }

  /** Keeps a way. Raises `PatternTimeoutError` when there are too many. */
  push(kind: number, x: number, y: number, z: number): void {
    const { top } = this;
    if (top + 4 > this.#entries.length) this.#grow();
    const entries = this.#entries;
    entries[top] = kind;
    entries[top + 1] = x;
    entries[top + 2] = y;
    entries[top + 3] = z;
    this.top = top + 4;
  }

  /** Sets a register until going back undoes it. */
  put(register: number, value: number): void {
    this.push(entry.restore, register, this.registers[register] as number, 0);
    this.registers[register] = value;
  }

  /** Forgets the ways above a height, but not what is to be undone. */
  cut(height: number): void {
    const entries = this.#entries;
    let to = height;
    for (let from = height; from < this.top; from += 4)
      if (entries[from] === entry.restore) {
        entries.copyWithin(to, from, from + 4);
        to += 4;
      }
    this.top = to;
  }

  /** Undoes and forgets everything above a height. */
  undo(height: number): void {
    const entries = this.#entries;
    while (this.top > height) {
      this.top -= 4;
      if (entries[this.top] === entry.restore)
        this.registers[entries[this.top + 1] as number] = entries[this.top + 2] as number;
    }
  }

  /** Takes up the last way that was kept: {@link pc} and {@link position} say where. One of `back`. */
  goBack({ codes, length }: CodeText, partial: boolean): number {
    const { a, sets } = this.#program;
    while (this.top > 0) {
      const at = this.top - 4;
      const entries = this.#entries;
      const first = entries[at + 1] as number;
      const second = entries[at + 2] as number;
      const kind = entries[at];
      if (kind === entry.restore) {
        this.registers[first] = second;
        this.top = at;
      } else if (kind === entry.branch) {
        this.top = at;
        this.position = second;
        if (first >= 0) this.pc = first;
        else this.#enterLoop(-1 - first);
        return back.resumed;
      } else if (kind === entry.greedy || kind === entry.greedyBack) {
        const position = (entries[at + 3] as number) + (kind === entry.greedyBack ? 1 : -1);
        if (position === second) this.top = at;
        else entries[at + 3] = position;
        this.pc = first;
        this.position = position;
        return back.resumed;
      } else {
        const step = kind === entry.lazyBack ? -1 : 1;
        const next = step === 1 ? second : second - 1;
        if (next >= length && partial) return back.partial;
        if (next < 0 || next >= length || !(sets[a[first] as number] as CodeSet).has(codes[next] as number)) {
          this.top = at;
          continue;
        }
        const rest = entries[at + 3] as number;
        if (rest === 1) this.top = at;
        else {
          entries[at + 2] = second + step;
          if (rest !== endless) entries[at + 3] = rest - 1;
        }
        this.pc = first + 1;
        this.position = second + step;
        return back.resumed;
      }
    }
    return back.exhausted;
  }

  /** The next iteration of a lazy loop, whose instruction stands at `pc`. */
  #enterLoop(pc: number): void {
    const register = this.#program.a[pc] as number;
    this.put(register, (this.registers[register] as number) + 1);
    this.put(register + 1, this.position);
    this.pc = pc + 1;
  }

  #grow(): void {
    if (this.#entries.length >= maxStack)
      throw new EngineError('PatternTimeoutError', 'The pattern has too many ways to match this text.');
    const grown = new Int32Array(2 * this.#entries.length);
    grown.set(this.#entries);
    this.#entries = grown;
  }
}
