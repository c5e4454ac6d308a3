// @ts-check
// A process that runs tests, started when it is asked and again after it has died.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const runner = fileURLToPath(new URL('./runner.mjs', import.meta.url));

export class TestProcess {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  /** @param {string} cwd */
  constructor(cwd) {
    this.cwd = cwd;
  }

  end() {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #start() {
    const child = fork(runner, {
      cwd: this.cwd,
      // A mutant may ask for memory without end.
      execArgv: ['--max-old-space-size=1500'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return child.on('error', () => {});
  }

  /**
   * @template T
   * @param {import('./runner.mjs').Recording | import('./runner.mjs').Judging} message
   * @param {number} limit in milliseconds of the processor's time; twenty times that on the clock
   * @returns {Promise<T | 'late' | 'died'>}
   */
  ask(message, limit) {
    // It may have died since, of what a mutant had begun.
    if (!this.#child?.connected) this.#child = this.#start();
    const child = this.#child;
    const [started, before] = [performance.now(), busyOf(child.pid)];
    return new Promise(resolve => {
      /** @param {T | 'late' | 'died'} answer */
      const finish = answer => {
        clearInterval(timer);
        child.off('message', finish).off('exit', died);
        if (answer === 'late' || answer === 'died') this.end();
        resolve(answer);
      };
      const died = () => finish('died');
      const timer = setInterval(() => {
        if (busyOf(child.pid) - before > limit || performance.now() - started > 20 * limit) finish('late');
      }, 100);
      child.on('message', finish).on('exit', died);
      child.send(message, error => error && finish('died'));
    });
  }
}

/**
 * The processor's time that a process has had, in milliseconds, which a busy machine does not lengthen; 0 where the system does not say.
 * @param {number | undefined} pid
 */
function busyOf(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return 0;
  }
}
