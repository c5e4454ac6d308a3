import type { ReplayStringKey } from '../../protocol/replayProtocol.ts';
import { wordsOf } from '../shared/wordsOf.ts';

/** The strings of *Replay as Stream*. */
export const { Words, useWords } = wordsOf<ReplayStringKey>();

/** A number in the user's language. */
export function count(number: number): string {
  return number.toLocaleString(document.documentElement.lang || undefined);
}
