import type { ChildFailure } from '../../portable/moduleQuestions.ts';
/** What a child process may use, in megabytes: of V8's heap, and of memory in all. */
export interface ChildLimits {
  readonly heapMb: number;
  readonly residentMb: number;
}

/** What is known of the end of a process. `reason` is the letter that its watchdog sent, or nothing. */
export interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly reason: string;
  /** Of the call that it worked on, in milliseconds. */
  readonly limitMs: number;
  /** Whether it worked on one. */
  readonly isTaken: boolean;
  /** Whether it had noted that it was ready. */
  readonly hasLoaded: boolean;
}

/** Why a process of Node ended, in the words of its watchdog where it had any. */
export function epitaph({ code, signal, reason, limitMs }: End, limits: ChildLimits): ChildFailure {
  if (reason === 't') return timeout(limitMs);
  // V8 gives up with a signal of its own; Windows has numbers in its place.
  const isCrash = signal === null ? code === 134 || (code ?? 0) > 255 : signal !== 'SIGKILL' && signal !== 'SIGTERM';
  if (reason === 'm' || isCrash)
    return {
      class: 'ModuleOutOfMemory',
      message: `The module needs more memory than it may use: ${limits.heapMb} MB of values, ${limits.residentMb} MB in all.`,
    };
  if (signal !== null) return interrupted(`its process was ended by ${signal}.`);
  return { class: 'ModuleEnded', message: `The module ended its process with process.exit(${code}).` };
}

/** The failure of a process that could not be started, or was ended from outside. */
export function interrupted(why: string): ChildFailure {
  return { class: 'ModuleInterrupted', message: `The module cannot be run: ${why}` };
}

/** Whether a limit, the end of the process or a busy machine kept a call from its answer: another time it may have one. */
export function wasKept({ class: className }: ChildFailure): boolean {
  return /^Module(?:Timeout|OutOfMemory|Interrupted|OutputError)$/.test(className);
}

/** The failure of a call that was too slow. */
export function timeout(limitMs: number): ChildFailure {
  return { class: 'ModuleTimeout', message: `The module did not finish within ${limitMs / 1000} s.` };
}
