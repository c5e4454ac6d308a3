import type { TextSpan } from '../../protocol/guards.ts';
import type {
  KeyRow,
  ListPatch,
  PieceView,
  PreviewState,
  Shift,
  StatePatch,
} from '../../protocol/instructionProtocol.ts';

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
    pieces: patchedList<PieceView>(pieces, patch.pieces, patch.shift),
    ...(patch.keys && { keys: patchedList<KeyRow>(keys ?? [], patch.keys, patch.shift) }),
  };
  return { ...state, instruction };
}

/** The list that a patch makes of `before`. */
function patchedList<T extends { readonly origin?: TextSpan }>(
  before: readonly T[],
  { head, tail, items }: ListPatch<T>,
  { from, by }: Shift,
): T[] {
  const place = (offset: number) => (offset >= from ? offset + by : offset);
  const moved = (item: T) =>
    by !== 0 && item.origin
      ? { ...item, origin: { start: place(item.origin.start), end: place(item.origin.end) } }
      : item;
  return [...before.slice(0, head).map(moved), ...items, ...before.slice(before.length - tail).map(moved)];
}
