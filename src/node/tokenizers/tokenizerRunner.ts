import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import { LastUsed } from '../../engine/core/lastUsed.ts';
import type { TokenizerFiles, TokenizerJob, TokenizerOutcome } from '../../engine/index.ts';
import { ChildPool } from '../child/childPool.ts';
import { nodeProgram } from '../child/childProgram.ts';
import { type Answer, decodeAnswer } from '../child/decodeAnswer.ts';

/** A vocabulary of a quarter of a million tokens takes half of this. */
const limits = { heapMb: 1024, residentMb: 1536 };
const maxChildren = 2;
/** How long a tokenizer may take to load, in milliseconds. */
const loadMs = 20_000;
/** Texts that are remembered as not finished. */
const maxUnfinished = 100;
/** How long one of them is not tried again, in milliseconds. */
const restTime = 60_000;

type Failed = Extract<TokenizerOutcome, { readonly ok: false }>;

/**
 * Lets no more than so many keys be at work at once; each for as many jobs as it likes. A pool that ends an idle process
 * for the next key would otherwise end one between two questions that belong together.
 */
class KeyTurns {
  readonly #max: number;
  /** How many jobs each key has at work. */
  readonly #working = new Map<string, number>();
  #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Does a job of a key as soon as there is room. Rejects when the job does. */
  async take<T>(key: string, job: () => Promise<T>): Promise<T> {
    while (!this.#working.has(key) && this.#working.size >= this.#max)
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.#working.set(key, (this.#working.get(key) ?? 0) + 1);
    try {
      return await job();
    } finally {
      this.#leave(key);
    }
  }

  #leave(key: string): void {
    const left = this.#working.get(key)! - 1;
    if (left > 0) {
      this.#working.set(key, left);
      return;
    }
    this.#working.delete(key);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

/** Counts with users' tokenizers, each in a process of its own: their patterns may never end, and their rules may fill the memory. */
export class TokenizerRunner {
  readonly #moduleFile: () => string;
  readonly #pool = new ChildPool({ program: () => nodeProgram(limits), max: maxChildren, isWarm: false });
  readonly #turns = new KeyTurns(maxChildren);
  readonly #keys = new WeakMap<TokenizerFiles, string>();
  /** What is being counted, by tokenizer, text and limit. */
  readonly #running = new Map<string, Promise<TokenizerOutcome>>();
  /** What did not finish, and when that was. */
  readonly #unfinished = new LastUsed<{ readonly at: number; readonly outcome: Failed }>(maxUnfinished);
  #count = 0;

  /** `moduleFile` is the bundle of `tokenizerModule.ts`. */
  constructor(moduleFile: () => string) {
    this.#moduleFile = moduleFile;
  }

  /**
   * Counts the tokens of a text; the tokenizer is loaded first where no process has it. A text that did not finish is not
   * tried again for a minute: the limit is of the tokenizer's own time, so it would not finish then either, and whoever
   * waits for a conversation would wait once for its sum and once more for each place that counts the same text. Never rejects.
   */
  async count(job: TokenizerJob, limitMs: number): Promise<TokenizerOutcome> {
    const key = this.#keys.get(job.files) ?? `tokenizer ${++this.#count}`;
    this.#keys.set(job.files, key);
    const tried = `${key} ${job.isPlain} ${limitMs} ${createHash('sha256').update(job.text).digest('hex')}`;
    const earlier = this.#unfinished.get(tried);
    if (earlier && performance.now() - earlier.at < restTime) return earlier.outcome;
    const running = this.#running.get(tried) ?? this.#turns.take(key, () => this.#run(key, job, limitMs));
    this.#running.set(tried, running);
    const outcome = await running;
    this.#running.delete(tried);
    if (!outcome.ok && outcome.error.class === 'TokenizerTimeoutError')
      this.#unfinished.set(tried, { at: performance.now(), outcome });
    return outcome;
  }

  async #run(key: string, { files, text, isPlain }: TokenizerJob, limitMs: number): Promise<TokenizerOutcome> {
    for (let attempt = 0; ; attempt++) {
      const counted = await this.#ask(key, 'count', [key, text, isPlain], limitMs);
      if ('ok' in counted) return counted;
      const { value } = counted;
      if (typeof value === 'number' && value >= 0) return { ok: true, count: value };
      // Its process may have been ended for another one between the two.
      if (attempt === 3) return failure('TokenizerError', 'The tokenizer could not be kept in memory.');
      const loaded = await this.#ask(key, 'load', [key, files.json, files.config], loadMs);
      if ('ok' in loaded) return loaded;
    }
  }

  /** Ends all processes. */
  dispose(): void {
    this.#pool.dispose();
  }

  async #ask(
    key: string,
    name: string,
    args: readonly unknown[],
    limitMs: number,
  ): Promise<Failed | { readonly value: unknown }> {
    let question: Uint8Array;
    try {
      question = serialize({ url: pathToFileURL(this.#moduleFile()).href, name, args, limitMs });
    } catch (error) {
      return failure('TokenizerError', `The tokenizer cannot be run: ${error}`);
    }
    const reply = await this.#pool.ask(key, '', question, limitMs);
    const answer: Answer = 'failed' in reply ? reply : decodeAnswer(reply.answer);
    if ('value' in answer) return answer;
    if ('thrown' in answer) return failure('TokenizerError', answer.thrown.message);
    return failed(answer.failed, limitMs);
  }
}

/** What befell the process, in words about a tokenizer. */
function failed({ class: className, message }: { readonly class: string; readonly message: string }, limitMs: number) {
  if (className === 'ModuleTimeout') {
    const again = message.startsWith('It was not run again') ? ` ${message}` : '';
    return failure(
      'TokenizerTimeoutError',
      `The tokenizer did not finish within ${Math.round(limitMs / 100) / 10} s. A pattern of its own that backtracks without end is the usual cause.${again}`,
    );
  }
  if (className === 'ModuleOutOfMemory')
    return failure(
      'TokenizerError',
      `The tokenizer needs more memory than the ${limits.residentMb} MB that it may use.`,
    );
  return failure('TokenizerError', `The tokenizer cannot be run: ${message}`);
}

function failure(className: string, message: string): Failed {
  return { ok: false, error: { class: className, message } };
}
