import type { ChildReply } from '../../portable/moduleQuestions.ts';
import { Breaker } from '../../portable/patterns/breaker.ts';
import { Child } from './child.ts';
import type { ChildProgram } from './childProgram.ts';
import { wasKept } from './epitaph.ts';

/** What a pool allows. `max`: processes alive at once. `isWarm`: one that nobody asked anything yet is kept, so that the next module need not wait for its start. */
export interface PoolOptions {
  /** What a process runs that is started for a key; the same for all keys where `isWarm`. */
  program(key: string): ChildProgram;
  readonly max: number;
  readonly isWarm: boolean;
  /** Gets what users' code prints. */
  readonly write?: (text: string) => void;
  /** Hears what the process of a key notes about itself. */
  readonly onNote?: (key: string, note: object) => void;
}

/** How often a call is tried whose process ended before it took the call up: as often as others may have waited before it. */
const maxAttempts = 10_000;

interface Running {
  readonly child: Child;
  readonly stamp: string;
}

/**
 * Child processes that run users' code, one for each key (a module's path), and never more of them at once than allowed:
 * the one whose last question is the oldest is ended for the next. A process is used again as long as what it runs is unchanged.
 */
export class ChildPool {
  readonly #options: PoolOptions;
  readonly #running = new Map<string, Running>();
  readonly #alive = new Set<Child>();
  readonly #breaker = new Breaker();
  #spare: Child | undefined;
  #gate: Promise<unknown> = Promise.resolve();
  #waiting: (() => void)[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** How many processes are alive. */
  get size(): number {
    return this.#alive.size;
  }

  /**
   * Asks the process of `key`; `stamp` is another text when what it runs changed. `limitMs` counts from when the process
   * takes the question up, and is of its own time. Never rejects.
   */
  async ask(key: string, stamp: string, question: Uint8Array, limitMs: number): Promise<ChildReply> {
    const [reply] = await this.#askAll(
      key,
      stamp,
      [question],
      limitMs,
      new KnownTries(this.#breaker, `${key}\n${stamp}`),
    );
    return reply!;
  }

  /**
   * Asks many questions at once, each with a limit of its own; the replies are in their order. What a limit, the end of the
   * process or a busy machine kept from its answer is asked once more, alone and in a process of its own, before that is
   * its reply. Never rejects.
   */
  askEach(
    key: string,
    stamp: string,
    questions: readonly Uint8Array[],
    limitMs: number,
    mostTimeouts?: number,
  ): Promise<readonly ChildReply[]> {
    const tried =
      mostTimeouts === undefined ? new KnownTries(this.#breaker, `${key}\n${stamp}`) : new OwnTries(mostTimeouts);
    return this.#askAll(key, stamp, questions, limitMs, tried, async question => {
      const [reply] = await this.#askAll(key, stamp, [question], limitMs, tried);
      return reply!;
    });
  }

  /** `again` asks once more what was kept from its answer; without it that is the reply. */
  async #askAll(
    key: string,
    stamp: string,
    questions: readonly Uint8Array[],
    limitMs: number,
    tries: Tries,
    again?: (question: Uint8Array) => Promise<ChildReply>,
  ): Promise<ChildReply[]> {
    const replies: ChildReply[] = [];
    let attempt = 0;
    while (replies.length < questions.length) {
      const timeouts = tries.timeouts;
      if (timeouts > 0) {
        const failed = { class: 'ModuleTimeout', message: givenUp(timeouts) };
        return questions.map((_, i) => replies[i] ?? { failed });
      }
      const left = questions.slice(replies.length);
      const { reply } = await this.#withChild(key, stamp, child => ({ reply: child.ask(left, limitMs) }));
      const { answers, failed, isUntaken } = await reply;
      for (const answer of answers) replies.push({ answer });
      if (answers.length > 0) tries.note(false, answers.length);
      // What the call before it did, or left behind, is not this one's fault.
      attempt = answers.length > 0 ? 1 : attempt + 1;
      if (!failed || (isUntaken && attempt < maxAttempts)) continue;
      if (again && wasKept(failed)) replies.push(await again(questions[replies.length]!));
      else {
        replies.push({ failed });
        if (failed.class === 'ModuleTimeout') tries.note(true);
      }
    }
    if (this.#options.isWarm) this.#warmUp();
    return replies;
  }

  /** Ends all processes. */
  dispose(): void {
    for (const child of this.#alive) child.end();
    this.#running.clear();
    this.#spare = undefined;
  }

  /** Uses the process of a key, at once: between being chosen and being asked it would pass for idle, and be ended. */
  async #withChild<T>(key: string, stamp: string, use: (child: Child) => T): Promise<T> {
    const fitting = this.#fitting(key, stamp);
    return fitting ? use(fitting) : this.#next(() => this.#make(key, stamp, use));
  }

  #fitting(key: string, stamp: string): Child | undefined {
    const running = this.#running.get(key);
    if (running?.stamp !== stamp || running.child.isEnded) return undefined;
    this.#running.delete(key);
    this.#running.set(key, running);
    return running.child;
  }

  /** One after another, so that two never take the same place. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#gate.then(work);
    this.#gate = done.catch(() => {});
    return done;
  }

  async #make<T>(key: string, stamp: string, use: (child: Child) => T): Promise<T> {
    const fitting = this.#fitting(key, stamp);
    if (fitting) return use(fitting);
    this.#running.get(key)?.child.endWhenDone();
    this.#running.delete(key);
    const spare = this.#spare?.isEnded === false ? this.#spare : undefined;
    this.#spare = undefined;
    if (!spare) await this.#room();
    const child = spare ?? this.#start(key);
    this.#running.set(key, { child, stamp });
    return use(child);
  }

  /** Waits until one more may live. */
  async #room(): Promise<void> {
    while (this.#alive.size >= this.#options.max) {
      const isEnding = [...this.#alive].some(child => child.isEnded);
      const idle = [...this.#running].find(([, { child }]) => !child.isBusy);
      if (!isEnding && idle) {
        this.#running.delete(idle[0]);
        idle[1].child.end();
      }
      await this.#change();
    }
  }

  /** Waits until a process ended or has nothing to do. That alone keeps no process alive, so a timer does. */
  async #change(): Promise<void> {
    const alive = setInterval(() => {}, 1000);
    await new Promise<void>(resolve => this.#waiting.push(resolve));
    clearInterval(alive);
  }

  #start(key: string): Child {
    const { program, onNote, write = text => void process.stderr.write(text) } = this.#options;
    const child = new Child(program(key), {
      write,
      onIdle: () => this.#wake(),
      ...(onNote && { onNote: note => onNote(key, note) }),
    });
    this.#alive.add(child);
    void child.exited.then(() => {
      this.#alive.delete(child);
      for (const [key, running] of this.#running) if (running.child === child) this.#running.delete(key);
      if (this.#spare === child) this.#spare = undefined;
      this.#wake();
    });
    return child;
  }

  #warmUp(): void {
    if (this.#spare || this.#alive.size >= this.#options.max) return;
    this.#spare = this.#start('');
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** What is known of tries: how many did not end in time, where no more are to be made; else 0. */
interface Tries {
  readonly timeouts: number;
  note(isTimeout: boolean, count?: number): void;
}

/** What a pool remembers of a module. */
class KnownTries implements Tries {
  readonly #breaker: Breaker;
  readonly #key: string;

  constructor(breaker: Breaker, key: string) {
    this.#breaker = breaker;
    this.#key = key;
  }

  get timeouts(): number {
    return this.#breaker.timeouts(this.#key);
  }

  note(isTimeout: boolean, count = 1): void {
    this.#breaker.note(this.#key, isTimeout, count);
  }
}

/** What the caller allows, whatever is remembered. */
class OwnTries implements Tries {
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get timeouts(): number {
    return this.#count >= this.#most ? Math.max(1, this.#count) : 0;
  }

  note(isTimeout: boolean): void {
    if (isTimeout) this.#count++;
  }
}

function givenUp(timeouts: number): string {
  return `It was not run again: it did not finish in time ${timeouts} times. It is tried again when it changes, or after a minute.`;
}
