import type { HostFiles } from '../hostFiles.ts';
import type { RunsSurroundings } from './runsThread.ts';

/** A log of answers on a file system that only VS Code reaches, which the extension host adds to. */
export function hostLog(files: HostFiles, address: string): ReturnType<RunsSurroundings['openLog']> {
  let last: Promise<unknown> = files.appendToLog(address, '');
  const log = {
    write(line: string) {
      const written = last.then(() => files.appendToLog(address, line));
      // A line that could not be written is its caller's affair, not the next one's.
      last = written.catch(() => {});
      return written;
    },
    close: async () => void (await last),
  };
  // A log that cannot be written fails before a model costs anything.
  return last.then(() => log);
}
