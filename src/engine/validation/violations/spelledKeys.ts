import { addTo } from '../../core/addTo.ts';
import { nearestKey } from '../../core/nearestName.ts';
import { isPyDict } from '../../core/pyValue.ts';
import { type Breach, pointerOf } from './breach.ts';
import { folded } from './spelling.ts';

/** Names that are compared with one another in one object. */
const mostNames = 200;

/**
 * The same breaches, where a member that is missing and one that is not allowed beside it are one that is misspelt: it is that
 * one thing. Where any member is allowed, a missing one stays missing, and it is noted which one may be meant.
 */
export function withSpelledKeys(breaches: readonly Breach[]): readonly Breach[] {
  const missing = new Map<string, Breach[]>();
  for (const breach of breaches) if (breach.cause === 'missing-key') addTo(missing, parentOf(breach), breach);
  if (missing.size === 0) return breaches;
  const settled = new Set<Breach>();
  const spelt = new Map<Breach, Breach>();
  for (const breach of breaches) {
    const name = String(breach.path.at(-1));
    const beside = missing.get(parentOf(breach)) ?? [];
    if (breach.cause !== 'unknown-key' || beside.length > mostNames) continue;
    const meant = besideNamed(
      name,
      beside.filter(each => !settled.has(each)),
    );
    if (!meant) continue;
    settled.add(meant);
    const key = String(meant.path.at(-1));
    spelt.set(breach, { ...breach, cause: 'key-spelling', wanted: `the member ${key}`, wants: { types: [], key } });
  }
  return breaches.filter(breach => !settled.has(breach)).map(breach => spelt.get(breach) ?? withNear(breach));
}

function besideNamed(name: string, beside: readonly Breach[]): Breach | undefined {
  const key = nearName(
    name,
    beside.map(({ path }) => String(path.at(-1))),
  );
  return key === undefined ? undefined : beside.find(({ path }) => path.at(-1) === key);
}

/** A missing member, with the one that may be meant by it. */
function withNear(breach: Breach): Breach {
  const { cause, input, path, wants } = breach;
  if (cause !== 'missing-key' || wants.key !== undefined || !isPyDict(input) || input.size > mostNames) return breach;
  const key = nearName(String(path.at(-1)), [...input.keys()]);
  return key === undefined ? breach : { ...breach, wants: { ...wants, key } };
}

/** The name that is most likely meant by another: the same but for case and what joins its words, the nearest one, or its abbreviation. */
function nearName(name: string, candidates: readonly string[]): string | undefined {
  const same = candidates.filter(candidate => folded(candidate) === folded(name));
  // Of two nobody knows which is meant.
  if (same.length > 1) return undefined;
  return (
    same[0] ??
    nearestKey(name, candidates) ??
    candidates.find(candidate => isAbbreviation(name, candidate) || isAbbreviation(candidate, name))
  );
}

/** Whether the letters of one name stand in the other in their order, from its first to its last, as `cmd` for `command`. */
function isAbbreviation(short: string, long: string): boolean {
  if (
    short.length < 3 ||
    short.length >= long.length ||
    long.length > 60 ||
    short.at(-1) !== long.at(-1) ||
    short[0] !== long[0]
  )
    return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

function parentOf({ path }: Breach): string {
  return pointerOf(path.slice(0, -1));
}
