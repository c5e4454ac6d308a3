import { once } from '../../core/once.ts';
import { CodeSet, classOf } from './codeSet.ts';
import type { CodeText } from './codeText.ts';
import type { RegexAnchor } from './regexNode.ts';

const unicodeWord = once(() => new CodeSet(classOf('w', false)!));
const asciiWord = once(() => new CodeSet(classOf('w', true)!));

/** Whether an anchor holds at a position; `searchStart` is where the search began. */
export function anchorHolds(
  anchor: RegexAnchor,
  { codes, length }: CodeText,
  pos: number,
  searchStart: number,
  isAscii: boolean,
): boolean {
  switch (anchor) {
    case 'textStart':
      return pos === 0;
    case 'textEnd':
      return pos === length;
    case 'textEndOrLast':
      return pos === length || (pos === length - 1 && codes[pos] === 10);
    case 'lineStart':
      return pos === 0 || codes[pos - 1] === 10;
    case 'lineEnd':
      return pos === length || codes[pos] === 10;
    case 'searchStart':
      return pos === searchStart;
  }
  const word = isAscii ? asciiWord() : unicodeWord();
  const before = pos > 0 && word.has(codes[pos - 1] as number);
  const after = pos < length && word.has(codes[pos] as number);
  switch (anchor) {
    case 'wordStart':
      return !before && after;
    case 'wordEnd':
      return before && !after;
    case 'boundary':
      return before !== after;
    case 'nonBoundary':
      return before === after;
  }
}
