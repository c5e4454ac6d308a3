import { type RowVerdict, violationCatalogue } from '../../engine/index.ts';

/** A member that answers had wrong, and how many of them. */
export interface ViolatedMember {
  readonly cause: string;
  readonly path: string;
  readonly count: number;
}

/** Counts the answers of runs that were not read by the first member that was not what is wanted. */
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
