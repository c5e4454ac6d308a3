import { EngineError } from '../engine/index.ts';
import type { EvaluationPhase } from '../protocol/evaluationProtocol.ts';
import type { Clock } from './evaluatedRows.ts';
import type { EvaluationUpdate } from './evaluationApi.ts';
import type { EvaluationLog } from './evaluationLogs.ts';

/** How far an evaluation is: its phase, the share of its logs that is read, how long it took, and why it failed. */
export class EvaluationProgress {
  readonly #clock: Clock;
  #phase: EvaluationPhase = 'running';
  #share: number | undefined;
  #message: string | undefined;
  #began = 0;
  #took: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get phase(): EvaluationPhase {
    return this.#phase;
  }

  get isRunning(): boolean {
    return this.#phase === 'running';
  }

  begin(): void {
    this.#phase = 'running';
    this.#message = undefined;
    this.#share = undefined;
    this.#took = undefined;
    this.#began = this.#clock.now();
  }

  /** So much of the logs is read; nobody knows how much where their size is unknown. */
  read(bytes: number, total: number | undefined): void {
    this.#share = total ? Math.min(1, bytes / total) : undefined;
  }

  end(phase: EvaluationPhase): void {
    this.#phase = phase;
    this.#took = this.#clock.now() - this.#began;
  }

  fail(error: unknown, logs: readonly EvaluationLog[]): void {
    this.#message = failureText(error, logs);
    this.end('failed');
  }

  /** As an update tells of it. */
  get state(): Pick<EvaluationUpdate, 'phase' | 'share' | 'message' | 'time'> {
    return {
      phase: this.#phase,
      ...(this.isRunning && this.#share !== undefined && { share: this.#share }),
      ...(this.#message !== undefined && { message: this.#message }),
      ...(this.#took !== undefined && { time: timeText(this.#took) }),
    };
  }
}

/** How long something took, as the user reads it. */
function timeText(milliseconds: number): string {
  return milliseconds < 100 ? `${Math.ceil(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Why a log cannot be read, by the code of the system's error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file any more',
  EACCES: 'reading it is not allowed',
  EPERM: 'reading it is not allowed',
};

/** Why an evaluation failed, for its user: a log that cannot be read is named as it is shown, not by a call of the system. */
function failureText(error: unknown, logs: readonly EvaluationLog[]): string {
  if (error instanceof EngineError) return `${error.class}: ${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as Error & { readonly code?: string; readonly path?: string };
  const log = logs.find(({ file }) => file !== undefined && file === path);
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return log && reason !== undefined ? `${log.path}: ${reason}.` : error.message;
}

/** The least time between two updates, in milliseconds. */
const pause = 250;
/** No more than this share of the time goes into making updates while rows arrive. */
const maxShare = 0.2;

/** When updates are sent: soon after a change, and never so often that they take the time away from reading. */
export class UpdatePace {
  readonly #clock: Clock;
  #revision = 1;
  #isClosed = false;
  #last = Number.NEGATIVE_INFINITY;
  #cost = 0;
  #wake: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision;
  }

  changed(): void {
    this.#revision++;
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }

  /** Sends the next update at once. */
  hurry(): void {
    this.#cost = 0;
    this.#last = Number.NEGATIVE_INFINITY;
  }

  /** Ends all waiting. */
  close(): void {
    this.#isClosed = true;
    this.changed();
  }

  /**
   * Resolves with an update as soon as there is something newer than `seen`; `undefined` when it was closed.
   * `isRunning`: whether more will come soon, which is when updates are held back.
   */
  async next<T>(seen: number, isRunning: () => boolean, update: () => T): Promise<T | undefined> {
    for (;;) {
      if (this.#isClosed) return undefined;
      const now = this.#clock.now();
      const wait = this.#last + Math.max(isRunning() ? pause : 0, this.#cost / maxShare) - now;
      if (this.#revision > seen && wait <= 0) {
        const made = update();
        this.#last = this.#clock.now();
        this.#cost = isRunning() ? this.#last - now : 0;
        return made;
      }
      await this.#change(this.#revision > seen ? wait : undefined);
    }
  }

  /** Waits for a change, or for some time to pass. */
  #change(wait: number | undefined): Promise<void> {
    return new Promise(resolve => {
      const stop = wait === undefined ? () => {} : this.#clock.after(wait, resolve);
      this.#wake.push(() => {
        stop();
        resolve();
      });
    });
  }
}
