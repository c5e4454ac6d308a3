import { libraryTokenizer } from '../../engine/index.ts';

type Tokenizer = ReturnType<typeof libraryTokenizer>;

let loaded: { readonly key: string; readonly tokenizer: Tokenizer } | undefined;

/** `dist/tokenizer.js`, a module for a child process: the tokens of a text by the tokenizer of `key`; -1 where that is not loaded. */
export function count(key: string, text: string, isPlain: boolean): number {
  if (loaded?.key !== key) return -1;
  return isPlain ? loaded.tokenizer.countPlain(text) : loaded.tokenizer.count(text);
}

/** Loads the tokenizer of `key`. Raises the library's errors. */
export function load(key: string, json: unknown, config: Record<string, unknown>): boolean {
  loaded = { key, tokenizer: libraryTokenizer({ json, config }) };
  return true;
}
