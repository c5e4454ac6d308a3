import { type Context, createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Looks up a string by its key and fills in its `{0}`, `{1}`, …. */
export type LookUp<Key extends string> = (key: Key, ...args: readonly (string | number)[]) => string;

/** The strings that the host sends to a webview, in the user's language: their context, and a hook that looks them up. */
export function wordsOf<Key extends string>(): {
  readonly Words: Context<Readonly<Record<Key, string>> | undefined>;
  useWords(): LookUp<Key>;
} {
  const Words = createContext<Readonly<Record<Key, string>> | undefined>(undefined);
  return {
    Words,
    useWords() {
      const strings = useContext(Words);
      return (key, ...args) =>
        (strings?.[key] ?? '').replace(/\{(\d)\}/g, (_, i: string) => String(args[Number(i)] ?? ''));
    },
  };
}
