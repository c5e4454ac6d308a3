import { leastValue, maxRow, roomAt, separator, withRoom } from './lensRoom.ts';
import { clipToWidth, shownWidth } from './lensWidth.ts';
import { cutPreview } from './valuePreview.ts';

/** What is known of an answer that still comes. */
export interface StreamMoment {
  /** The fields that are closed, in the order in which they closed. */
  readonly fields: readonly { readonly key: string; readonly final: boolean; readonly value: string }[];
  /** The key that is being read. */
  readonly open?: string;
  /** Why nothing closes before the end. */
  readonly endOnly?: string;
  /** What the framework would say if the answer ended here; `null`: it would read it. Absent: not asked yet. */
  readonly error?: string | null;
}

/** What a lens says of a key. */
export type StreamState = 'open' | 'closed' | 'final';

/**
 * The lenses above an answer that still comes: `head`, then the key that is open, then the latest fields that closed, as
 * many as fit a row. A key comes whole, its value has what is left. `words` has the states in the user's language.
 */
export function streamLens(
  { fields, open, endOnly }: StreamMoment,
  head: string,
  words: Readonly<Record<StreamState, string>>,
): readonly string[] {
  if (endOnly !== undefined) return [head];
  const item = (state: StreamState, key: string, value = '') => {
    const said = ` · ${words[state]}`;
    const fixed = shownWidth(head) + separator + shownWidth(said);
    const name = clipToWidth(key, Math.max(1, maxRow - fixed));
    const room = roomAt(0) - fixed - shownWidth(name) - 1;
    const valueText =
      value === '' || room < Math.min(leastValue, shownWidth(value)) ? '' : ` ${cutPreview(value, room)}`;
    return { title: `${name}${valueText}${said}` };
  };
  const items = fields.toReversed().map(({ key, final, value }) => item(final ? 'final' : 'closed', key, value));
  if (open !== undefined) items.unshift(item('open', open));
  return withRoom([{ title: head }], items, maxRow).map(({ title }) => title);
}
