import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Host } from '../engine/index.ts';
import type { Reach } from './reach.ts';

/** What the command line runs on; injected, so that tests need no process. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
  /** Relative paths start here. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: Host;
  /** What `host` may reach, which files that the user names add to; absent: `host` goes everywhere. */
  readonly reach?: Reach;
  /** Ends `--watch` and runs. */
  readonly signal?: AbortSignal;
}

/** A wrong use or a file that cannot be read: one line on standard error, exit code 2. */
export class UsageError extends Error {}

/** An input that was read but failed: one line on standard error, exit code 1. */
export class InputError extends Error {}

/** Exit codes: fine, the input failed, wrong use or unreadable files, ended by Ctrl+C. */
export const exitCode = { fine: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Writes, and waits while the reader is slower than we are. */
export async function print(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}

/** Writes what the user reads: what stands in the text must be `visible` already. */
export function tell(stream: Writable, text: string): Promise<void> {
  return print(stream, withoutCommands(text));
}

/** A text of which no line is a command for GitHub's runner, which reads logs and passes over blanks in front of one. */
export function withoutCommands(text: string): string {
  return text.replace(/:(?=:)(?<=^[^\S\n]*:)/gm, '\\u003a');
}
