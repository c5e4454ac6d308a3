import { PairSearch } from '../../text/index.ts';
import type { Candidate } from './jsonCandidates.ts';

const firstTag = /<[\p{L}\p{N}_]+>/gu;

/** The search for what stands between `<root>` and the next `</root>`, in a text that is whole or grows. */
export function rootPair(root = 'tool'): PairSearch {
  return new PairSearch(`<${root}>`, `</${root}>`);
}

/**
 * `XMLToolMessage.find_candidates`: what stands between `<root>` and the next `</root>`. The last `<root>` of the text need
 * not close; a `</root>` without its opening tag takes all from the first tag before it. The missing tag is in `text`,
 * not in `span`. Linear: the original searches again for what does not come.
 */
export function findXmlCandidates(text: string, root = 'tool'): readonly Candidate[] {
  const pair = rootPair(root);
  const { opener: open, closer: close } = pair;
  const candidates: Candidate[] = [];
  let from = 0;
  for (let behind = 0; behind >= 0; ) {
    behind = pair.find(text, behind, 0);
    if (!pair.isClosed) continue;
    const { span } = pair.closed!;
    candidates.push({ text: text.slice(span.start, span.end), span });
    from = span.end;
    pair.next();
  }
  if (pair.opened) {
    // No closing tag comes: only the last opening tag counts.
    const span = { start: text.lastIndexOf(open), end: text.length };
    return [...candidates, { text: text.slice(span.start) + close, span }];
  }
  for (let at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, from)) {
    firstTag.lastIndex = from;
    const tag = firstTag.exec(text.slice(0, at));
    from = at + close.length;
    if (tag) candidates.push({ text: open + text.slice(tag.index, from), span: { start: tag.index, end: from } });
  }
  return candidates;
}
