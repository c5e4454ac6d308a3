import { Tokenizer as LibraryTokenizer } from '@huggingface/tokenizers';
import { EngineError } from '../../core/errors.ts';
import type { TokenizerFiles } from '../../core/host.ts';
import type { Tokenizer } from './tokenizer.ts';
import type { TokenizerJson } from './vocabularyFile.ts';

/**
 * The tokenizer of any `tokenizer.json`, by Hugging Face's own library. It runs the patterns of that file, so that it
 * may take for ever. Raises `EngineError` for one that the library does not know.
 */
export function libraryTokenizer({ json, config }: TokenizerFiles): Tokenizer {
  const tokenizer = json as TokenizerJson;
  const whole = counterOf(tokenizer, config);
  let plain: ((text: string) => number) | undefined;
  return {
    count: whole,
    countPlain(text) {
      plain ??= counterOf(
        { ...tokenizer, added_tokens: tokenizer.added_tokens?.filter(token => !token.special) ?? [] },
        config,
      );
      return plain(text);
    },
  };
}

function counterOf(json: TokenizerJson, config: object): (text: string) => number {
  const attempt = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw new EngineError('TokenizerError', error instanceof Error ? error.message : String(error));
    }
  };
  const tokenizer = attempt(() => new LibraryTokenizer({ ...json }, { ...config }));
  // Rust's strings have no lone surrogates.
  return text =>
    attempt(
      () => tokenizer.encode(text.replace(/\p{Surrogate}/gu, '\ufffd'), { add_special_tokens: false }).ids.length,
    );
}
