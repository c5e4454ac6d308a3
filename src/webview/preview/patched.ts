import type { KeyRow, ListPatch, PieceView, PreviewState, StatePatch, TextSpan } from '../../view/protocol.ts';

/** The whole state that a patch stands for; `undefined` when there is no state that it could change. */
export function patchedState(
  before: PreviewState | undefined,
  state: PreviewState,
  patch: StatePatch,
): PreviewState | undefined {
  if (!before?.instruction || !state.instruction) return undefined;
  const { pieces, keys } = before.instruction;
  const instruction = {
    ...state.instruction,
    pieces: patchedList<PieceView>(pieces, patch.pieces),
    ...(patch.keys && { keys: patchedList<KeyRow>(keys ?? [], patch.keys) }),
  };
  return { ...state, instruction };
}

/** The list that a patch makes of `before`. */
export function patchedList<T extends { readonly origin?: TextSpan }>(
  before: readonly T[],
  { head, tail, shift, items }: ListPatch<T>,
): T[] {
  const moved = before.slice(before.length - tail).map(item => {
    const { origin } = item;
    return origin && shift !== 0 ? { ...item, origin: { start: origin.start + shift, end: origin.end + shift } } : item;
  });
  return [...before.slice(0, head), ...items, ...moved];
}
