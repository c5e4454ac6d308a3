import { isPyDict, isPyList, PyOpaque, type PyValue, toJsonText, visible } from '../engine/index.ts';
import { clipToWidth, shownWidth } from './lensWidth.ts';

/** The longest preview in a list of choices, in UTF-16 units. */
export const lensPreviewLength = 24;
/** The longest preview in a lens, in UTF-16 units: as long as the longest row. */
const longestLens = 120;
/** The longest preview beside a name in the result view, in UTF-16 units. */
export const rowPreviewLength = 80;

/**
 * A value on one line of at most `limit` UTF-16 units: a string in quotes with its line breaks as blanks, a dict by its
 * keys, a list by its items, everything else exactly (`1.0`, `NaN`, a big integer). What is left out is an `…`. Takes
 * time for what it shows, not for the whole value.
 */
export function valuePreview(value: PyValue, limit: number): string {
  if (typeof value === 'string')
    return `"${clip(oneLine(value.slice(0, 2 * limit)), limit - 2, value.length > 2 * limit)}"`;
  if (isPyDict(value)) return enclose('{', keysOf(value, limit), '}', limit);
  if (isPyList(value)) return enclose('[', itemsOf(value, limit), ']', limit);
  if (value instanceof PyOpaque) return clip(oneLine(value.repr.slice(0, 2 * limit)), limit);
  return clip(toJsonText(value), limit);
}

/** How deep a lens goes into a value: what lies deeper, a hostile response's included, is as {@link valuePreview} has it. */
const lensDepth = 3;

/**
 * A value as a lens has it: the value itself of a dict that has one, the members of a dict with their values, and the items
 * of a list, each in the same way. Takes time for what it shows, not for the whole value.
 */
export function lensPreview(value: PyValue): string {
  const [only] = isPyDict(value) && value.size === 1 ? value.values() : [];
  return only === undefined ? nestedPreview(value, lensDepth) : nestedPreview(only, lensDepth);
}

function nestedPreview(value: PyValue, depth: number): string {
  if (depth > 0 && isPyDict(value)) return enclose('{', joined(membersOf(value, depth)), '}', longestLens);
  if (depth > 0 && isPyList(value)) return enclose('[', joined(nestedItems(value, depth)), ']', longestLens);
  return shallow(value, longestLens);
}

function* membersOf(dict: ReadonlyMap<string, PyValue>, depth: number): Generator<string, void> {
  for (const [key, item] of dict) yield `${oneLine(key.slice(0, longestLens))}: ${nestedPreview(item, depth - 1)}`;
}

function* nestedItems(list: readonly PyValue[], depth: number): Generator<string, void> {
  for (const item of list) yield nestedPreview(item, depth - 1);
}

/** As many pieces as a lens has room for, and the one that is cut. */
function joined(pieces: Iterable<string>): string {
  let text = '';
  for (const piece of pieces) {
    if (text.length > longestLens) break;
    text += `${text && ', '}${piece}`;
  }
  return text;
}

/** A preview as {@link valuePreview} makes it, cut to the room of `limit` letters: its quotes or brackets stay around what is left of it. */
export function cutPreview(preview: string, limit: number): string {
  if (shownWidth(preview) <= limit) return preview;
  const last = preview.at(-1);
  const isEnclosed = /^["[{]/.test(preview) && last !== undefined && '"]}'.includes(last);
  if (!isEnclosed || limit < 4) return clipToWidth(preview, limit);
  return `${preview[0]}${clipToWidth(preview.slice(1, -1), limit - 2)}${last}`;
}

/** A text on one line, cut to `limit` UTF-16 units with an `…` at its end. `more`: the text was longer already. */
export function clip(text: string, limit: number, more = false): string {
  if (text.length <= limit && !more) return text;
  let end = Math.min(text.length, limit - 1);
  // Half a surrogate pair would show as a box.
  if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** A text with every run of blanks and line breaks as one blank. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * What an author, a model or a log calls something, on one line of at most `limit` UTF-16 units. Nothing in it acts on what
 * stands beside it: control characters and turns of direction are shown as escapes. A name of blanks stands in quotes.
 */
export function shownName(text: string, limit: number): string {
  const start = text.slice(0, 2 * limit);
  const line = visible(oneLine(start));
  return clip(line === '' && text !== '' ? JSON.stringify(start) : line, limit, text.length > start.length);
}

function enclose(open: string, inner: string, close: string, limit: number): string {
  return `${open}${clip(inner, limit - 2)}${close}`;
}

function keysOf(dict: ReadonlyMap<string, PyValue>, limit: number): string {
  let text = '';
  for (const key of dict.keys()) {
    if (text.length > limit) break;
    text += `${text && ', '}${oneLine(key.slice(0, 2 * limit))}`;
  }
  return text;
}

function itemsOf(list: readonly PyValue[], limit: number): string {
  let text = '';
  for (const item of list) {
    if (text.length > limit) break;
    text += `${text && ', '}${shallow(item, limit)}`;
  }
  return text;
}

// Lists within lists within lists would recurse as deep as a hostile response likes.
function shallow(item: PyValue, limit: number): string {
  if (isPyList(item)) return item.length === 0 ? '[]' : '[…]';
  return valuePreview(item, limit);
}
