import { decodeUtf8 } from '../../text/index.ts';
import { byteAlphabet, textOfToken } from './alphabet.ts';
import { mergeTable, PieceEncoder } from './pieceEncoder.ts';
import type { TokenizerJson, Vocabulary } from './tokenizerJson.ts';

/** What of a `tokenizer_config.json` matters to a chat template. */
export interface TokenizerConfig {
  readonly chat_template?: unknown;
  readonly [name: string]: unknown;
}

/** A vocabulary that the build made. */
export interface VocabularyFile {
  readonly vocabulary: Vocabulary;
  readonly config: TokenizerConfig;
}

/**
 * Reads a vocabulary as the build writes it: the length of a JSON text (32 bits, little endian), that text in UTF-8,
 * padded to a multiple of four, then the three columns of merges in 32 bits each. `undefined` when it is damaged.
 */
export function readVocabulary(file: Uint8Array): VocabularyFile | undefined {
  if (file.length < 4) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const start = 4 + view.getUint32(0, true);
  const count = (file.length - start) / 12;
  const text = start > file.length ? undefined : decodeUtf8(file.subarray(4, start));
  if (text === undefined || !Number.isInteger(count)) return undefined;
  let json: TokenizerJson & { readonly config: TokenizerConfig };
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const column = (index: number): Int32Array =>
    Int32Array.from({ length: count }, (_, rank) => view.getInt32(start + 4 * (index * count + rank), true));
  return { vocabulary: { json, left: column(0), right: column(1), merged: column(2) }, config: json.config };
}

/** The vocabulary without the tokens that merging makes: all that counting needs. The build writes this. */
export function compacted(vocabulary: Vocabulary): Vocabulary {
  const { json, left, right, merged } = vocabulary;
  const { vocab, ignore_merges } = json.model;
  const alphabet = byteAlphabet(vocab);
  const encoder = alphabet && new PieceEncoder(alphabet, mergeTable(left, right, merged));
  const made = new Set(merged);
  const kept = Object.entries(vocab).filter(([token, id]) => {
    if (!made.has(id)) return true;
    const text = ignore_merges ? textOfToken(token) : '';
    return text !== '' && encoder !== undefined && encoder.count(text, 0, text.length) > 1;
  });
  return { ...vocabulary, json: { ...json, model: { ...json.model, vocab: Object.fromEntries(kept) } } };
}
