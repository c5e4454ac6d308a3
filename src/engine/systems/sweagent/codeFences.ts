import type { Span } from '../../core/span.ts';
import { isWhite, skipWhite } from '../../python/index.ts';

/** A block between two fences: `span` with the fences and the blank lines after each, `inner` without. */
export interface FencedBlock {
  readonly span: Span;
  readonly inner: Span;
}

/** A fence at the start of a line. `opens`: whether it may open a block, which one at the very end without a line feed may not. */
interface Fence {
  readonly start: number;
  readonly end: number;
  readonly isNamed: boolean;
  readonly opens: boolean;
}

/**
 * The last outermost block of a text, as SWE-agent's `ThoughtActionParser` finds it: a bare fence closes the innermost
 * open block, any other opens one; blocks inside blocks stay in them. Linear.
 */
export function lastFencedBlock(text: string): FencedBlock | undefined {
  const open: Fence[] = [];
  let last: FencedBlock | undefined;
  for (const fence of fences(text)) {
    if (open.length > 0 && !fence.isNamed) {
      const opening = open.pop()!;
      if (open.length === 0)
        last = { span: { start: opening.start, end: fence.end }, inner: { start: opening.end, end: fence.start } };
    } else if (fence.opens) open.push(fence);
  }
  return last;
}

/** The matches of ^```(\S*)\s*\n|^```\s*$ under `re.MULTILINE`. */
function* fences(text: string): Generator<Fence> {
  for (let start = text.indexOf('```'); start !== -1; ) {
    let next = start + 1;
    if (start === 0 || text.charAt(start - 1) === '\n') {
      let nameEnd = start + 3;
      while (nameEnd < text.length && !isWhite(text.charCodeAt(nameEnd))) nameEnd++;
      const blanksEnd = skipWhite(text, nameEnd);
      const feed = blanksEnd > nameEnd ? text.lastIndexOf('\n', blanksEnd - 1) : -1;
      const isNamed = nameEnd > start + 3;
      if (feed >= nameEnd) yield { start, end: feed + 1, isNamed, opens: true };
      else if (!isNamed && blanksEnd === text.length) yield { start, end: blanksEnd, isNamed, opens: false };
      // What a fence's line holds cannot be a fence as well.
      next = feed >= nameEnd ? feed + 1 : nameEnd;
    }
    start = text.indexOf('```', next);
  }
}
