import type { ListPatch, PreviewState, StatePatch, TextSpan } from './protocol.ts';

interface Item {
  readonly origin?: TextSpan;
}

/**
 * What to send of a state to a page that has `before`: of a list of a hundred kilobytes only what changed. Linear in the
 * lists. `patch` is absent where the whole state is sent.
 */
export function patchState(
  before: PreviewState | undefined,
  after: PreviewState,
): { readonly state: PreviewState; readonly patch?: StatePatch } {
  const [old, now] = [before?.instruction, after.instruction];
  if (!old || !now) return { state: after };
  const keys = now.keys && listPatch(old.keys ?? [], now.keys);
  return {
    state: { ...after, instruction: { ...now, pieces: [], ...(keys && { keys: [] }) } },
    patch: { pieces: listPatch(old.pieces, now.pieces), ...(keys && { keys }) },
  };
}

/** How `after` is made of `before`. */
export function listPatch<T extends Item>(before: readonly T[], after: readonly T[]): ListPatch<T> {
  const shared = Math.min(before.length, after.length);
  let head = 0;
  while (head < shared && isSame(before[head]!, after[head]!, 0)) head++;
  let tail = 0;
  let shift: number | undefined;
  while (tail < shared - head) {
    const [one, other] = [before[before.length - 1 - tail]!, after[after.length - 1 - tail]!];
    // All that stands behind a change moved by the same length.
    if (shift === undefined && one.origin && other.origin) shift = other.origin.start - one.origin.start;
    if (!isSame(one, other, shift ?? 0)) break;
    tail++;
  }
  return { head, tail, shift: shift ?? 0, items: after.slice(head, after.length - tail) };
}

/** True when the items are equal but for their place, and that moved by `shift`. */
function isSame<T extends Item>({ origin: one, ...a }: T, { origin: other, ...b }: T, shift: number): boolean {
  if (one?.start !== (other && other.start - shift) || one?.end !== (other && other.end - shift)) return false;
  const [fields, others] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(fields);
  return names.length === Object.keys(others).length && names.every(name => fields[name] === others[name]);
}
