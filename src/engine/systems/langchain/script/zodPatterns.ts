import type { Host } from '../../../core/host.ts';
import { findMatches } from '../../../python/index.ts';
import { BudgetSpent, type Regex, RegexError, rustRegex } from '../../../validation/index.ts';

/** Answers that a pattern keeps. */
const maxKept = 1000;
/** Rounds of running patterns on a value's texts; one is enough unless a pattern's outcome decides which text comes next. */
const maxRounds = 50;

/**
 * The patterns of a zod schema, which are JavaScript's: the host runs them, away from this thread and with a limit. zod does
 * not wait, so each missing outcome is noted, the host finds it, and the reading is done again.
 */
export class ScriptPatterns {
  #open: { readonly pattern: ScriptPattern; readonly text: string }[] = [];

  /** A pattern as zod has it. Throws `SyntaxError` for what is not one. */
  pattern(source: string): RegExp {
    return new ScriptPattern(source, (pattern, text) => this.#open.push({ pattern, text }));
  }

  /**
   * The result of some work once all outcomes of its patterns are there; it must not wait itself. Rejects as the work throws,
   * and with `ResponseError` where a pattern does not finish. Without a host for patterns, see {@link ScriptPattern}.
   */
  async settled<T>(work: () => T, host: Host): Promise<T> {
    for (let round = 1; ; round++) {
      this.#open = [];
      const result = outcomeOf(work);
      const open = this.#open;
      if (open.length === 0 || !host.runPattern || round === maxRounds) return result();
      for (const { pattern, text } of open) await pattern.ask(text, host);
    }
  }
}

/** What some work gave or threw, to be had later. */
function outcomeOf<T>(work: () => T): () => T {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * A pattern whose answers come from a host. As long as there is none, an engine answers that takes linear time and differs
 * in details; what only a backtracking engine could run then accepts every text.
 */
class ScriptPattern extends RegExp {
  readonly #results = new Map<string, boolean>();
  readonly #linear: Regex | undefined;
  readonly #onUnknown: (pattern: ScriptPattern, text: string) => void;

  constructor(source: string, onUnknown: (pattern: ScriptPattern, text: string) => void) {
    super(source);
    const made = rustRegex(source);
    this.#linear = made instanceof RegexError ? undefined : made;
    this.#onUnknown = onUnknown;
  }

  override test(text: string): boolean {
    const cached = this.#results.get(text);
    if (cached !== undefined) return cached;
    this.#onUnknown(this, text);
    try {
      return this.#linear?.isMatch(text) ?? true;
    } catch (error) {
      if (error instanceof BudgetSpent) return true;
      throw error;
    }
  }

  /** Has the host try a text. Rejects like `findMatches`. */
  async ask(text: string, host: Host): Promise<void> {
    if (this.#results.has(text)) return;
    const spans = await findMatches({ source: this.source, flags: '', groups: new Map() }, [], text, host);
    if (this.#results.size >= maxKept) this.#results.clear();
    this.#results.set(text, spans.length > 0);
  }
}

// Both releases have the methods that are called here, though their types differ.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Zod = any;

/** The methods of zod that write a format. */
const formats: Readonly<Record<string, string>> = {
  email: 'email',
  uuid: 'uuid',
  uri: 'url',
  'date-time': 'datetime',
  date: 'date',
  time: 'time',
};

/** The zod schema, of release 3 or 4, of strings with the rules of a JSON Schema. What is neither a format nor a pattern is not checked. */
export function buildString(
  schema: Readonly<Record<string, unknown>>,
  z: Zod,
  { release, patterns }: { readonly release: 3 | 4; readonly patterns: ScriptPatterns },
): Zod {
  let made = z.string();
  const method = formats[String(schema.format)];
  if (method !== undefined && typeof made[method] === 'function') made = made[method]();
  if (typeof schema.minLength === 'number' && schema.minLength === schema.maxLength) {
    made = made.length(schema.minLength);
  } else {
    if (typeof schema.minLength === 'number') made = made.min(schema.minLength);
    if (typeof schema.maxLength === 'number') made = made.max(schema.maxLength);
  }
  if (typeof schema.pattern === 'string' && method === undefined) {
    const part = literalPart(schema.pattern, release);
    if (part) return made[part.method](part.text);
    try {
      made = made.regex(patterns.pattern(schema.pattern));
    } catch {
      // What is not a pattern is not checked.
    }
  }
  return made;
}

/** The method of zod that wrote a pattern of plain characters, and its argument. */
function literalPart(pattern: string, release: 3 | 4): { readonly method: string; readonly text: string } | undefined {
  const rest = release === 4 ? String.raw`\.\*` : '';
  const plain = String.raw`((?:[^\\^$.*+?()[\]{}|/]|\\[^\w\s])+)`;
  const found = new RegExp(`^(?:\\^${plain}${rest}|${rest}${plain}\\$|${plain})$`).exec(pattern);
  if (!found) return undefined;
  const [, prefix, suffix, part = ''] = found;
  const method = prefix !== undefined ? 'startsWith' : suffix !== undefined ? 'endsWith' : 'includes';
  return { method, text: (prefix ?? suffix ?? part).replaceAll(/\\(.)/g, '$1') };
}
