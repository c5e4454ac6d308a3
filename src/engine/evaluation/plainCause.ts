import type { AnswerFormat } from './suspicions/answerFormat.ts';
import { isCutShort } from './suspicions/cutShort.ts';

/**
 * What is plainly wrong with a response for which there are no edits: it tells clusters of one class apart. `undefined`:
 * nothing is.
 */
export function plainCause(text: string, { markup }: AnswerFormat, finish?: string): string | undefined {
  if (text.trim() === '') return 'empty response';
  if (isCutShort(finish)) return 'cut off';
  if (markup.fence !== undefined) {
    if (!text.includes('```') && !(markup.json !== undefined && /[[{]/.test(text))) return 'no code block';
    const opened = text.indexOf(`\`\`\`${markup.fence}`);
    return opened >= 0 && !text.includes('```', opened + 3) ? 'cut off' : undefined;
  }
  const tags = markup.tags.filter(({ open }) => text.includes(open));
  if (markup.tags.length > 0 && tags.length === 0) return 'no tag';
  const isCut = tags.some(({ open, close }) => close !== '' && !text.includes(close, text.lastIndexOf(open)));
  if (isCut) return 'cut off';
  return tags.length < markup.tags.length ? 'missing tag' : undefined;
}
