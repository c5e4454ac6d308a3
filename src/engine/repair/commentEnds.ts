import { slash, star } from './characters.ts';

/**
 * Finds the end of the comment at a position: of its line, or of its block; the text's where it is not closed. Readings ask
 * for it one after another: text that was searched for one is not searched again for the next.
 */
export function commentEnds(text: string): (position: number) => number {
  const blockEnd = nextOf(text, '*/');
  const lineEnd = nextOf(text, '\n');
  return position =>
    text.charCodeAt(position) === slash && text.charCodeAt(position + 1) === star
      ? Math.min(blockEnd(position + 2) + 2, text.length)
      : lineEnd(position);
}

/** The next place of `sought`, from a position on; the text's length where there is none. */
function nextOf(text: string, sought: string): (from: number) => number {
  let searchedFrom = 0;
  let found = -1;
  return from => {
    if (from < searchedFrom || from > found) {
      const at = text.indexOf(sought, from);
      searchedFrom = from;
      found = at < 0 ? text.length : at;
    }
    return found;
  };
}
