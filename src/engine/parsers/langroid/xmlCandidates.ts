import type { Candidate } from './jsonCandidates.ts';

const firstTag = /<[\p{L}\p{N}_]+>/gu;

/**
 * `XMLToolMessage.find_candidates`: what stands between `<root>` and the next `</root>`. The last `<root>` of the text need
 * not close; a `</root>` without its opening tag takes all from the first tag before it. The missing tag is in `text`,
 * not in `span`. Linear: the original searches again for what does not come.
 */
export function findXmlCandidates(text: string, root = 'tool'): readonly Candidate[] {
  const open = `<${root}>`;
  const close = `</${root}>`;
  const lastOpen = text.lastIndexOf(open);
  const lastClose = text.lastIndexOf(close);
  const candidates: Candidate[] = [];
  let from = 0;
  while (from <= lastOpen) {
    const start = text.indexOf(open, from);
    if (start > lastClose) {
      // No closing tag comes: only the last opening tag counts.
      candidates.push({ text: text.slice(lastOpen) + close, span: { start: lastOpen, end: text.length } });
      return candidates;
    }
    const end = text.indexOf(close, start) + close.length;
    candidates.push({ text: text.slice(start, end), span: { start, end } });
    from = end;
  }
  while (from <= lastClose) {
    const at = text.indexOf(close, from);
    firstTag.lastIndex = from;
    const tag = firstTag.exec(text.slice(0, at));
    const end = at + close.length;
    if (tag) candidates.push({ text: open + text.slice(tag.index, end), span: { start: tag.index, end } });
    from = end;
  }
  return candidates;
}
