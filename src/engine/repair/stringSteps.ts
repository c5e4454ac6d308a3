import {
  apostropheCode,
  backslash,
  backtick,
  closeList,
  closeObject,
  colon,
  comma,
  isBlank,
  isCloser,
  isNameCode,
  marksStart,
  newline,
  openList,
  openObject,
  quote,
  signOf,
  skipBlanks,
  skipBlanksBack,
} from './characters.ts';
import { closing, confirmsEnd, isKeyAt, type Scene } from './context.ts';
import { apostrophe, endPrices, expression, extraPrices, quoteInKey, unpairedQuote } from './costs.ts';
import { finishCutString } from './ending.ts';
import { escapeStep } from './escapes.ts';
import { plainQuotes, singleQuotes } from './quotes.ts';
import type { Reading } from './reading.ts';
import { closeDoubled, closeMixed, finishString, holdNested, mayCloseMixed } from './stringEdges.ts';

/** A string that goes on for so long is read by only so many readings. */
const longRun = 1000;
/** How far into a string signs of JSON are looked for. */
const looked = 1000;
/** In what is longer than this, no end of a key is looked for. */
const longestKey = 300;

const ampersand = 0x26;

/** The characters that can neither close a string, of whatever quotes, nor have to be escaped. */
const plain = Uint8Array.from({ length: 0x80 }, (_, code) =>
  code >= 0x20 && code !== quote && code !== apostropheCode && code !== backslash && code !== backtick ? 1 : 0,
);

/** Reads a string up to the next quote that may close it, and parts there where both are possible. */
export function stringStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const kind = reading.string.kind!;
  let i = reading.position;
  if (i === reading.string.start) holdNested(reading, scene);
  let long = i + longRun;
  while (i < text.length) {
    if (i >= long) {
      if (!scene.mayRead(reading, longRun)) return;
      long = i + longRun;
    }
    const code = text.charCodeAt(i);
    if (code < 0x80 && plain[code] === 1 && !(code === ampersand && kind.isEntity)) {
      i++;
      continue;
    }
    const width = kind === plainQuotes ? (code === quote ? 1 : 0) : kind.closes(text, i);
    if (width) {
      atQuote(reading, i, width, scene);
      return;
    }
    if (mayCloseMixed(reading, code)) closeMixed(reading, i, scene);
    if (code === backslash || code < 0x20 || code === quote || code === ampersand) i = escapeStep(reading, text, i);
    else i++;
  }
  reading.position = i;
  atEnd(reading, scene);
}

function atQuote(reading: Reading, at: number, width: number, scene: Scene): void {
  const { text } = scene;
  const {
    frame,
    string: { isKey },
  } = reading;
  const isCertain = confirmsEnd(text, at + width, frame, isKey);
  if (!isCertain) {
    readOn(reading, at, width, scene);
    closeDoubled(reading, at, scene);
    if (scene.mayPart(reading, reading.priceOf('unclosed-string'))) closeBefore(reading, at, scene);
  }
  if (reading.innerQuotes % 2) {
    reading.pay(unpairedQuote);
    reading.isUnpaired = true;
  }
  if (reading.string.kind!.cause === 'backtick-quotes' && holdsTemplate(text, reading.string.start, at)) {
    // A template: what it stands for is not in the text.
    scene.refuse(reading.cost + expression);
    reading.pay(2 * expression);
  }
  closeString(reading, at, at + width, text);
  scene.add(reading);
}

/** The quote `[at, at + width)` may be of the string's content. */
function readOn(reading: Reading, at: number, width: number, scene: Scene): void {
  const { text } = scene;
  const isApostrophe =
    reading.string.kind === singleQuotes && isNameCode(text.charCodeAt(at - 1)) && isNameCode(text.charCodeAt(at + 1));
  if (!scene.mayPart(reading, isApostrophe ? apostrophe : reading.quotePrice)) return;
  const inner = reading.fork();
  if (isApostrophe) inner.pay(apostrophe);
  else {
    inner.chargeQuote();
    if (inner.string.isKey) inner.pay(quoteInKey);
    inner.innerQuotes++;
  }
  keepQuote(inner, at, width, text);
  if (isDelimiter(signOf(text.charCodeAt(skipBlanks(text, at + width))))) inner.doubts++;
  inner.position = at + width;
  scene.add(inner);
}

/** Whether the string in backticks `text[start, end)` has a place to be filled in; looks at its beginning. */
function holdsTemplate(text: string, start: number, end: number): boolean {
  return text.slice(start, Math.min(end, start + looked)).includes('${');
}

function isDelimiter(code: number): boolean {
  return code === comma || code === colon || isCloser(code);
}

/** A quote that belongs to the content: in JSON it is escaped, if it is JSON's own. */
function keepQuote(reading: Reading, at: number, width: number, text: string): void {
  for (let i = at; i < at + width; i++)
    if (text.charCodeAt(i) === quote && text.charCodeAt(i - 1) !== backslash)
      reading.note(i, i, '\\', 'unescaped-quote');
}

/** Ends the string at the quote `[at, end)`. */
function closeString(reading: Reading, at: number, end: number, text: string): void {
  const kind = reading.string.kind!;
  // A line break at the edge of a string is often none of its text.
  if (text.charCodeAt(at - 1) < 0x20 || text.charCodeAt(reading.string.start) < 0x20) reading.doubts++;
  if (!(end === at + 1 && text.charCodeAt(at) === quote)) reading.note(at, end, '"', kind.cause ?? 'smart-quotes');
  finishString(reading, at, end, text);
}

/** The string may have ended before the signs that stand in front of the quote at `at`: its own closing quote is missing. */
function closeBefore(reading: Reading, at: number, scene: Scene): void {
  const { text } = scene;
  const {
    string: { start: stringStart, isKey },
    frame,
  } = reading;
  if (isKey) {
    closeKeyBefore(reading, at, scene);
    return;
  }
  let from = at;
  let commaAt = -1;
  let closers = 0;
  let hasBreak = false;
  for (; from > stringStart; from--) {
    const code = text.charCodeAt(from - 1);
    if (code === comma) commaAt = from - 1;
    else if (isCloser(code)) closers++;
    else if (code === newline) hasBreak = true;
    else if (!isBlank(code) && code !== openObject && code !== openList && code !== colon) break;
  }
  const isKeyNext = frame?.isObject === true && (from < at || !closers) && isKeyAt(text, at);
  if (commaAt < 0 && !closers && !hasBreak && !(isKeyNext && from < at)) return;
  if (frame?.isObject && !closers && !isKeyNext) return;
  if (!frame?.isObject && commaAt < 0 && !closers) return;
  insertClose(reading.fork(), from, scene, from === stringStart ? extraPrices.emptyString : 0);
}

/** The key may have ended before its first colon. */
function closeKeyBefore(reading: Reading, at: number, scene: Scene): void {
  const { text } = scene;
  if (at - reading.string.start > longestKey) return;
  const colonAt = text.slice(reading.string.start, at).indexOf(':');
  if (colonAt < 0) return;
  insertClose(reading.fork(), skipBlanksBack(text, reading.string.start + colonAt, reading.string.start), scene, 0);
}

/** Carries on a reading in which the string ends at `end` without a quote. */
function insertClose(reading: Reading, end: number, scene: Scene, extra: number): void {
  // What was changed behind the new end belongs to no string any more.
  reading.forgetEdits(end);
  reading.edit(end, end, '"', 'unclosed-string');
  if (holdsSigns(scene.text, reading.string.start, end)) reading.doubts++;
  reading.pay(extra);
  // Its quotes pair: rather the string ended at one of them.
  if (reading.innerQuotes % 2) {
    reading.pay(unpairedQuote);
    reading.isUnpaired = true;
  }
  finishString(reading, end, end, scene.text);
  scene.add(reading);
}

/** Whether `text[start, end)` has signs of JSON's structure; looks at its beginning. */
function holdsSigns(text: string, start: number, end: number): boolean {
  for (let i = start; i < end && i < start + looked; i++) {
    const code = text.charCodeAt(i);
    if (code === comma || code === colon || code === openObject || code === openList) return true;
    if (code === closeObject || code === closeList) return true;
  }
  return false;
}

const endsInCloser = ({ text, last }: Scene): boolean => isCloser(text.charCodeAt(last - 1));

/** The text ends within the string: it is cut, or only the quote is missing. */
function atEnd(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const {
    string: { start: stringStart, isKey },
    frame,
  } = reading;
  if (isKey) {
    closeKeyBefore(reading, text.length, scene);
    if (endsInCloser(scene)) reading.pay(endPrices.closersInCut);
  } else {
    const marks = marksStart(text);
    let from = marks;
    while (from > stringStart && (isCloser(text.charCodeAt(from - 1)) || isBlank(text.charCodeAt(from - 1)))) from--;
    from = skipBlanksBack(text, closersStart(text, from, marks, frame?.depth ?? 0), from);
    const closed = closing(text, from, marks, frame);
    if (marks < text.length) {
      reading.doubts++;
      reading.pay(endPrices.closersInCut);
    }
    const member = memberIn(text, stringStart, reading);
    const extra = (closed === 'all' ? 0 : endPrices.someClosers) + (member >= 0 ? endPrices.overMember : 0);
    // What is left of the string without them says nothing for a quote.
    if (from === stringStart) reading.doubts++;
    if (closed !== 'none') insertClose(reading.fork(), from, scene, extra);
    if (member >= 0) insertClose(reading.fork(), member, scene, endPrices.beforeMember);
    if (closed === 'all' || (member >= 0 && endsInCloser(scene))) reading.pay(endPrices.closersInCut);
  }
  finishCutString(reading, scene);
}

/** The start of the last closing brackets before `end`, as many as are open, not before `from`. */
function closersStart(text: string, from: number, end: number, depth: number): number {
  let left = depth;
  let i = end;
  while (i > from && left > 0) if (isCloser(text.charCodeAt(--i))) left--;
  return i;
}

/** The first comma of the string that a bare key and a colon follow, or a line break that a key follows; -1 if there is none. */
function memberIn(text: string, start: number, reading: Reading): number {
  if (!reading.frame?.isObject) return -1;
  for (let i = start, tried = 0; i < text.length && tried < 20; i++) {
    const code = text.charCodeAt(i);
    if (code !== comma && code !== newline) continue;
    tried++;
    const next = skipBlanks(text, i + 1);
    if (text.charCodeAt(next) !== apostropheCode && isKeyAt(text, next)) return skipBlanksBack(text, i, start);
  }
  return -1;
}
