import type { Span } from '../../core/span.ts';
import {
  codePointLength,
  firstCodePoints,
  pyStrip,
  pyStripOf,
  pythonPattern,
  skipWhite,
  stripSpan,
  whiteClass,
} from '../../python/index.ts';
import { extractReasoning, stripReasoning } from './reasoning.ts';

const textValue = pythonPattern(String.raw`(?:"text"|text)\s*:\s*"[^"]{3,}"`, { ignoreCase: true });
const sentenceBreak = new RegExp(`(?<=[.!?])[${whiteClass}]+`, 'g');

/** The quoted value of the first `"text": "…"` or `text: "…"`, of three characters at least: where it stands with and without its quotes, and stripped. */
export function findTextValue(text: string): { readonly span: Span; readonly inner: Span } | undefined {
  const match = textValue(text).exec(text);
  if (!match) return undefined;
  const end = match.index + match[0].length;
  const start = text.lastIndexOf('"', end - 2);
  return { span: { start, end }, inner: stripSpan(text, start + 1, end - 1) };
}

/** What follows the last quote, stripped, where the number of quotes is odd. */
export function openQuoteTail(text: string): Span | undefined {
  const parts = text.split('"');
  return parts.length % 2 === 0 ? stripSpan(text, text.lastIndexOf('"') + 1) : undefined;
}

/** The sentences of a text: what stands between white space that follows `.`, `!` or `?`. */
export function sentenceSpans(text: string): readonly Span[] {
  const breaks = [...text.matchAll(sentenceBreak)].map(({ 0: blanks, index }) => ({
    start: index,
    end: index + blanks.length,
  }));
  return [0, ...breaks.map(({ end }) => end)].map((start, i) => ({ start, end: breaks[i]?.start ?? text.length }));
}

// Talk about the task, or the secret word: never spoken.
const hardMeta = pythonPattern(
  String.raw`secret word|the word is|my word|also include|must (?:include|output|name|provide)|\bjson\b|\bschema\b|\bmood\b|\bthought\b|one or two sentence|vivid and specific|\bagent\.\w+|brief,? evocative|output format|\bfield\b`,
  { ignoreCase: true },
);
// A word in capitals counts as the secret word.
const capitals = pythonPattern(String.raw`\b[A-Z]{3,}\b`);
// Thinking aloud: spoken only where nothing else is left.
const softMeta = pythonPattern(
  String.raw`need to|have to|must be\b|\balright\b|\bokay\b|the user\b|looking at|let me\b|my clue\b|play as\b|\bas (?:cara|bex|nil|ovo)\b|i (?:should|need|must|will|think|'ll|'m|am)\b|the (?:scenario|game|prompt)\b`,
  { ignoreCase: true },
);

/** A spoken line, and the thinking around it. */
export interface Clue {
  readonly clue: string;
  readonly residue: string;
}

/**
 * multi-agent-lab's `clean_clue`: the line to be spoken out of prose, and what was left out. A quoted text value stays as it
 * is. Linear.
 */
export function cleanClue(raw: string | null): Clue {
  const residue = [extractReasoning(raw)];
  let cleaned = stripReasoning(raw);
  const value = findTextValue(cleaned);
  if (value) return clueOf([cleaned.slice(value.inner.start, value.inner.end)], residue, Number.POSITIVE_INFINITY);
  const tail = openQuoteTail(cleaned);
  if (tail) {
    const text = cleaned.slice(tail.start, tail.end);
    if (codePointLength(text) >= 8 && !isHard(text) && !softMeta(text).test(text)) cleaned = text;
  }
  const kept: string[] = [];
  const soft: string[] = [];
  for (const { start, end } of sentenceSpans(cleaned)) {
    const sentence = pyStrip(cleaned.slice(start, end));
    if (codePointLength(sentence) < 6 || sentence.startsWith('{')) continue;
    const list = isHard(sentence) ? residue : softMeta(sentence).test(sentence) ? soft : kept;
    list.push(pyStripOf(sentence, ' "\''));
  }
  return kept.length > 0 ? clueOf(kept, [...residue, ...soft]) : clueOf(soft, residue);
}

function isHard(sentence: string): boolean {
  return hardMeta(sentence).test(sentence) || capitals(sentence).test(sentence);
}

function clueOf(clue: readonly string[], residue: readonly string[], limit = 300): Clue {
  return {
    clue: pyStrip(firstCodePoints(clue.join(' '), limit)),
    residue: pyStrip(firstCodePoints(residue.filter(part => part !== '').join(' '), 600)),
  };
}

/**
 * multi-agent-lab's `is_usable_line`: not empty, not a placeholder, not the instruction's own example, no failure of the
 * provider. How a failure looks (`is_model_error`) belongs to the provider; by default a text that begins with `[model error`.
 */
export function isUsableLine(text: string | null, isModelError: (text: string) => boolean = beginsWithError): boolean {
  const line = text ?? '';
  if (isModelError(line)) return false;
  const normalized = pyStripOf(pyStrip(line).toLowerCase(), ' .…"\'');
  return codePointLength(normalized) >= 6 && normalized !== 'a brief, evocative response';
}

function beginsWithError(text: string): boolean {
  return text.startsWith('[model error', skipWhite(text, 0));
}
