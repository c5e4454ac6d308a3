import type { ErrorDetail, ModulePlace } from './errors.ts';
import type { PyValue } from './pyValue.ts';
import type { Span } from './span.ts';

/** A user's pattern to run: Python `re` syntax already translated to a JavaScript `source` and `flags`. */
export interface PatternJob {
  readonly source: string;
  readonly flags: string;
  /**
   * Python's `finditer`, after a match of nothing, first looks at the same place for a match of something. This is
   * `source` for that, with the same groups; absent where there is never one.
   */
  readonly nonEmpty?: string;
  readonly text: string;
  /** The capture groups to return for every match, by index. */
  readonly groups: readonly number[];
  /** True where the caller counts time-outs itself: those from before keep it from nothing, and its own say nothing about other texts. */
  readonly isTrial?: boolean;
}

/**
 * What running a pattern gave. `spans` has `2 + 2 * groups.length` numbers for every match, left to right: start and end
 * of the match, then of each wanted group (-1 and -1: did not take part). Packed, so that a million matches travel
 * between threads at once.
 */
export type PatternOutcome =
  | { readonly ok: true; readonly spans: Int32Array }
  | {
      readonly ok: false;
      readonly reason: 'timeout' | 'failed';
      readonly message: string;
      /** It was not run: this many runs of the pattern before did not finish. */
      readonly timeouts?: number;
    };

/** A pattern to be looked at, already translated as in {@link PatternJob}. */
export type PatternShape = Pick<PatternJob, 'source' | 'flags'>;

/** How a pattern can be kept busy: a text on which its steps grow with a power of the length, or double with every character. */
export interface PatternRisk {
  readonly growth: 'exponential' | 'polynomial';
  /** The power, where it is one. */
  readonly degree?: number;
  /** The text. */
  readonly attack: string;
  /** The text in short, as the user reads it: `'a'.repeat(31) + '!'`. */
  readonly example: string;
}

/** A call of what a user's module exports: an ES module, or Python where its name ends in `.py`. */
export interface ModuleJob {
  /** The module's path as its author wrote it, relative to the folder of `file`. */
  readonly module: string;
  /** The file that names the module: a path or a URI. */
  readonly file: string;
  /** Python to run in place of a file, which `module` then does not name: as if it stood beside `file`. */
  readonly source?: string;
  /** The export to use: a function is called, anything else is the value. Absent: the types of all exports, by name. */
  readonly export?: string;
  /** Plain data. */
  readonly args: readonly unknown[];
  /** The definition among `args` as JSON, in which 1.0 is not an integer. */
  readonly definition?: string;
  /** Properties of the object that a function is given behind its arguments; it has `field(key, start, end)` as well. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Where a module says that a part of its value stands, in UTF-16 offsets; not checked. */
export interface ModuleMark {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Why a module gave no value: what it threw, or an error of ours (`ModuleNotFound`, `ModuleTimeout`,
 * `ModuleOutOfMemory`, `ModuleEnded`, `ModuleCrashed`, `ModuleInterrupted`, `ModuleOutputError`, `ModuleExportError`,
 * `ModuleValueError`, `ModuleNotTrusted`, `ModuleUnavailable`, `PythonNotFound`, `PythonTooOld`, `PythonUnavailable`).
 * `ModuleEnded` is what the module did itself, `ModuleInterrupted` what befell its process. `code`, `feedback`, `span`,
 * `rawResponse` and `details` are the thrown error's own, where it has them.
 */
export interface ModuleError {
  readonly class: string;
  readonly message: string;
  /** Where in the module it was thrown. */
  readonly place?: ModulePlace;
  /** One frame a line, only those in files. */
  readonly stack?: string;
  readonly code?: string;
  readonly feedback?: string;
  readonly span?: Span;
  readonly rawResponse?: string;
  readonly details?: readonly ErrorDetail[];
}

/** What a parser of the user's own makes of its value for one destination, in place of the definition's `keys_to_*`; or the error that it raises. */
export type ModuleSplit =
  | { readonly value: PyValue }
  | { readonly error: { readonly class: string; readonly message: string } };

/** What was found in a Python module: the kind of parser, and how it is known; and which Python it was. */
export interface ModuleAbout {
  readonly kind: string;
  readonly how: string;
  readonly python: string;
  readonly interpreter: string;
  /** Its kind has no instruction. */
  readonly silent?: true;
}

/** What a module gave. `value` is data: dicts are maps or plain objects. `called`: the export was a function. `marks` are those of `context.field`. The rest only Python gives. */
export type ModuleOutcome =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly called: boolean;
      readonly marks?: readonly ModuleMark[];
      readonly splits?: Readonly<Record<string, ModuleSplit>>;
      /** What there is beside the value. */
      readonly extra?: Readonly<Record<string, unknown>>;
      readonly warnings?: readonly string[];
      readonly about?: ModuleAbout;
    }
  | { readonly ok: false; readonly error: ModuleError };

/** What a user's tokenizer is made of: `tokenizer.json` and `tokenizer_config.json`, as JSON. The same object is the same tokenizer. */
export interface TokenizerFiles {
  readonly json: unknown;
  readonly config: Readonly<Record<string, unknown>>;
}

/** A text to be counted with a user's tokenizer. `isPlain`: text that spells a special token is text like any other. */
export interface TokenizerJob {
  readonly files: TokenizerFiles;
  readonly text: string;
  readonly isPlain: boolean;
}

/** The tokens of a text, or why there is no telling: `TokenizerTimeoutError`, or `TokenizerError` for anything else. */
export type TokenizerOutcome =
  | { readonly ok: true; readonly count: number }
  | { readonly ok: false; readonly error: { readonly class: string; readonly message: string } };

/**
 * All that the engine cannot do alone, injected by whoever runs it. Every member is optional; what is absent makes the
 * operations that need it fail with a clear error.
 */
export interface Host {
  /** The bytes of a table shipped beside the engine (`o200k_base`, `cl100k_base`, …), already decompressed. */
  loadTable?(name: string): Promise<Uint8Array>;
  /** Runs a user's pattern away from this thread and ends it after `limitMs`. */
  runPattern?(job: PatternJob, limitMs: number): Promise<PatternOutcome>;
  /** Looks for a text that keeps a pattern busy, away from this thread and for at most `limitMs`; `undefined`: none was found. Absent: nobody looks. */
  analyzePattern?(pattern: PatternShape, limitMs: number): Promise<PatternRisk | undefined>;
  /** Counts with a user's tokenizer, away from this thread, and ends it after `limitMs` or when it takes too much memory. Absent: only tokenizers without patterns are run. */
  countTokens?(job: TokenizerJob, limitMs: number): Promise<TokenizerOutcome>;
  /** Runs a user's module in a process of its own and ends it after `limitMs`. Absent where there are no processes, as in a browser; gives `undefined` where modules may not run, as in a workspace that is not trusted. */
  runModule?(job: ModuleJob, limitMs: number): Promise<ModuleOutcome | undefined>;
  /**
   * Runs many calls, as evaluations have them, with as few questions to a module's process as there can be: `outcomes[i]` is
   * that of `jobs[i]`, whatever modules they name, and the calls of one module are made in their order, each with a limit of
   * `limitMs` of its own and none seeing what another was given. `limitMs` counts the module's own time: what it works, and
   * what it waits for, not what a busy machine keeps it from. A call that a limit or the end of its process kept from an
   * outcome (`ModuleTimeout`, `ModuleOutOfMemory`, `ModuleInterrupted`, `ModuleOutputError`) is made once more, alone and in a
   * new process, and only that outcome is told. `mostTimeouts`: after so many of these calls that did not finish in time the
   * others are not made, whatever happened before; absent: a module that did not finish several times is not run for a while.
   * `undefined` where modules may not run. Never rejects for what a module does.
   *
   * It stands beside `runModule` and never in its place: a host without that runs no modules, and whoever takes one away or
   * replaces it does the same to the other, see `withoutModules`. Absent: calls are made one by one.
   */
  runModules?(
    jobs: readonly ModuleJob[],
    limitMs: number,
    mostTimeouts?: number,
  ): Promise<readonly ModuleOutcome[] | undefined>;
  /** The bytes of a file that the user named, such as a `tokenizer.json`; `undefined`: there is no such file. Absent: no files. */
  readFile?(path: string): Promise<Uint8Array | undefined>;
  /** A clock, in milliseconds from any start. Absent: nothing is timed. */
  now?(): number;
  /** One POST of a JSON text. Rejects when there is no answer. Absent: no network. */
  postJson?(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<HttpAnswer>;
}

/** What a server answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}
