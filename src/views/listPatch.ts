import type { TextSpan } from '../protocol/guards.ts';
import type { ListPatch, PreviewState, Shift, StatePatch } from '../protocol/instructionProtocol.ts';

interface Item {
  readonly origin?: TextSpan;
}

/**
 * What to send of a state to a page that has `before`: of a list of a hundred kilobytes only what changed. `shift` is how
 * places moved between the two. Linear in the lists. `patch` is absent where the whole state is sent.
 */
export function patchState(
  before: PreviewState | undefined,
  after: PreviewState,
  shift: Shift,
): { readonly state: PreviewState; readonly patch?: StatePatch } {
  const [old, now] = [before?.instruction, after.instruction];
  if (!old || !now) return { state: after };
  const keys = now.keys && listPatch(old.keys ?? [], now.keys, shift);
  return {
    state: { ...after, instruction: { ...now, pieces: [], ...(keys && { keys: [] }) } },
    patch: { shift, pieces: listPatch(old.pieces, now.pieces, shift), ...(keys && { keys }) },
  };
}

/** How `after` is made of `before`. */
function listPatch<T extends Item>(before: readonly T[], after: readonly T[], shift: Shift): ListPatch<T> {
  const shared = Math.min(before.length, after.length);
  let head = 0;
  while (head < shared && isMoved(before[head]!, after[head]!, shift)) head++;
  let tail = 0;
  while (tail < shared - head && isMoved(before[before.length - 1 - tail]!, after[after.length - 1 - tail]!, shift))
    tail++;
  return { head, tail, items: after.slice(head, after.length - tail) };
}

/** How places of a text moved when it became another: those at and behind what changed by the difference in length. */
export function shiftBetween(before: string, after: string): Shift {
  const shared = Math.min(before.length, after.length);
  let start = 0;
  while (start < shared && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shared - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++;
  return { from: before.length - end, by: after.length - before.length };
}

/** True when `b` is `a` with its place moved. */
function isMoved<T extends Item>(a: T, b: T, { from, by }: Shift): boolean {
  const [one, other] = [a.origin, b.origin];
  if (!one !== !other) return false;
  if (one && other)
    if (one.start + (one.start >= from ? by : 0) !== other.start || one.end + (one.end >= from ? by : 0) !== other.end)
      return false;
  const [fields, others] = [a as Record<string, unknown>, b as Record<string, unknown>];
  let names = 0;
  for (const name in fields) {
    if (name !== 'origin' && fields[name] !== others[name]) return false;
    names++;
  }
  for (const _ in others) names--;
  return names === 0;
}
