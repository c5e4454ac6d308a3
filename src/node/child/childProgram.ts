import type { ChildFailure } from '../../portable/moduleQuestions.ts';
import type { End } from './epitaph.ts';

/** A call may take so many times its limit where a busy machine keeps it from working. */
export const maxWait = 6;

/** What a child process runs: a program that answers as `childCode` does. */
export interface ChildProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The folder that it runs in; absent: this process's. */
  readonly cwd?: string;
  /** How long it may prepare its first call before it says so in a note, in milliseconds. Absent: that is part of the call. */
  readonly loadMs?: number;
  /** How long it lives when nobody asks, in milliseconds. */
  readonly idleMs: number;
  /** Why it ended. */
  epitaph(end: End): ChildFailure;
}
