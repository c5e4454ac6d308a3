import { composeEdits } from '../core/composeEdits.ts';
import { markupCauses } from './markupCauses.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';
import { xmlEdits } from './xmlEdits.ts';

/** How likely an element whose end is missing has text and then children, as prose has and data have not. */
const mixedTrust = 0.4;

/**
 * The ways to make the XML in a text well-formed, the likeliest first: where an element's end is missing and both words and
 * elements stand behind its beginning, it may have ended in front of those; where the text ends with the end of another
 * element than the first, that one's beginning may be missing. Linear.
 */
export function xmlWays(text: string): readonly Repairing[] {
  const root = text.search(/<[\p{L}_]/u);
  const last = /<\/([\p{L}_][\p{L}\p{N}_.:-]{0,100})>(?:\s|```)*$/u.exec(text.slice(-1000))?.[1];
  const first = /<([\p{L}_][\p{L}\p{N}_.:-]{0,100})/uy;
  first.lastIndex = Math.max(root, 0);
  const isHeadless = last !== undefined && root >= 0 && first.exec(text)?.[1]?.toLowerCase() !== last.toLowerCase();
  return [...(isHeadless ? headed(text, root, last) : []), ...ways(text)];
}

function ways(text: string): readonly Repairing[] {
  const plain = xmlEdits(text);
  if (!plain) return [];
  const leaves = plain.mixed.length > 0 ? xmlEdits(text, new Set(plain.mixed)) : undefined;
  return leaves ? [leaves, { ...plain, confidence: plain.confidence * mixedTrust }] : [plain];
}

/** With the beginning of the outermost element. */
function headed(text: string, at: number, name: string): readonly Repairing[] {
  const head: ResponseEdit = { start: at, end: at, text: `<${name}>`, cause: 'missing-tag' };
  const whole = text.slice(0, at) + head.text + text.slice(at);
  return ways(whole).map(way => ({
    ...way,
    edits: composeEdits(text, [head], way.edits),
    confidence: way.confidence * markupCauses['missing-tag'].trust,
  }));
}
