import { verdicts } from './verdict.ts';
import type { VerdictTable } from './verdictTable.ts';

/** How many rows, and how large a share of them, are needed before the others are odd. */
const minRows = 30;
const minShare = 0.9;

/**
 * Marks accepted rows of which a part is of another kind than in nearly all rows (`odd-type`): the rule by majority,
 * which needs all rows, and comes after what a row shows by itself. `off`: suspicions that are switched off, this one
 * perhaps. Linear in the rows.
 */
export function markOddTypes(table: VerdictTable, off: readonly string[] = []): void {
  if (off.includes('odd-type')) return;
  const accepted = ['right', 'ok', 'suspicious'].map(verdict => verdicts.indexOf(verdict as 'ok'));
  const counts = new Map<number, number>();
  for (let i = 0; i < table.size; i++) {
    const kinds = table.kindsAt(i);
    if (kinds > 0 && accepted.includes(table.verdictAt(i))) counts.set(kinds, (counts.get(kinds) ?? 0) + 1);
  }
  const sets = new Map([...counts.keys()].map(number => [number, pairsOf(table.kinds[number - 1]!)]));
  const byKey = new Map<string, Map<string, number>>();
  for (const [number, count] of counts)
    for (const [key, kind] of sets.get(number)!) {
      const kinds = byKey.get(key) ?? new Map<string, number>();
      kinds.set(kind, (kinds.get(kind) ?? 0) + count);
      byKey.set(key, kinds);
    }
  const details = new Map<number, string>();
  for (const [key, kinds] of byKey) {
    const total = [...kinds.values()].reduce((sum, count) => sum + count, 0);
    const [usual, most] = [...kinds].reduce((one, other) => (other[1] > one[1] ? other : one));
    if (total < minRows || most < minShare * total || most === total) continue;
    const share = Math.floor((100 * most) / total);
    for (const [number, pairs] of sets)
      for (const [name, kind] of pairs)
        if (name === key && kind !== usual && !details.has(number))
          details.set(number, `${key === '' ? '' : `${key}: `}${usual} in ${share} % of the rows, ${kind} here`);
  }
  if (details.size === 0) return;
  const rows = new Map<string, number[]>();
  const ok = verdicts.indexOf('ok');
  for (let i = 0; i < table.size; i++) {
    const detail = table.verdictAt(i) === ok ? details.get(table.kindsAt(i)) : undefined;
    if (detail === undefined) continue;
    const found = rows.get(detail);
    if (found) found.push(i);
    else rows.set(detail, [i]);
  }
  for (const [detail, indexes] of rows) table.mark(indexes, { kind: 'suspicious', code: 'odd-type', detail });
}

/** Keys with their kinds; a part that is `null` says nothing. */
function pairsOf(kinds: string): readonly (readonly [string, string])[] {
  const parts = kinds.split('\0');
  return parts.flatMap((key, i) =>
    i % 2 === 0 && parts[i + 1] !== 'null' && parts[i + 1] !== undefined ? [[key, parts[i + 1]!] as const] : [],
  );
}
