import type { Span } from '../../core/span.ts';
import { codePointLength, firstCodePoints, pyStrip, pyStripOf, pythonPattern } from '../../python/index.ts';
import { findTextValue, openQuoteTail, sentenceSpans } from './sentences.ts';

const scratchpadLine = pythonPattern(
  String.raw`^\s*(?:we (?:need|must|should|are|have)|the (?:schema|text|clue|answer|response|user)|thought\s*:|mood\s*:|json\s*:|output\b|let'?s|but\b|must\b|i (?:need|should|must|will|think|am|'ll)|(?:one|two) sentences?|remember\b|note\b|so\b|okay\b|ok\b|first\b|now\b)`,
  { ignoreCase: true },
);

/** A line saved from a text that holds no object; `place` is absent for the placeholder. */
export interface Salvage {
  readonly text: string;
  readonly place?: { readonly span: Span; readonly inner: Span };
}

/**
 * multi-agent-lab's `_salvage_text` of a cleaned text: a quoted text value; else what follows a lone opening quote; else
 * the sentences that are not scratchpad; else `…`. Linear.
 */
export function salvage(cleaned: string): Salvage {
  const value = findTextValue(cleaned);
  if (value) return { text: cleaned.slice(value.inner.start, value.inner.end), place: value };
  const tail = openQuoteTail(cleaned);
  if (tail) {
    const text = cleaned.slice(tail.start, tail.end);
    if (codePointLength(text) >= 8 && !scratchpadLine(text).test(text))
      return { text: firstCodePoints(text, 280), place: { span: tail, inner: tail } };
  }
  const kept = sentenceSpans(cleaned).filter(({ start, end }) => {
    const sentence = pyStrip(cleaned.slice(start, end));
    return codePointLength(sentence) >= 5 && !sentence.startsWith('{') && !scratchpadLine(sentence).test(sentence);
  });
  const [first] = kept;
  const last = kept.at(-1);
  if (!first || !last) return { text: '…' };
  const text = kept.map(({ start, end }) => pyStripOf(cleaned.slice(start, end), ' "\'')).join(' ');
  const span = { start: first.start, end: last.end };
  return { text: firstCodePoints(text, 280), place: { span, inner: span } };
}

/** multi-agent-lab's `_salvage_text`. */
export function salvageText(cleaned: string): { readonly text: string } {
  return { text: salvage(cleaned).text };
}
