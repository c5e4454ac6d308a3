import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PreviewStringKey, PreviewStrings } from '../../view/protocol.ts';

/** The strings that the host sent. */
export const Words = createContext<PreviewStrings | undefined>(undefined);

/** Looks up a string in the user's language and fills in its `{0}`, `{1}`, …. */
export function useWords(): (key: PreviewStringKey, ...args: readonly (string | number)[]) => string {
  const strings = useContext(Words);
  return (key, ...args) => (strings?.[key] ?? '').replace(/\{(\d)\}/g, (_, i: string) => String(args[Number(i)] ?? ''));
}
