/** Why a question to a module's process was not answered. */
export interface ChildFailure {
  readonly class: string;
  readonly message: string;
}

/** The bytes of an answer, see `decodeAnswer`; or why there is none. */
export type ChildReply = { readonly answer: Uint8Array } | { readonly failed: ChildFailure };

/**
 * Asks a module's process, see `ModulePool`; it comes from the thread that holds the pool. `isShared`: who
 * asks the same while it is under way gets the same reply.
 */
export type AskModule = (
  path: string,
  question: Uint8Array,
  limitMs: number,
  isShared?: boolean,
) => Promise<ChildReply>;

/**
 * Asks it many questions at once: the replies are in their order. `mostTimeouts`: how many may not be answered in time before
 * the others are not asked, whatever happened before; absent: what is remembered of the module counts.
 */
export type AskModuleEach = (
  path: string,
  questions: readonly Uint8Array[],
  limitMs: number,
  mostTimeouts?: number,
) => Promise<readonly ChildReply[]>;
