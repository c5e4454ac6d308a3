import type { Span } from '../../core/span.ts';
import { expandTabs } from './expandTabs.ts';

/** A stretch between braces that may be a tool. `text` has its tabs expanded; `span` is where it stands in the text that was given. */
export interface Candidate {
  readonly text: string;
  readonly span: Span;
}

/** From this nesting of braces on, CPython's stack ends in pyparsing, and Langroid finds nothing in the whole text. */
export const nestingLimit = 82;

/**
 * Langroid's `get_json_candidates`: what stands between a `{` and its `}`, from left to right, braces in quoted strings left
 * out. A brace that does not close is passed over. Where the original scans again from every brace, this goes once from
 * the end to the beginning.
 */
export function findJsonCandidates(given: string): readonly Candidate[] {
  const first = given.indexOf('{');
  if (first === -1) return [];
  const expanded = expandTabs(given);
  const { text } = expanded;
  const begin = text.indexOf('{');
  const { close, depth } = matchBraces(text, begin);
  const candidates: Candidate[] = [];
  for (let start = begin; start !== -1; ) {
    if ((depth[start + 1 - begin] ?? 0) + 1 >= nestingLimit) return [];
    const end = close[start + 1 - begin] ?? -1;
    if (end >= 0) candidates.push({ text: text.slice(start, end + 1), span: expanded.spanOf(start, end + 1) });
    start = text.indexOf('{', end >= 0 ? end + 1 : start + 1);
  }
  return candidates;
}

/**
 * For every place from `begin` on, as if a scan outside of strings came to it: the first `}` that closes more than was
 * opened since (-1: none), and how deep the braces nest until there.
 */
function matchBraces(text: string, begin: number): { close: Int32Array; depth: Uint8Array } {
  const size = text.length - begin;
  const close = new Int32Array(size + 2).fill(-1);
  const depth = new Uint8Array(size + 2);
  const double = stringEnds('"');
  const single = stringEnds("'");
  for (let i = text.length - 1; i >= begin; i--) {
    const at = i - begin;
    const unit = text.charAt(i);
    const endOfString = unit === '"' ? double.closingAfter(text) : unit === "'" ? single.closingAfter(text) : -1;
    double.goBack(text, i);
    single.goBack(text, i);
    if (unit === '}') close[at] = i;
    else if (unit === '{') {
      const inner = close[at + 1]!;
      const nested = depth[at + 1]! + 1;
      close[at] = inner < 0 ? -1 : close[inner + 1 - begin]!;
      depth[at] = Math.min(255, inner < 0 ? nested : Math.max(nested, depth[inner + 1 - begin]!));
    } else {
      const next = (endOfString < 0 ? i : endOfString) + 1 - begin;
      close[at] = close[next]!;
      depth[at] = depth[next]!;
    }
  }
  return { close, depth };
}

/** Where the body of a quoted string ends that begins at a place; goes from the end of the text to its beginning, and keeps the last two answers. */
function stringEnds(quote: string) {
  /** The ends of bodies that begin one and two units behind the current place. */
  let next: number | undefined;
  let afterNext: number | undefined;
  return {
    /** The closing quote of the string that the quote at the current place opens, before going back over it; -1 where it opens none. */
    closingAfter(text: string): number {
      const end = next ?? text.length;
      return text.charAt(end) === quote ? end : -1;
    },
    goBack(text: string, index: number): void {
      const end = bodyEnd(text, index);
      afterNext = next;
      next = end;
    },
  };

  function bodyEnd(text: string, index: number): number {
    const unit = text.charAt(index);
    const following = text.charAt(index + 1);
    if (unit === quote) return following === quote ? (afterNext ?? text.length) : index;
    if (unit === '\n' || unit === '\r') return index;
    if (unit !== '\\') return next ?? text.length;
    if (following === '' || (following === 'x' && !/[0-9a-fA-F]/.test(text.charAt(index + 2)))) return index;
    return afterNext ?? text.length;
  }
}
