/**
 * Fresh rows in the order of those that are on the screen: each stands where the row of its key stood, so that nothing
 * moves under a hand; those that are new come last. `keyOf`: `undefined` for a heading, which stays while rows are under it;
 * the headings of fresh rows come along with what is new.
 */
export function keptOrder<T>(
  before: readonly T[],
  fresh: readonly T[],
  keyOf: (row: T) => string | undefined,
): readonly T[] {
  const byKey = new Map<string, T>();
  for (const row of fresh) {
    const key = keyOf(row);
    if (key !== undefined) byKey.set(key, row);
  }
  const kept = before.flatMap(row => {
    const key = keyOf(row);
    const now = key === undefined ? row : byKey.get(key);
    if (key !== undefined) byKey.delete(key);
    return now ?? [];
  });
  const added = fresh.filter(row => {
    const key = keyOf(row);
    return key === undefined || byKey.has(key);
  });
  return withoutBare([...kept, ...withoutBare(added, keyOf)], keyOf);
}

/** Rows without the headings that have none under them. */
function withoutBare<T>(rows: readonly T[], keyOf: (row: T) => string | undefined): readonly T[] {
  return rows.filter((row, i) => {
    const next = rows[i + 1];
    return keyOf(row) !== undefined || (next !== undefined && keyOf(next) !== undefined);
  });
}
