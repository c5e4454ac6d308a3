import type { ConversationStringKey } from '../../protocol/conversationProtocol.ts';
import { wordsOf } from '../shared/wordsOf.ts';

/** The strings of the conversation preview. */
export const { Words, useWords } = wordsOf<ConversationStringKey>();

/** A number in the user's language. */
export function count(number: number): string {
  return number.toLocaleString(document.documentElement.lang || undefined);
}
