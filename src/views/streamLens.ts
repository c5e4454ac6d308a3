import { maxRow, withRoom } from './lensRoom.ts';
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

/** The longest key and value, in UTF-16 units. */
const longest = 28;

/**
 * The lenses above an answer that still comes: `head`, then the key that is open, then the latest fields that closed, as
 * many as fit a row. `words` has the states in the user's language.
 */
export function streamLens(
  { fields, open, endOnly }: StreamMoment,
  head: string,
  words: Readonly<Record<StreamState, string>>,
): readonly string[] {
  if (endOnly !== undefined) return [head];
  const states: (readonly [StreamState, string])[] = fields
    .toReversed()
    .map(({ key, final, value }) => [final ? 'final' : 'closed', cutPreview(`${key} ${value}`, longest)]);
  if (open !== undefined) states.unshift(['open', cutPreview(open, longest)]);
  const items = states.map(([state, text]) => ({ title: `${text} · ${words[state]}` }));
  return withRoom([{ title: head }], items, maxRow).map(({ title }) => title);
}
