/** What a child process may use, as its one argument says. */
export interface ChildSettings {
  /** Of memory in all, while it works and while it does not. */
  readonly maxBytes: number;
  readonly maxIdleBytes: number;
  /** A call may take so many times its limit where a busy machine keeps it from working. */
  readonly maxWait: number;
}

/** What the two threads of a child process share: the limit of the call under way, or 0; its number; for how long the thread of the user's code has waited. */
export type CallState = Float64Array & { 0: number; 1: number; 2: number };

/** What a watchdog gets. */
export interface WatchdogData extends ChildSettings {
  readonly state: CallState;
}

/** Ends this process and all that it started: it leads a group of its own, but on Windows. */
export function killAll(): void {
  try {
    process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
  } catch {
    // It leads no group.
  }
  process.kill(process.pid, 'SIGKILL');
}
