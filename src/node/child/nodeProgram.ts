import { childCode } from './childCode.ts';
import { childEnv } from './childEnv.ts';
import { type ChildProgram, maxWait } from './childProgram.ts';
import { type ChildLimits, epitaph } from './epitaph.ts';
import type { ChildSettings } from './watchdogData.ts';

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
