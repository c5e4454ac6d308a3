import type { SyntaxNode } from '@lezer/common';
import type { ScriptFile } from '../values/scriptFiles.ts';
import type { ScriptConfig } from './scriptDefinition.ts';

/** A node with the file that it stands in. */
export interface NodePlace {
  readonly file: ScriptFile;
  readonly node: SyntaxNode;
}

/** A parser that was made: where, and by which calls. */
export interface ScriptRecord extends NodePlace {
  /** The calls that led there, the outermost first. */
  readonly stack: readonly NodePlace[];
  /** Whether the outermost stands in a function that nothing calls here. */
  readonly isUncalled: boolean;
  readonly definition: ScriptConfig;
}

const maxRecords = 2000;
const maxCalls = 30;

/** The parsers that a program makes, with the calls that led to each. */
export class ScriptRecords {
  readonly all: ScriptRecord[] = [];
  /** What was made, by its number: also what is not kept. */
  readonly made: ScriptConfig[] = [];
  #stack: NodePlace[] = [];
  #isSilent = false;
  #isUncalled = false;

  /** Keeps a parser, and gives its number. */
  add(definition: ScriptConfig, place: NodePlace): number {
    if (!this.#isSilent && this.all.length < maxRecords)
      this.all.push({ ...place, stack: [...this.#stack], isUncalled: this.#isUncalled, definition });
    return this.made.push(definition) - 1;
  }

  /** Whether calls are nested as deep as they may be. */
  get isFull(): boolean {
    return this.#stack.length > maxCalls;
  }

  /** Whether one of the calls around fulfils a condition. */
  isWithin(test: (place: NodePlace) => boolean): boolean {
    return this.#stack.some(test);
  }

  /** Reads what a call makes. */
  called<T>(place: NodePlace, read: () => T): T {
    this.#stack.push(place);
    try {
      return read();
    } finally {
      this.#stack.pop();
    }
  }

  /** Reads what no call led to. */
  apart(read: () => void): void {
    const stack = this.#stack;
    this.#stack = [];
    read();
    this.#stack = stack;
  }

  /** Reads without keeping what is made. */
  silently<T>(read: () => T): T {
    const before = this.#isSilent;
    this.#isSilent = true;
    try {
      return read();
    } finally {
      this.#isSilent = before;
    }
  }

  /** Reads what is called from elsewhere, if ever. */
  uncalled(read: () => void): void {
    this.#isUncalled = true;
    read();
    this.#isUncalled = false;
  }
}
