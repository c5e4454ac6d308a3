import { Tokenizer as LibraryTokenizer } from '@huggingface/tokenizers';
import { EngineError } from '../../core/errors.ts';
import type { Tokenizer } from './tokenizer.ts';
import type { TokenizerJson } from './tokenizerJson.ts';
import type { TokenizerConfig } from './vocabularyFile.ts';

/** The tokenizer of any `tokenizer.json`, by Hugging Face's own library. Raises `EngineError` for one that it does not know. */
export function generalTokenizer(json: TokenizerJson, config: TokenizerConfig): Tokenizer {
  const whole = counterOf(json, config);
  let plain: ((text: string) => number) | undefined;
  return {
    count: whole,
    countPlain(text) {
      plain ??= counterOf({ ...json, added_tokens: json.added_tokens?.filter(token => !token.special) ?? [] }, config);
      return plain(text);
    },
  };
}

function counterOf(json: TokenizerJson, config: TokenizerConfig): (text: string) => number {
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
