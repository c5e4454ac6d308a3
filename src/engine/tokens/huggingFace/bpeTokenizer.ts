import type { TokenSpan } from '../encoding.ts';
import { AddedTokens } from './addedTokens.ts';
import { byteAlphabet, characterAlphabet, textOfToken } from './alphabet.ts';
import { pieceEndOf } from './patterns.ts';
import { mergeTable, PieceEncoder } from './pieceEncoder.ts';
import type { Tokenizer } from './tokenizer.ts';
import type { AddedTokenJson, ModelJson, Vocabulary } from './vocabularyFile.ts';
import { BytePieces, CharacterPieces, type SpanPieces } from './vocabularyPieces.ts';

/**
 * The tokenizer of a byte-pair vocabulary, in time that grows as the text × the logarithm of its longest piece.
 * `undefined` where the `tokenizer.json` asks for something that is not built here; then a general library must serve.
 */
export function bpeTokenizer(vocabulary: Vocabulary): Tokenizer | undefined {
  const { json } = vocabulary;
  const added = json.added_tokens ?? [];
  if (!isPlainModel(json.model) || !added.every(isPlainToken)) return undefined;
  const piecesWith = bytePieces(vocabulary) ?? characterPieces(vocabulary);
  if (!piecesWith) return undefined;
  const pieces = piecesWith(new AddedTokens(added));
  const plain = piecesWith(new AddedTokens(added.filter(token => !token.special)));
  return {
    pieces,
    count: text => countAll(pieces, text),
    countPlain: text => countAll(plain, text),
    spans: text => {
      const spans: TokenSpan[] = [];
      for (let start = 0; start < text.length; ) {
        const end = plain.pieceEnd(text, start);
        plain.pieceSpans(text, start, end, spans);
        start = end;
      }
      return spans;
    },
  };
}

function countAll(pieces: SpanPieces, text: string): number {
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const end = pieces.pieceEnd(text, start);
    count += pieces.countPiece(text, start, end);
    start = end;
  }
  return count;
}

type PiecesWith = (added: AddedTokens) => SpanPieces;

/** Qwen, Llama 3, DeepSeek: patterns and bytes. */
function bytePieces({ json, left, right, merged }: Vocabulary): PiecesWith | undefined {
  const patternEnd = pieceEndOf(json.pre_tokenizer);
  const composes = isStep(json.normalizer, { type: 'NFC' });
  if (!patternEnd || !(composes || isNothing(json.normalizer)) || json.model.byte_fallback) return undefined;
  const { vocab, ignore_merges } = json.model;
  const alphabet = byteAlphabet(vocab);
  if (!alphabet) return undefined;
  const encoder = new PieceEncoder(alphabet, mergeTable(left, right, merged));
  if (ignore_merges) for (const [token, id] of Object.entries(vocab)) encoder.addWhole(textOfToken(token), id);
  return added => new BytePieces(added, patternEnd, composes, encoder);
}

/** Gemma: characters, spaces made visible, and no pattern, because the spaces that it would split at are gone by then. */
function characterPieces({ json, left, right, merged }: Vocabulary): PiecesWith | undefined {
  const { normalizer, pre_tokenizer, model } = json;
  const pattern = { String: ' ' };
  const isSplit = isStep(pre_tokenizer, { type: 'Split', pattern, behavior: 'MergedWithPrevious', invert: false });
  if (!isStep(normalizer, { type: 'Replace', pattern, content: '▁' }) || !(isSplit || isNothing(pre_tokenizer)))
    return undefined;
  // A normalized token would have to be looked for in the text with its spaces replaced.
  if (!model.byte_fallback || model.ignore_merges || json.added_tokens?.some(token => token.normalized))
    return undefined;
  const alphabet = characterAlphabet(model.vocab);
  if (!alphabet) return undefined;
  const encoder = new PieceEncoder(alphabet, mergeTable(left, right, merged));
  const beforeSpace = new Set<number>(model.before_space);
  return added => new CharacterPieces(added, beforeSpace, encoder);
}

function isPlainModel(model: ModelJson): boolean {
  const { type = 'BPE', dropout, continuing_subword_prefix, end_of_word_suffix } = model;
  return type === 'BPE' && !dropout && !continuing_subword_prefix && !end_of_word_suffix;
}

function isPlainToken({ single_word, lstrip, rstrip }: AddedTokenJson): boolean {
  return !single_word && !lstrip && !rstrip;
}

/** No normalizer or pre-tokenizer, or an empty sequence of them. */
function isNothing(step: unknown): boolean {
  return (step ?? null) === null || isStep(step, { type: 'Sequence', normalizers: [] });
}

function isStep(step: unknown, expected: object): boolean {
  return JSON.stringify(step) === JSON.stringify(expected);
}
