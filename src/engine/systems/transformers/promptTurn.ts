import { CodeText } from '../../python/index.ts';
import { matchesOf } from './anchor.ts';
import type { ResponseTemplate } from './responseTemplate.ts';

/** The prompt behind the last match of the template's start anchor; all of it where there is none. */
export function pastLastAnchor({ startAnchor }: ResponseTemplate, prefix: string): string {
  const text = new CodeText(prefix);
  let end = 0;
  for (const match of matchesOf(startAnchor, text)) end = match.end;
  return text.slice(end, text.length);
}
