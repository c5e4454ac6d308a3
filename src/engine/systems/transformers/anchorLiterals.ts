import { beginningOf } from '../../python/index.ts';
import type { Anchor } from './anchor.ts';

/** The literals of an anchor, or what its pattern begins with where that is a mark of its own: words and single signs are prose. */
export function literalsOf(anchor: Anchor | undefined): readonly string[] {
  const texts = anchor ? (anchor.literals ?? [beginningOf(anchor.regex.tree)]) : [];
  return marksIn(texts);
}

/** Of fixed characters those that are marks, and not words or single signs. */
export function marksIn(texts: readonly string[]): readonly string[] {
  return texts.map(text => text.trim()).filter(text => text.length >= 3 && /[^\p{L}\p{N}\s]/u.test(text));
}
