import {
  createJudge,
  type Definition,
  type FileFallback,
  fallbackCost,
  fallbackOf,
  type ModelMessage,
  type RowVerdict,
  type Verdict,
  violationCatalogue,
} from '../../engine/index.ts';
import type { Io } from '../io.ts';

/** A member that answers had wrong, and how many of them. */
interface ViolatedMember {
  readonly cause: string;
  readonly path: string;
  readonly count: number;
}

/** Counts the answers of runs that were not read by their first violation. */
export class MemberTally {
  readonly #counts = new Map<string, ViolatedMember>();

  add({ verdict, code, detail }: Pick<RowVerdict, 'verdict' | 'code' | 'detail'>): void {
    if (verdict !== 'error' || code === undefined || !Object.hasOwn(violationCatalogue, code)) return;
    const path = detail ?? '/';
    const key = `${code} ${path}`;
    this.#counts.set(key, { cause: code, path, count: (this.#counts.get(key)?.count ?? 0) + 1 });
  }

  /** Those that came most often first. */
  all(): readonly ViolatedMember[] {
    return [...this.#counts.values()].sort((one, other) => other.count - one.count);
  }
}

/** An answer of a run. */
interface Answer {
  readonly response: string | ModelMessage;
  /** The provider's word for why it ended. */
  readonly finish?: string | undefined;
}

/** What counts of an answer: it was read when an evaluation of its log calls it `ok`. */
type ReadVerdict = Extract<Verdict, 'ok' | 'suspicious' | 'error'>;

/** Makes what judges answers, and adds to `members` what was wrong with them. `undefined`: an evaluation passes the answer over, so that it is no part of the share. */
export function readJudge(
  definition: Definition,
  { host }: Io,
  members: MemberTally,
): (answer: Answer) => Promise<ReadVerdict | undefined> {
  const judge = createJudge(definition, {}, host);
  let line = 0;
  return async ({ response, finish }) => {
    const row = { place: { log: 0, line: ++line }, response, columns: {}, ...(finish !== undefined && { finish }) };
    const judged = await judge(row);
    const { verdict } = judged;
    members.add(judged);
    if (verdict === 'right') return 'ok';
    return verdict === 'ok' || verdict === 'error' || verdict === 'suspicious' ? verdict : undefined;
  };
}

/** What a framework would have sent in silence after answers, and how many there were. */
export interface RunFallback {
  readonly fallback: FileFallback;
  readonly of: number;
}

/** Counts the answers of runs after which a framework asks again in silence. */
export class FallbackTally {
  #answers = 0;
  #refused = 0;

  add(verdict: ReadVerdict | undefined): void {
    if (verdict !== undefined) this.#answers++;
    if (verdict === 'error') this.#refused++;
  }

  /** `undefined`: the definition's framework asks nothing in silence. `counter`: of its tokens, `TYPE` or `TYPE:MODEL`. */
  async summary(definition: Definition, { host }: Io, counter?: string): Promise<RunFallback | undefined> {
    const cost = await fallbackCost(definition, host, counter);
    return cost && { fallback: fallbackOf(cost, { error: this.#refused }), of: this.#answers };
  }
}

/** How many different failures the report lists. */
const maxTold = 10;

/** Why questions were not answered, in the words of whoever did not: each once, the most frequent first. */
export class FailureTally {
  readonly #counts = new Map<string, number>();

  add(words: string | undefined): void {
    if (words !== undefined) this.#counts.set(words, (this.#counts.get(words) ?? 0) + 1);
  }

  /** The failures with their counts. */
  all(): readonly { readonly message: string; readonly count: number }[] {
    return [...this.#counts]
      .map(([message, count]) => ({ message, count }))
      .sort((one, other) => other.count - one.count)
      .slice(0, maxTold);
  }
}
