import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import type { ModuleOutcome } from '../../engine/index.ts';
import type { ChildReply } from '../child/child.ts';
import { ChildPool } from '../child/childPool.ts';
import { decodeAnswer } from '../child/decodeAnswer.ts';
import { nodeProgram } from '../child/nodeProgram.ts';
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

/** Asks a module's process, see `ModulePool`; given by whoever holds the pool, which may be another thread. */
export type AskModule = (path: string, question: Uint8Array, limitMs: number) => Promise<ChildReply>;

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
    const { stamp, refused } = await moduleFiles(path);
    if (refused !== undefined) return failed('ModuleNotFound', refused);
    if (stamp.startsWith(`${path} missing`)) return failed('ModuleNotFound', `There is no module ${path}.`);
    return this.#pool.ask(path, stamp, question, limitMs);
  };

  /** Ends all processes. */
  dispose(): void {
    this.#pool.dispose();
  }
}

/** Runs a call, after those of the same module before it, in the module's process. `limitMs` counts from when that takes it up. Never rejects. */
export async function callModule(
  { path, export: name, ...call }: ModuleCall,
  limitMs: number,
  ask: AskModule,
): Promise<ModuleOutcome> {
  let question: Uint8Array;
  try {
    question = serialize({ ...call, url: pathToFileURL(path).href, limitMs, ...(name !== undefined && { name }) });
  } catch (error) {
    // What is too deep, or too long, to be copied.
    return { ok: false, error: failed('ModuleValueError', `The module cannot be given this: ${error}`).failed };
  }
  if (question.length > maxQuestion) {
    const message = `The module cannot be given more than ${maxQuestion / 1024 / 1024} MB.`;
    return { ok: false, error: failed('ModuleValueError', message).failed };
  }
  const reply = await ask(path, question, limitMs);
  if ('failed' in reply) return { ok: false, error: reply.failed };
  const answer = decodeAnswer(reply.answer);
  if ('value' in answer) {
    const { value, called, marks } = answer;
    return { ok: true, value, called, ...(marks.length > 0 && { marks }) };
  }
  if ('failed' in answer) return { ok: false, error: answer.failed };
  const error = toModuleError(answer.thrown);
  if (!answer.loading || error.class !== 'SyntaxError' || error.place) return { ok: false, error };
  const place = await syntaxErrorPlace((await moduleFiles(path)).files);
  return { ok: false, error: { ...error, ...(place && { place }) } };
}

function failed(className: string, message: string) {
  return { failed: { class: className, message } };
}
