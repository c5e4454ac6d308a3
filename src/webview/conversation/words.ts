import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConversationStringKey, ConversationStrings } from '../../view/conversationProtocol.ts';

/** The strings that the host sent. */
export const Words = createContext<ConversationStrings | undefined>(undefined);

/** Looks up a string in the user's language and fills in its `{0}`, `{1}`, …. */
export function useWords(): (key: ConversationStringKey, ...args: readonly (string | number)[]) => string {
  const strings = useContext(Words);
  return (key, ...args) => (strings?.[key] ?? '').replace(/\{(\d)\}/g, (_, i: string) => String(args[Number(i)] ?? ''));
}

/** A number in the user's language. */
export function count(number: number): string {
  return number.toLocaleString(document.documentElement.lang || undefined);
}
