import { decodeUtf8 } from '../../text/index.ts';
import { byteAlphabet, textOfToken } from './alphabet.ts';
import { mergeTable, PieceEncoder } from './pieceEncoder.ts';

/** What of a Hugging Face `tokenizer.json` matters to how text is cut into tokens. */
export interface TokenizerJson {
  readonly added_tokens?: readonly AddedTokenJson[];
  readonly normalizer?: unknown;
  readonly pre_tokenizer?: unknown;
  readonly model: ModelJson;
}

/** A token of `added_tokens`, which is found in the text before the model splits it. */
export interface AddedTokenJson {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
  readonly single_word?: boolean;
  readonly lstrip?: boolean;
  readonly rstrip?: boolean;
  readonly normalized?: boolean;
}

/** The `model` of a `tokenizer.json`: a vocabulary with its merges. */
export interface ModelJson {
  readonly type?: string;
  readonly vocab: Readonly<Record<string, number>>;
  readonly merges: readonly (string | readonly [string, string])[];
  readonly dropout?: number | null;
  readonly unk_token?: string | null;
  readonly continuing_subword_prefix?: string | null;
  readonly end_of_word_suffix?: string | null;
  readonly byte_fallback?: boolean;
  readonly ignore_merges?: boolean;
  /** Ours: the UTF-16 units that stand before a space (`▁`) inside tokens, other than spaces. */
  readonly before_space?: readonly number[];
}

/**
 * A byte-pair vocabulary: `tokenizer.json` with its merges as ids. Of `model.vocab` only those tokens need be there
 * that no merge makes, and those that merging does not reach.
 */
export interface Vocabulary {
  readonly json: TokenizerJson;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly merged: Int32Array;
}

/** The vocabulary of a `tokenizer.json`; `undefined` where its model is not a byte-pair encoding, names unknown tokens, or is malformed. */
export function vocabularyOf(json: TokenizerJson): Vocabulary | undefined {
  const { vocab, merges } = json.model;
  if (typeof vocab !== 'object' || vocab === null || !Array.isArray(merges)) return undefined;
  const ids = new Map(Object.entries(vocab));
  const left = new Int32Array(merges.length);
  const right = new Int32Array(merges.length);
  const merged = new Int32Array(merges.length);
  const beforeSpace = new Set<number>();
  for (const [rank, merge] of (merges as readonly unknown[]).entries()) {
    const [first, second] = typeof merge === 'string' ? splitMerge(merge) : Array.isArray(merge) ? merge : [];
    if (typeof first !== 'string' || typeof second !== 'string') return undefined;
    const id = ids.get(first + second);
    const firstId = ids.get(first);
    const secondId = ids.get(second);
    if (id === undefined || firstId === undefined || secondId === undefined) return undefined;
    left[rank] = firstId;
    right[rank] = secondId;
    merged[rank] = id;
    if (second.startsWith('▁') && !first.endsWith('▁')) beforeSpace.add(first.charCodeAt(first.length - 1));
  }
  const model = { ...json.model, merges: [], before_space: [...beforeSpace] };
  return { json: { ...json, model }, left, right, merged };
}

/** The older form of a merge: two tokens with a space between. */
function splitMerge(merge: string): readonly [string, string] {
  const space = merge.indexOf(' ');
  return [merge.slice(0, space), merge.slice(space + 1)];
}

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
