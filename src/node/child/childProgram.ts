import type { ChildFailure, End } from './epitaph.ts';

/** What a child process runs: a program that answers as `childCode` does. */
export interface ChildProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The folder that it runs in; absent: this process's. */
  readonly cwd?: string;
  /** How long it may prepare a call before it says so in a note and the call's own time begins, in milliseconds. Absent: that is part of the call. */
  readonly loadMs?: number;
  /** How long it lives when nobody asks, in milliseconds. */
  readonly idleMs: number;
  /** What it is when it cannot be started, or ends before it took up a question, goes on after this. */
  readonly cannotRun: string;
  /** Why it ended. */
  epitaph(end: End): ChildFailure;
}
