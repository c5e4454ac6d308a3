// @ts-check
// Child processes that never outlive us, and the few file helpers that every script needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** @type {Set<import('node:child_process').ChildProcess>} Leaders of the process groups that we started and that still run. */
const running = new Set();

/**
 * Starts a command as the leader of its own process group, so that its children end with it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, detached: process.platform !== 'win32', ...options });
  running.add(child);
  child.once('error', () => running.delete(child));
  child.once('exit', () => end(child));
  return child;
}

/**
 * Ends a process with its whole group.
 * @param {import('node:child_process').ChildProcess} child
 */
export function end(child) {
  running.delete(child);
  if (!child.pid) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

process.once('exit', () => {
  for (const child of running) end(child);
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143));
}

/**
 * Runs a command to its end and resolves with its exit code; one that outlasts `timeout` milliseconds is ended and counts as 124.
 * With `quiet`, its output is shown only when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { quiet?: boolean, timeout?: number }} [options]
 * @returns {Promise<number>}
 */
export async function run(command, args, { quiet = false, timeout, ...options } = {}) {
  const child = start(command, args, {
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  let output = '';
  for (const stream of quiet ? [child.stdout, child.stderr] : []) {
    stream?.setEncoding('utf8').on('data', chunk => {
      output += chunk;
    });
  }
  let late = false;
  const timer =
    timeout &&
    setTimeout(() => {
      late = true;
      end(child);
    }, timeout);
  try {
    const [code] = await once(child, 'close');
    if (late) process.stderr.write(`${command} ${args.join(' ')}: no end after ${timeout} ms\n`);
    const result = late ? 124 : (code ?? 1);
    if (quiet && result !== 0) process.stderr.write(output);
    return result;
  } catch (error) {
    process.stderr.write(`${command}: ${error instanceof Error ? error.message : error}\n`);
    return 127;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Does something with its output in a file of out/, and gives that back.
 * @param {string} name of the file, without its end
 * @param {(stdio: import('node:child_process').StdioOptions) => Promise<number>} job resolves with an exit code
 */
export async function logged(name, job) {
  const path = join(root, 'out', `${name}.log`);
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  const code = await job(['ignore', file, file]);
  closeSync(file);
  return { code, output: readFileSync(path, 'utf8') };
}

/**
 * Runs a command and throws, naming it, when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export async function must(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed with exit code ${code}`);
}

/**
 * Runs npm, which is a script on Windows.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const npm = (args, options) => must('npm', args, { shell: process.platform === 'win32', ...options });
