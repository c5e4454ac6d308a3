import {
  type TokenizerJson,
  type Vocabulary,
  vocabularyOf,
} from '../../../../../src/engine/tokens/huggingFace/vocabularyFile.ts';

/** The bytes as byte-level vocabularies spell them (GPT-2's `bytes_to_unicode`), each with its value as id. */
export function byteVocab(): Record<string, number> {
  let next = 0x100;
  const isPrintable = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
  return Object.fromEntries(
    Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(isPrintable(byte) ? byte : next++), byte]),
  );
}

/** The split pattern of Llama 3. */
const pattern =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/** `pre_tokenizer` of Llama 3. */
export const preTokenizer = {
  type: 'Sequence',
  pretokenizers: [
    { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false },
    { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false },
  ],
};

/** A vocabulary of bytes and of what these merges make, with ids from 256 on. */
export function toyVocabulary(
  merges: readonly string[],
  more: Partial<TokenizerJson> & { readonly ignore_merges?: boolean; readonly byte_fallback?: boolean } = {},
): Vocabulary {
  const { ignore_merges = false, byte_fallback = false, ...json } = more;
  const vocab = byteVocab();
  for (const merge of merges) vocab[merge.replace(' ', '')] = 256 + merges.indexOf(merge);
  const model = { type: 'BPE', vocab, merges, ignore_merges, byte_fallback };
  return vocabularyOf({ pre_tokenizer: preTokenizer, normalizer: null, model, ...json })!;
}
