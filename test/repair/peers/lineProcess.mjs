// @ts-check
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** In milliseconds: an answer that takes longer counts as a refusal. */
const patience = 10_000;

/**
 * Asks a program that answers every line of JSON with one: `{ value }`, or anything else where it refuses. A program that thinks
 * too long is ended and started anew, and how often stands in `process.stderr` as a line `too slow`.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {(text: string) => Promise<{ value?: unknown }>}
 */
export function lineProcess(command, args) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {(answer: { value?: unknown }) => void} */
  let answer = () => {};
  const start = () => {
    const started = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: started.stdout }).on('line', line => started === child && answer(JSON.parse(line)));
    started.on('exit', () => started === child && answer({}));
    started.unref();
    for (const stream of [started.stdin, started.stdout]) /** @type {any} */ (stream).unref?.();
    return started;
  };
  return text =>
    new Promise(resolve => {
      // The timer also keeps this process alive, which the child does not.
      const timer = setTimeout(() => {
        console.error('too slow');
        child?.kill('SIGKILL');
        child = undefined;
        resolve({});
      }, patience);
      answer = given => {
        clearTimeout(timer);
        resolve(given);
      };
      child ??= start();
      child.stdin?.write(`${JSON.stringify(text)}\n`);
    });
}
