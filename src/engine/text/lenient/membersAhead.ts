import type { LookaheadText } from './lookaheadText.ts';

/** All that a string may be enclosed in. */
export const quotes = '"\'“”';

const closers: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };

/** Whether a unit is one of `units`; never for the end of the text. */
export function isOneOf(unit: string, units: string): boolean {
  return unit !== '' && units.includes(unit);
}

/** The quote that closes what `quote` opens. */
function closingQuote(quote: string): string {
  return quote === '“' ? '”' : quote;
}

/** Whether a bare key and a colon stand at `from`. */
function isBareKeyAt(text: LookaheadText, from: number): boolean {
  if (!text.isAlphanumeric(from) && text.at(from) !== '_') return false;
  return text.at(text.skipSpace(endOfBareKey(text, from))) === ':';
}

/** The end of the letters, digits, `_` and `-` from `from` on. */
function endOfBareKey(text: LookaheadText, from: number): number {
  let index = from;
  while (text.isAlphanumeric(index) || isOneOf(text.at(index), '_-')) index++;
  return index;
}

/** Whether a member of an object, quoted or bare, begins at `from`. */
export function isMemberAt(text: LookaheadText, from: number): boolean {
  const first = text.at(from);
  if (!isOneOf(first, quotes)) return isBareKeyAt(text, from);
  const close = closingQuote(first);
  const end = text.find(close, from + 1);
  return text.at(end) === close && text.at(text.skipSpace(end + 1)) === ':';
}

/** Whether a comma and then a member follow the quote at `quote`. */
export function isMemberAfterQuote(text: LookaheadText, quote: number): boolean {
  const comma = text.skipSpace(quote + 1);
  return text.at(comma) === ',' && isMemberAt(text, skipComments(text, comma + 1));
}

/** The first index from `from` on that is neither white space nor in a comment. */
export function skipComments(text: LookaheadText, from: number): number {
  let index = text.skipSpace(from);
  while (text.look()) {
    const pair = text.at(index) + text.at(index + 1);
    if (text.at(index) === '#') index = text.lineEnd(index);
    else if (pair === '//') index = text.lineEnd(index + 2);
    else if (pair === '/*') {
      const end = text.text.indexOf('*/', index + 2);
      if (end === -1) return text.length;
      index = end + 2;
    } else return index;
    index = text.skipSpace(index);
  }
  return index;
}

/** The end of the bracketed stretch that begins at `from`, brackets in quotes left out; `undefined` where it does not close. */
export function endOfContainer(text: LookaheadText, from: number): number | undefined {
  const first = closers[text.at(from)];
  if (first === undefined) return from;
  const open = [first];
  for (let index = from + 1; index < text.length && text.look(); index++) {
    const unit = text.at(index);
    if (isOneOf(unit, quotes)) {
      const close = closingQuote(unit);
      index = text.find(close, index + 1);
      if (text.at(index) !== close) return undefined;
    } else if (unit in closers && isNestedContainerAt(text, index)) open.push(closers[unit]!);
    else if (unit === open.at(-1)) {
      open.pop();
      if (open.length === 0) return index + 1;
    }
  }
  return undefined;
}

/** Whether a bracket inside a bracketed stretch opens another one, or is a mere character. */
function isNestedContainerAt(text: LookaheadText, index: number): boolean {
  // The stretch's own bracket stops this at the latest.
  let before = index - 1;
  while (text.isSpace(before) && text.look()) before--;
  const previous = text.at(before);
  if (previous in closers) return true;
  if (!isOneOf(previous, ',:')) return false;
  const next = text.skipSpace(index + 1);
  if (text.at(index) !== '{') return isOneOf(text.at(next), `])${quotes}-[{(tfn`) || text.isDigit(next);
  return isOneOf(text.at(next), `}${quotes}`) || (previous === ':' && isBareKeyAt(text, next));
}

/** What a comma in the text of a value means: it ends the value (`member`), belongs to the text, or stands before a bracket. */
export type CommaMeaning = 'member' | 'container' | 'text' | 'text to the end';

/** The meaning of the comma at `comma`. */
export function commaMeaning(text: LookaheadText, comma: number): CommaMeaning {
  const next = text.skipSpace(comma + 1);
  const first = text.at(next);
  if (first === '' || first === '}') return 'member';
  const afterKey = (end: number) => (text.at(text.skipSpace(end)) === ':' ? 'member' : 'text');
  if (isOneOf(first, quotes)) return afterKey(text.find(first, next + 1) + 1);
  if (first === '`') return afterKey(endOfBareKey(text, next + 1));
  if (isBareKeyAt(text, next)) return 'member';
  if (first === '{' || first === '[') return 'container';
  const special = text.find(`${quotes}{[`, next);
  if (special >= text.length) return 'text to the end';
  const delimiter = text.at(special);
  if (delimiter === '{' || delimiter === '[') return 'text';
  return afterKey(text.find(delimiter, special + 1) + 1);
}
