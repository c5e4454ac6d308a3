import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { UsageError } from '../io.ts';

/** What this process holds: a lock with its number and without it is one that another process left behind. */
const held = new Set<string>();

/**
 * Holds an output for this process, so that two do not write it at once; what it gives lets it go. What a process left behind
 * that is no longer there is taken. Throws `UsageError` where another process holds it.
 */
export async function holdOutput(file: string): Promise<() => Promise<void>> {
  // Beside a device there is no room, and no need.
  const isOther = await stat(file).then(
    stats => !stats.isFile(),
    () => false,
  );
  if (isOther) return async () => {};
  const lock = `${file}.lock`;
  const own = `${process.pid} ${hostname()}`;
  for (let tries = 0; ; tries++) {
    try {
      await writeFile(lock, own, { flag: 'wx' });
      held.add(lock);
      return async () => {
        held.delete(lock);
        await rm(lock, { force: true });
      };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw new UsageError(`${file} cannot be written: ${message}`);
      const [pid = '', host = ''] = (await readFile(lock, 'utf8').catch(() => '')).split(' ');
      if (tries > 1 || isAlive(lock, Number(pid), host))
        throw new UsageError(
          `${file} is being written by another process (${pid} on ${host}). If there is none, delete ${lock}.`,
        );
      await rm(lock, { force: true });
    }
  }
}

/** Whether the process of a lock may still be there; of another machine nobody knows. */
function isAlive(lock: string, pid: number, host: string): boolean {
  if (host !== hostname()) return host !== '';
  if (pid === process.pid) return held.has(lock);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
