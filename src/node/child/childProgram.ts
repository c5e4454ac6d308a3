import type { ChildFailure } from '../../portable/moduleQuestions.ts';
import { childCode } from './childCode.ts';
import { type ChildLimits, type End, epitaph } from './epitaph.ts';
import type { ChildSettings } from './watchdog.ts';

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

/** What Node and most programs need of their surroundings; everything else, keys above all, stays with the parent. */
const passed = [
  ...['PATH', 'HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA'],
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'TMPDIR'],
  ...['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TZ'],
];

/** The environment of a child process: of the parent's variables only those that hold no secrets. In VS Code's desktop the program is Electron, which must be told to be Node. */
export function childEnv(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => passed.includes(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

const mb = 1024 * 1024;

/** Node with `childCode`: in VS Code's desktop that is Electron, which is told to be Node. */
export function nodeProgram(limits: ChildLimits): ChildProgram {
  const settings: ChildSettings = {
    maxBytes: limits.residentMb * mb,
    maxIdleBytes: (limits.residentMb * mb) / 2,
    maxWait,
  };
  return {
    command: process.execPath,
    args: [`--max-old-space-size=${limits.heapMb}`, '-e', childCode(), '--', JSON.stringify(settings)],
    env: childEnv(),
    idleMs: 60_000,
    epitaph: end => epitaph(end, limits),
  };
}
