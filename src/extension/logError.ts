import type { LogOutputChannel } from 'vscode';

/** Writes what was thrown to the log, with its stack where it has one. */
export function logError(log: LogOutputChannel, error: unknown): void {
  log.error(error instanceof Error ? error : String(error));
}
