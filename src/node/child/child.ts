import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ChildFailure } from '../../portable/moduleQuestions.ts';
import { ChildOutput } from './childOutput.ts';
import { type ChildProgram, maxWait } from './childProgram.ts';
import { interrupted, timeout } from './epitaph.ts';
import { batchOf, FrameReader, frameKind } from './frames.ts';

/** What became of a batch of calls: the answers of the first ones; `failed`: why the one behind them has none, absent where it was not made, or there is none. */
export interface BatchReply {
  readonly answers: readonly Uint8Array[];
  readonly failed?: ChildFailure;
  /** Of `failed`: the process was of no use any more before it took the calls up, so that another one may be asked. */
  readonly isUntaken?: boolean;
}

/** Who hears of a process: what it prints, that it has answered all that it was asked, and what it notes about itself, as it wrote it. */
export interface ChildEvents {
  write(text: string): void;
  onIdle(): void;
  onNote?(note: object): void;
}

/** The longest answer, in bytes; a little more than the child allows itself. */
const maxAnswer = 65 * 1024 * 1024;
/** What one call may print, in bytes. */
const maxOutput = 1024 * 1024;
/** How long a process may take to start, in milliseconds. */
const startTime = 15_000;
/** How long one that has started may take to take a question up, in milliseconds, and how many bytes of it arrive in one. */
const takeTime = 1000;
const takeSpeed = 20_000;
/** How long what a process wrote before its end may take to arrive, in milliseconds. */
const lateTime = 200;

/** How much longer than a call may take the process may take to say so, in milliseconds. */
const lateEnd = 2000;

/** Stands for what is not a frame. */
const forged = { kind: -1, body: new Uint8Array() };

interface Open {
  readonly limitMs: number;
  /** Calls that are asked, and the answers that have come. */
  readonly count: number;
  readonly answers: Uint8Array[];
  isTaken: boolean;
  timer: ReturnType<typeof setTimeout>;
  settle(reply?: Omit<BatchReply, 'answers'>): void;
}

/** A process that runs users' code, with limits of memory and time, see `ChildProgram`. It keeps this process alive only while it works. */
export class Child {
  readonly #program: ChildProgram;
  readonly #events: ChildEvents;
  readonly #process: ChildProcess;
  readonly #reader: FrameReader;
  readonly #output: ChildOutput;
  #open: Open | undefined;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #hasAnswered = false;
  #hasLoaded = false;
  #isEnded = false;
  #endWhenDone = false;
  #reason = '';
  #startFailure: ChildFailure | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;

  /** Starts the process. */
  constructor(program: ChildProgram, events: ChildEvents) {
    this.#program = program;
    this.#events = events;
    this.#output = new ChildOutput(events.write, maxOutput);
    const token = randomBytes(16);
    this.#reader = new FrameReader(token, maxAnswer);
    const { command, args, env, cwd } = program;
    this.#process = spawn(command, args, {
      env,
      ...(cwd !== undefined && { cwd }),
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own, so that what it starts ends with it.
      detached: process.platform !== 'win32',
    });
    this.exited = this.#follow();
    this.#channel?.write(token);
    this.#ref(false);
    this.#restart();
  }

  /** True once the process ended or is about to, whoever ended it. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** True while there are questions without an answer. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Makes calls, one after the other, after all before. `limitMs` is what each may take, as the process counts its own time. Never rejects. */
  ask(calls: readonly Uint8Array[], limitMs: number): Promise<BatchReply> {
    clearTimeout(this.#idle);
    this.#waiting++;
    const reply = this.#last.then(() => this.#askNow(calls, limitMs));
    this.#last = reply.then(() => {
      this.#waiting--;
      if (this.#waiting > 0) return;
      this.#ref(false);
      if (this.#endWhenDone) this.end();
      else this.#restart();
      this.#events.onIdle();
    });
    return reply;
  }

  /** Ends the process when it has answered what it was asked. */
  endWhenDone(): void {
    this.#endWhenDone = true;
    if (!this.isBusy) this.end();
  }

  /** Ends the process at once, with all that it started. */
  end(): void {
    clearTimeout(this.#idle);
    if (this.#isEnded) return;
    this.#isEnded = true;
    const { pid } = this.#process;
    try {
      if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is gone, or not there yet.
    }
    this.#process.kill('SIGKILL');
  }

  #restart(): void {
    this.#idle = setTimeout(() => this.end(), this.#program.idleMs).unref();
  }

  get #channel(): Socket | undefined {
    return (this.#process.stdio?.[3] ?? undefined) as Socket | undefined;
  }

  #askNow(calls: readonly Uint8Array[], limitMs: number): Promise<BatchReply> {
    if (this.#startFailure) return Promise.resolve({ answers: [], failed: this.#startFailure });
    if (this.#isEnded)
      return Promise.resolve({ answers: [], ...this.#untaken('its process ended before'), isUntaken: true });
    return new Promise(resolve => {
      const answers: Uint8Array[] = [];
      const settle = (reply: Omit<BatchReply, 'answers'> = {}): void => {
        if (this.#open !== open) return;
        clearTimeout(open.timer);
        this.#open = undefined;
        resolve({ answers, ...reply });
      };
      const question = batchOf(calls);
      const wait = (this.#hasAnswered ? takeTime : startTime) + question.length / takeSpeed;
      const timer = setTimeout(() => this.#lose(this.#untaken(`It did not start within ${wait / 1000} s.`)), wait);
      const open: Open = { limitMs, count: calls.length, answers, isTaken: false, timer, settle };
      this.#open = open;
      this.#ref(true);
      this.#output.reset();
      this.#channel?.write(question);
    });
  }

  #untaken(why: string): { failed: ChildFailure; isUntaken?: boolean } {
    const failed = interrupted(why);
    // A process that never answered was started for this question: another one would do no better.
    return { failed, ...(this.#hasAnswered && { isUntaken: true }) };
  }

  #lose(reply: Omit<BatchReply, 'answers'>): void {
    this.end();
    this.#open?.settle(reply);
  }

  #fail(className: string, message: string): void {
    this.#lose({ failed: { class: className, message } });
  }

  #onFrames(chunk: Buffer): void {
    if (this.#isEnded && !this.#open) return;
    const frames = this.#reader.push(chunk);
    for (const { kind, body } of frames ?? [forged]) {
      const open = this.#open;
      if (kind === frameKind.note) this.#onNote(body);
      else if (kind === frameKind.begun && open && !open.isTaken) this.#onTaken(open);
      else if (open?.isTaken && (kind === frameKind.answer || kind === frameKind.lastAnswer)) {
        this.#hasAnswered = true;
        open.answers.push(body);
        if (kind === frameKind.lastAnswer) this.end();
        if (kind === frameKind.lastAnswer || open.answers.length === open.count) open.settle();
        else this.#onCall(open);
      } else {
        this.#fail('ModuleEnded', 'The module wrote to the channel by which ParserLens asks it.');
        return;
      }
    }
  }

  #onTaken(open: Open): void {
    open.isTaken = true;
    this.#onCall(open);
  }

  /** The process counts the time of the call; this is for one that cannot, or does not. */
  #onCall(open: Open): void {
    clearTimeout(open.timer);
    this.#output.reset();
    const { class: className, message } = timeout(open.limitMs);
    const count = open.answers.length;
    const isSame = () => this.#open === open && open.answers.length === count;
    // An answer that has arrived while this thread was busy is still in time: it is read before the immediate runs.
    open.timer = setTimeout(
      () => setImmediate(() => isSame() && this.#fail(className, message)),
      (open.limitMs + (this.#hasLoaded ? 0 : (this.#program.loadMs ?? 0))) * maxWait + lateEnd,
    );
  }

  #onNote(body: Uint8Array): void {
    let note: unknown;
    try {
      note = JSON.parse(new TextDecoder().decode(body));
    } catch {
      // Not of the program's.
    }
    if (typeof note !== 'object' || note === null) return;
    if ('loaded' in note && note.loaded === true && !this.#hasLoaded) {
      this.#hasLoaded = true;
      if (this.#open?.isTaken) this.#onCall(this.#open);
    }
    this.#events.onNote?.(note);
  }

  #follow(): Promise<void> {
    const child = this.#process;
    const [, stdout, stderr, channel, lifeline] = child.stdio as readonly (Socket | null)[];
    const onPrinted = (chunk: Buffer): void => {
      if (this.#isEnded || this.#output.push(chunk)) return;
      this.#fail('ModuleOutputError', `The module printed more than ${maxOutput / 1024 / 1024} MB.`);
    };
    stdout?.on('data', onPrinted);
    stderr?.on('data', onPrinted);
    channel?.on('data', chunk => this.#onFrames(chunk));
    lifeline?.on('data', chunk => {
      this.#reason ||= String(chunk).slice(0, 1);
    });
    // Its end tells; a broken pipe is one way to notice.
    for (const socket of [stdout, stderr, channel, lifeline]) socket?.on('error', () => {});
    return new Promise(resolve => {
      child.on('error', error => {
        this.#isEnded = true;
        this.#startFailure = interrupted(`its process cannot start: ${error.message}`);
        this.#open?.settle({ failed: this.#startFailure });
        resolve();
      });
      child.on('exit', (code, signal) => {
        const finish = (): void => {
          clearTimeout(late);
          this.end();
          this.#output.end();
          this.#open?.settle(this.#epitaph(code, signal));
          for (const socket of [stdout, stderr, channel, lifeline]) socket?.destroy();
          resolve();
        };
        const late = setTimeout(finish, lateTime);
        child.on('close', finish);
      });
    });
  }

  #epitaph(code: number | null, signal: string | null): Omit<BatchReply, 'answers'> {
    if (!this.#open?.isTaken && this.#hasAnswered) return this.#untaken('its process ended');
    const { limitMs = 0, isTaken = false } = this.#open ?? {};
    const hasLoaded = this.#hasLoaded;
    return { failed: this.#program.epitaph({ code, signal, reason: this.#reason, limitMs, isTaken, hasLoaded }) };
  }

  #ref(isRef: boolean): void {
    const sockets = this.#process.stdio as readonly (Socket | null)[] | undefined;
    for (const each of [this.#process, ...(sockets ?? [])]) isRef ? each?.ref() : each?.unref();
  }
}
