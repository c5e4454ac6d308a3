import {
  backtick,
  closeList,
  closeObject,
  colon,
  comma,
  isBlank,
  isCloser,
  isCommentAt,
  isDigit,
  isMarkAt,
  isNameCode,
  less,
  quote,
  signOf,
  skipBlanks,
} from './characters.ts';
import { keyCharacters } from './costs.ts';
import type { EditLog } from './edits.ts';
import { quoteKindAt } from './quotes.ts';
import type { Frame, Reading } from './reading.ts';
import { keyEnd } from './words.ts';

/** What a step may do with the readings it makes. */
export interface Scene {
  readonly text: string;
  /** The edits of all readings. */
  readonly log: EditLog;
  /** The first character that is not a space of any kind, and the end of the last one that is not a blank. */
  readonly first: number;
  readonly last: number;
  /** Places where an object or a list may begin, in order. */
  readonly starts: readonly number[];
  /** Places of colons that seem to follow a key, in order. */
  readonly keys: readonly number[];
  /** The end of the unquoted text at `position`, without the blanks after it. */
  wordEnd(position: number): number;
  /** The end of the comment at `position`. */
  commentEnd(position: number): number;
  /** Carries a reading on, when its turn comes. */
  add(reading: Reading): void;
  /**
   * Carries on the reading that was just stepped, at once where the step cost nothing: what was read is beyond doubt, and
   * the others need not be looked at before it has read on.
   */
  goOn(reading: Reading): void;
  /** Whether the reading that is stepped is the only one, and may take so many steps more by itself. */
  stepAlone(steps: number): boolean;
  /**
   * Whether a way that costs `price` more than a reading may part from it. All may, until a long text has shown often
   * enough what is wrong with it.
   */
  mayPart(reading: Reading, price: number): boolean;
  /** Whether a reading costs so much more than the best of the whole text that it need not be finished. */
  isDear(reading: Reading): boolean;
  /**
   * Whether a reading may read on in a long stretch without structure, by so many characters: all readings together read
   * only so much of such text, however many come to one stretch. The cheapest
   * one may longer than the others.
   */
  mayRead(reading: Reading, length: number): boolean;
  /** A reading of the whole text. */
  finish(reading: Reading, isLossy: boolean): void;
  /** The text cannot be read as data, by a reading that has cost this much. */
  refuse(cost: number): void;
}

/** Whether a key and a colon stand at `position`: in quotes (one may be missing) or bare. Looks at a bounded stretch. */
export function isKeyAt(text: string, position: number): boolean {
  const kind = quoteKindAt(text, position);
  if (kind) {
    const limit = Math.min(text.length, position + keyCharacters);
    const isDoubled =
      text.charCodeAt(position) === quote &&
      text.charCodeAt(position + 1) === quote &&
      isNameCode(text.charCodeAt(position + 2));
    for (let i = position + kind.width + (isDoubled && kind.width === 1 ? 1 : 0); i < limit; i++) {
      const code = text.charCodeAt(i);
      if (code === 0x0a) return false;
      const width = kind.closes(text, i);
      if (width && isDoubled && text.charCodeAt(i + 1) === quote) continue;
      if (width) return signOf(text.charCodeAt(skipBlanks(text, i + width))) === colon;
      if (code === 0x5c) i++;
    }
    return false;
  }
  const end = keyEnd(text, position);
  if (end === position) return false;
  const width = quoteKindAt(text, end)?.width ?? 0;
  const after = signOf(text.charCodeAt(skipBlanks(text, end + width)));
  return after === colon && (width > 0 || !text.startsWith('//', skipBlanks(text, end) + 1));
}

/** Whether a whole string stands at `position` that a comma or the end of a list follows. Looks at a bounded stretch. */
export function isItemAt(text: string, position: number): boolean {
  const limit = Math.min(text.length, position + keyCharacters);
  for (let i = position + 1; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x0a) return false;
    if (code === quote) {
      const next = text.charCodeAt(skipBlanks(text, i + 1));
      return next === comma || next === closeList;
    }
    if (code === 0x5c) i++;
  }
  return false;
}

/** Whether what stands at `end` confirms that a string ended there, given what it stands in. */
export function confirmsEnd(text: string, end: number, frame: Frame | undefined, isKey: boolean): boolean {
  const at = skipBlanks(text, end);
  const code = signOf(text.charCodeAt(at));
  if (isKey) return code === colon;
  if (at >= text.length) return true;
  if (!frame) return false;
  if (code === backtick && text.startsWith('```', at)) return true;
  if (code === less && isMarkAt(text, at)) return true;
  if (frame.isObject && at > end && text.slice(end, at).includes('\n') && isKeyAt(text, at)) return true;
  if (code === comma) {
    const next = skipBlanks(text, at + 1);
    if (next >= text.length || isCommentAt(text, next)) return true;
    const nextCode = signOf(text.charCodeAt(next));
    if (frame.isObject) return nextCode === closeObject || isKeyAt(text, next);
    return beginsItem(text, next) || nextCode === closeList;
  }
  if (code === closeObject || code === closeList || (isCloser(code) && frame.isTuple)) {
    if (frame.isObject !== (code === closeObject)) return false;
    const next = skipBlanks(text, at + 1);
    const nextCode = signOf(text.charCodeAt(next));
    return next >= text.length || nextCode === comma || isCloser(nextCode) || next > at + 1 || !frame.parent;
  }
  return isCommentAt(text, at);
}

const literals = ['true', 'false', 'null', 'True', 'False', 'None'];

/** Whether a whole item of a list seems to begin at `position`: a quote that opens a string, a number, a literal, a bracket. */
function beginsItem(text: string, position: number): boolean {
  const code = signOf(text.charCodeAt(position));
  if (code === 0x7b || code === 0x5b || code === 0x2d || code === 0x28) return true;
  if (code === quote || quoteKindAt(text, position)) {
    // The quote that ends an inner quotation has a delimiter or a blank behind it, one that opens a string seldom.
    const next = text.charCodeAt(position + 1);
    return !isBlank(next) && next !== comma;
  }
  if (isDigit(code)) return true;
  return literals.some(word => text.startsWith(word, position));
}

/** The brackets that close all open frames, the innermost first. */
export function closersOf(frame: Frame | undefined): string {
  const closers: string[] = [];
  for (let open = frame; open; open = open.parent) closers.push(open.isObject ? '}' : ']');
  return closers.join('');
}

/** Whether the brackets of `text[start, end)` close open frames, and whether they close all of them. */
export function closing(text: string, start: number, end: number, frame: Frame | undefined): 'all' | 'some' | 'none' {
  let open = frame;
  let closed = 0;
  for (let i = start; i < end && open; i++) {
    const code = text.charCodeAt(i);
    if (!isCloser(code)) continue;
    if (open.isObject !== (code === closeObject)) break;
    open = open.parent;
    closed++;
  }
  if (!closed) return 'none';
  return open ? 'some' : 'all';
}
