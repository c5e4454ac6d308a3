import { strictValue } from '../repair/index.ts';
import type { TagPair } from './expectedMarkup.ts';
import { openingAt } from './openings.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** More of them are no answer. */
const mostParts = 200;
/** How sure an end is that stands behind whole JSON, and one behind other text, where the same part begins once more. */
const jsonTrust = 0.95;
const textTrust = 0.85;

/**
 * The edits that end a part in front of the beginning of another one of the same kind: a format may repeat it, as calls of
 * tools. Where each has its end, only what the parts hold is left to mend. Linear in the response for each kind.
 */
export function missingEnds(text: string, tags: readonly TagPair[]): readonly Repairing[] {
  return tags.flatMap(tag => (tag.open && tag.close && tag.open !== tag.close ? endsOf(text, tag) : []));
}

function endsOf(text: string, tag: TagPair): readonly Repairing[] {
  const { close } = tag;
  const edits: ResponseEdit[] = [];
  const parts: { readonly start: number; readonly end: number }[] = [];
  let trust = jsonTrust;
  let begin = openingAt(text, tag, 0);
  let closed = -1;
  for (let i = 0; begin; i++) {
    if (i === mostParts) return [];
    const start = begin.end;
    const next = openingAt(text, tag, start);
    if (closed < start) {
      closed = text.indexOf(close, start);
      if (closed < 0) closed = text.length;
    }
    const limit = next ? next.start : text.length;
    const end = Math.min(closed, start + text.slice(start, limit).trimEnd().length);
    if (closed >= limit) {
      edits.push({ start: end, end, text: close, cause: 'missing-tag' });
      if (!strictValue(text.slice(start, end).trim())) trust = textTrust;
    }
    parts.push({ start, end });
    begin = next;
  }
  // A beginning with nothing behind it was meant for an end.
  const isWhole = parts.every(({ start, end }) => text.slice(start, end).trim() !== '');
  if (parts.length < 2 || !isWhole) return [];
  return [{ edits, parts, lossy: false, confidence: edits.length > 0 ? trust : 1 }];
}
