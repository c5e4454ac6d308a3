import type { LogOutputChannel } from 'vscode';

/** Writes what was thrown to the log, with its stack where it has one. */
export function logError(log: LogOutputChannel, error: unknown): void {
  log.error(error instanceof Error ? error : String(error));
}

/** An error's message without the places in our code, which are in the log. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
}
