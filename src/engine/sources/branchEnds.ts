import type { Completion, Frame } from './sourceRun.ts';
import { type Unknown, wrap } from './values.ts';

/** What a function gives that may have ended before is worth knowing: it may be changed through what the call gives. */
export function noteReturn(end: Completion, frame: Frame): void {
  if (end.kind === 'return') frame.returned = [...(frame.returned ?? []), end.placed.value];
}

/** How branches end of which one is taken. */
export function endOfBranches(ends: readonly Completion[], reason: Unknown, frame: Frame): Completion {
  const kinds = ends.filter(({ kind }) => kind !== 'raise');
  const given = kinds.flatMap(end => (end.kind === 'return' ? [end.placed.value] : []));
  if (kinds.length > 0 && given.length === kinds.length)
    return { kind: 'return', placed: { value: wrap(reason.with(given)), at: reason.at } };
  if (kinds.some(({ kind }) => kind === 'return' || kind === 'open')) {
    for (const end of kinds) noteReturn(end, frame);
    frame.ended ??= reason;
    return { kind: 'open', reason, returns: true };
  }
  if (kinds.some(({ kind }) => kind === 'break' || kind === 'continue'))
    return { kind: 'open', reason, returns: false };
  return kinds.length === 0 && ends.length > 0 ? { kind: 'raise' } : { kind: 'next' };
}
