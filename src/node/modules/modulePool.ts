import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import type { ModuleOutcome } from '../../engine/index.ts';
import type { AskModule, AskModuleEach, ChildFailure, ChildReply } from '../../portable/moduleQuestions.ts';
import { ChildPool } from '../child/childPool.ts';
import { nodeProgram } from '../child/childProgram.ts';
import { decodeAnswer } from '../child/decodeAnswer.ts';
import { syntaxErrorPlace, toModuleError } from './moduleErrors.ts';
import { moduleFiles } from './moduleFiles.ts';

/** A call of what a module exports. */
export interface ModuleCall {
  /** The module's absolute path. */
  readonly path: string;
  /** The export that is wanted; absent: the types of all exports, by name. */
  readonly export?: string;
  /** Plain data, copied to the module's process. */
  readonly args: readonly unknown[];
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Enough for any response; a module that wants more fails alone. */
const limits = { heapMb: 256, residentMb: 1024 };
/** Module processes that live at once. */
const maxChildren = 4;
/** The longest question, in bytes: a longer one would not leave the module room to work. */
const maxQuestion = 200 * 1024 * 1024;

/** The longest batch of questions, in bytes, so that little is asked again where a process ends. */
const maxBatch = 4 * 1024 * 1024;

/**
 * The processes of users' ES modules, four at most. One is used again as long as its module, and what that imports by
 * relative paths, is unchanged.
 */
export class ModulePool {
  readonly #pool: ChildPool;

  /** `isWarm`: the next module finds a process that has started. */
  constructor(isWarm: boolean, write?: (text: string) => void) {
    this.#pool = new ChildPool({
      program: () => nodeProgram(limits),
      max: maxChildren,
      isWarm,
      ...(write && { write }),
    });
  }

  /** How many processes are alive. */
  get size(): number {
    return this.#pool.size;
  }

  /** Passes a question of `runModuleWith` to the module's process. Never rejects. */
  readonly ask: AskModule = async (path, question, limitMs) => {
    const found = await stampOf(path);
    return 'failed' in found ? found : this.#pool.ask(path, found.stamp, question, limitMs);
  };

  /** Passes questions of `callModuleEach` to the module's process; what a limit or the machine kept from its answer is asked again alone. Never rejects. */
  readonly askEach: AskModuleEach = async (path, questions, limitMs, mostTimeouts) => {
    const found = await stampOf(path);
    if ('failed' in found) return questions.map(() => found);
    return this.#pool.askEach(path, found.stamp, questions, limitMs, mostTimeouts);
  };

  /** Ends all processes. */
  dispose(): void {
    this.#pool.dispose();
  }
}

/** Runs a call, after those of the same module before it, in the module's process. `limitMs` counts from when that takes it up. Never rejects. */
export async function callModule(call: ModuleCall, limitMs: number, ask: AskModule): Promise<ModuleOutcome> {
  const question = questionOf(call, limitMs);
  if ('failed' in question) return { ok: false, error: question.failed };
  return outcomeOf(call.path, await ask(call.path, question.bytes, limitMs));
}

/** Runs calls of one module in its process, in their order, many at once. `limitMs` is what each may take. Never rejects. */
export async function callModuleEach(
  path: string,
  calls: readonly Omit<ModuleCall, 'path'>[],
  limitMs: number,
  ask: AskModuleEach,
  mostTimeouts?: number,
): Promise<readonly ModuleOutcome[]> {
  const questions = calls.map(call => questionOf({ ...call, path }, limitMs));
  const replies = await askInBatches(path, questions, limitMs, ask, mostTimeouts);
  return Promise.all(replies.map(reply => outcomeOf(path, reply)));
}

/** The bytes of a question, or why there are none. */
export type Question = { readonly bytes: Uint8Array } | { readonly failed: ChildFailure };

/** Asks in batches of a length that is bearable: a reply for each question. */
export async function askInBatches(
  path: string,
  questions: readonly Question[],
  limitMs: number,
  ask: AskModuleEach,
  mostTimeouts?: number,
): Promise<readonly ChildReply[]> {
  const replies: ChildReply[] = [];
  for (let at = 0; at < questions.length; ) {
    const batch: Uint8Array[] = [];
    for (let length = 0; at < questions.length && (batch.length === 0 || length < maxBatch); at++) {
      const question = questions[at]!;
      if ('failed' in question) continue;
      batch.push(question.bytes);
      length += question.bytes.length;
    }
    const left = mostTimeouts === undefined ? undefined : Math.max(0, mostTimeouts - timeoutsOf(replies));
    replies.push(...(await ask(path, batch, limitMs, left)));
  }
  let next = 0;
  return questions.map(question => ('failed' in question ? question : (replies[next++] ?? unanswered)));
}

function timeoutsOf(replies: readonly ChildReply[]): number {
  return replies.filter(reply => 'failed' in reply && reply.failed.class === 'ModuleTimeout').length;
}

/** Stands for a reply that is missing: whoever passes questions on gives one for each. */
const unanswered = failed('ModuleInterrupted', 'The module cannot be run: there was no answer.');

function questionOf({ path, export: name, ...call }: ModuleCall, limitMs: number): Question {
  let bytes: Uint8Array;
  try {
    bytes = serialize({ ...call, url: pathToFileURL(path).href, limitMs, ...(name !== undefined && { name }) });
  } catch (error) {
    // What is too deep, or too long, to be copied.
    return failed('ModuleValueError', `The module cannot be given this: ${error}`);
  }
  return fitting(bytes);
}

/** A question, unless it is too long. */
export function fitting(bytes: Uint8Array): Question {
  if (bytes.length <= maxQuestion) return { bytes };
  return failed('ModuleValueError', `The module cannot be given more than ${maxQuestion / 1024 / 1024} MB.`);
}

async function outcomeOf(path: string, reply: ChildReply): Promise<ModuleOutcome> {
  if ('failed' in reply) return { ok: false, error: reply.failed };
  const answer = decodeAnswer(reply.answer);
  if ('value' in answer) {
    const { value, called, marks } = answer;
    return { ok: true, value, called, ...(marks.length > 0 && { marks }) };
  }
  if ('failed' in answer) return { ok: false, error: answer.failed };
  const error = toModuleError(answer.thrown);
  if (!answer.loading) return { ok: false, error };
  // Its file may have gone after it was looked for, and before it was read.
  const found = await stampOf(path);
  if ('failed' in found) return { ok: false, error: found.failed };
  if (error.class !== 'SyntaxError' || error.place) return { ok: false, error };
  const place = await syntaxErrorPlace(found.files);
  return { ok: false, error: { ...error, ...(place && { place }) } };
}

async function stampOf(path: string) {
  const { stamp, refused, files } = await moduleFiles(path);
  if (refused !== undefined) return failed('ModuleNotFound', refused);
  if (stamp.startsWith(`${path} missing`)) return failed('ModuleNotFound', `There is no module ${path}.`);
  return { stamp, files };
}

function failed(className: string, message: string) {
  return { failed: { class: className, message } };
}
