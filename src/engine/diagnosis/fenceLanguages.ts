import { strictValue } from '../repair/index.ts';
import { findFences } from '../text/index.ts';
import { markupCauses } from './markupCauses.ts';
import type { Repairing } from './responseCandidate.ts';

/** How sure a fence of JSON by another name is: of strict JSON, where nothing else can be meant, and of what may be JSON. */
const strictTrust = 0.999;
const jsonTrust = 0.97;

/**
 * Where a format wants JSON, and reads it in a fence as well: the edits that make `json` of the language that the only fence
 * names. None where it names none, or that. Linear.
 */
export function fenceLanguages(text: string): readonly Repairing[] {
  const [fence, ...others] = findFences(text);
  if (!fence || others.length > 0) return [];
  const { start, end } = fence.language;
  const language = text.slice(start, end);
  if (language === '' || language === 'json') return [];
  const isStrict = strictValue(text.slice(fence.inner.start, fence.inner.end)) !== undefined;
  const named = /^json/i.test(language) ? jsonTrust : markupCauses['wrong-fence'].trust;
  const confidence = isStrict ? strictTrust : named;
  const edits = [{ start, end, text: 'json', cause: 'wrong-fence' as const }];
  return [{ edits, confidence, lossy: false, parts: [fence.inner] }];
}
