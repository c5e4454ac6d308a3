import {
  backslash,
  colon,
  comma,
  isCloser,
  isDigit,
  isNameCode,
  newline,
  openList,
  openParen,
  quote,
  skipBlanks,
  skipBlanksBack,
} from './characters.ts';
import { confirmsEnd, type Scene } from './context.ts';
import { expression, extraPrices } from './costs.ts';
import { finishCut } from './ending.ts';
import { quoteKindAt, rawQuotes } from './quotes.ts';
import type { Reading } from './reading.ts';
import { openString, openWithoutQuote } from './stringEdges.ts';
import { isIdentifier, keyEnd, numberEnd, wordEnd, wordOf } from './words.ts';

const constructors: ReadonlySet<string> = new Set([
  'ObjectId',
  'ISODate',
  'NumberLong',
  'NumberInt',
  'NumberDecimal',
  'UUID',
]);

const letterB = 0x62;
const letterF = 0x66;
const letterR = 0x72;
const letterU = 0x75;

/** What is longer is read by only so many readings. */
const longWord = 100;
/** How far a closing quote is looked for, when the opening one may be missing. */
const quoteSearched = 200;

/** Unquoted text where a value is expected: a number, a literal, a word without quotes, an expression. */
export function bareValueStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position, frame } = reading;
  if (frame && plainNumberStep(reading, scene)) return;
  const end = frame ? scene.wordEnd(position) : rootWordEnd(text, position);
  if (end === position) {
    dropCharacter(reading, scene);
    return;
  }
  prefixedString(reading, end, scene);
  const word = text.slice(position, end);
  const what = wordOf(word);
  const after = skipBlanks(text, end);
  if (after - position > longWord && !scene.mayRead(reading, after - position)) return;
  const next = text.charCodeAt(after);
  const isPlain = (what.kind === 'json' || what.kind === 'literal') && (next === comma || isCloser(next));
  const isString = !isPlain && mayLackQuote(reading, scene);
  if (what.kind === 'expression') {
    const name = constructorEnd(word);
    if (name) {
      reading.edit(position, position + name, '', 'constructor-call');
      reading.open(position + name, position + name + 1, false, { isTuple: true });
      scene.add(reading);
    }
    // A fraction or a range may be meant as text, where the schema does not say otherwise.
    const isText = what.isRange && !reading.valueSchema();
    const mayBeText = isString || isText || name;
    scene.refuse(reading.cost + expression + (mayBeText ? extraPrices.expressionAsText : 0));
    if (name || !isText) return;
  }
  if (frame && end >= text.length && what.kind !== 'json' && what.kind !== 'literal') {
    // A word or a number that the end of the text may have cut.
    if (word === '-' || ['true', 'false', 'null', 'True', 'False', 'None'].some(literal => literal.startsWith(word))) {
      finishCut(reading, scene);
      return;
    }
    reading.mayBeCut = true;
  }
  if (what.kind === 'json' && what.isNumber && frame?.isObject) joinGroups(reading, end, scene);
  if (what.kind === 'json') {
    const type = what.isNumber ? 'number' : word === 'null' ? 'null' : 'boolean';
    reading.guide(reading.valueSchema()?.typeCost(type) ?? 0);
  } else if (what.kind === 'literal' || what.kind === 'number')
    reading.edit(position, end, what.json, what.kind === 'literal' ? 'python-literal' : 'number-format');
  else {
    const isName = isIdentifier(word);
    if (isOdd(text, position, end)) reading.pay(extraPrices.oddWord);
    reading.edit(position, position, '"', 'bare-word');
    if (!isName) reading.pay(extraPrices.noName);
    for (let i = position; i < end; ) i = escapeIn(reading, text, i, end);
    reading.note(end, end, '"', 'bare-word');
    reading.guide(reading.valueSchema()?.typeCost('string') ?? 0);
  }
  reading.finishItem(1, position, end);
  scene.add(reading);
}

/**
 * A number of JSON's with a comma or a bracket behind it, as most are: read without a closer look, and in a list those that
 * follow it. Otherwise false.
 */
function plainNumberStep(reading: Reading, scene: Scene): boolean {
  const { text } = scene;
  const frame = reading.frame!;
  let hasRead = false;
  for (;;) {
    const { position } = reading;
    const end = numberEnd(text, position);
    if (end === position) break;
    const after = skipBlanks(text, end);
    const next = text.charCodeAt(after);
    if (!(next === comma || isCloser(next)) || after - position > longWord) break;
    hasRead = true;
    if (frame.isObject) joinGroups(reading, end, scene);
    reading.guide(reading.valueSchema()?.typeCost('number') ?? 0);
    reading.finishItem(1, position, end);
    if (frame.isObject || next !== comma || !scene.stepAlone(2)) break;
    reading.commaAt = after;
    reading.position = skipBlanks(text, after + 1);
    reading.mode = 'value';
    // The end of the text, and what is not a number, are handled elsewhere.
    if (!isDigit(text.charCodeAt(reading.position))) break;
  }
  if (hasRead) scene.add(reading);
  return hasRead;
}

/** The number at the reading's position, up to `end`, may go on in groups of thousands. */
function joinGroups(reading: Reading, end: number, scene: Scene): void {
  const { text } = scene;
  const { position } = reading;
  const grouped = groupsEnd(text, position, end);
  if (grouped <= end) return;
  const fork = reading.fork();
  fork.edit(position, grouped, text.slice(position, grouped).replaceAll(',', ''), 'number-format');
  fork.finishItem(1, position, grouped);
  scene.add(fork);
}

/** A string of Python's with a letter before its quote: `u'…'` and `b'…'` are plain ones, `f'…'` says what has to be computed. */
function prefixedString(reading: Reading, end: number, scene: Scene): void {
  const { text } = scene;
  const { position } = reading;
  // In lower case.
  const letter = text.charCodeAt(position) | 0x20;
  if (letter !== letterU && letter !== letterB && letter !== letterF && letter !== letterR) return;
  const kind = quoteKindAt(text, position + 1);
  if (!reading.frame || !kind || (kind.cause !== 'single-quotes' && end !== position + 1)) return;
  const before = skipBlanksBack(text, position, reading.start);
  if (!isDelimiter(text.charCodeAt(before - 1))) return;
  if (letter === letterF) {
    scene.refuse(reading.cost + expression);
    return;
  }
  const quoted = reading.fork();
  quoted.edit(position, position + 1, '', 'python-literal');
  quoted.position = position + 1;
  openString(quoted, letter === letterR ? rawQuotes(kind) : kind, false);
  scene.add(quoted);
}

const isDelimiter = (code: number): boolean =>
  code === comma || code === colon || code === openList || code === openParen;

/** The length of the name of a constructor that the MongoDB shell prints around plain values, or 0. */
function constructorEnd(word: string): number {
  const name = word.endsWith('(') ? word.slice(0, -1).trimEnd() : '';
  return constructors.has(name) ? word.length - 1 : 0;
}

/** The end of the number at `[start, end)` with the groups of thousands behind it (`1,000,000`), or `end`. */
function groupsEnd(text: string, start: number, end: number): number {
  if (text.charCodeAt(end) !== comma || !isDigit(text.charCodeAt(end + 1))) return end;
  const groups = /(?:,\d{3})+(?=\s*[,}])/y;
  groups.lastIndex = end;
  const isWhole = end - start <= 3 && /^-?[1-9]\d{0,2}$/.test(text.slice(start, end));
  return isWhole && groups.test(text) ? groups.lastIndex : end;
}

/** Whether unquoted text looks like anything but words: brackets, colons with blanks. */
function isOdd(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(skipBlanks(text, end));
  return !(end >= text.length || next === comma || isCloser(next) || text.charCodeAt(end) === newline || start === end);
}

/** Escapes what stands at `at` in a word, where JSON asks for it; a run of backslashes before `limit` at once. Returns the position after it. */
function escapeIn(reading: Reading, text: string, at: number, limit: number): number {
  const code = text.charCodeAt(at);
  let end = at + 1;
  if (code === backslash) {
    while (end < limit && text.charCodeAt(end) === backslash) end++;
    reading.note(at, at, '\\'.repeat(end - at), 'bare-word');
  } else if (code === quote) reading.note(at, at, '\\', 'bare-word');
  else if (code < 0x20) reading.note(at, end, code === newline ? '\\n' : ' ', 'bare-word');
  return end;
}

/** At the top unquoted text goes on to the end. */
function rootWordEnd(text: string, position: number): number {
  let end = wordEnd(text, position);
  if (wordOf(text.slice(position, end)).kind !== 'word') return end;
  end = text.length;
  while (end > position && text.charCodeAt(end - 1) <= 0x20) end--;
  return end;
}

/** The text may be a string whose opening quote is missing: where the next quote seems to close one. */
function mayLackQuote(reading: Reading, scene: Scene): boolean {
  const { text } = scene;
  const { position, frame } = reading;
  const limit = Math.min(text.length, position + quoteSearched);
  for (let i = position; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === newline) return false;
    if (code !== quote) continue;
    if (!frame) return false;
    const isConfirmed = confirmsEnd(text, i + 1, frame, false);
    if (!isConfirmed && !(isNameCode(text.charCodeAt(i - 1)) && text.charCodeAt(i + 1) === comma)) return false;
    const extra = isConfirmed ? 0 : extraPrices.unconfirmedQuote;
    if (!scene.mayPart(reading, reading.priceOf('unopened-string') + extra)) return true;
    const quoted = reading.fork();
    quoted.pay(extra);
    openWithoutQuote(quoted, false);
    scene.add(quoted);
    return true;
  }
  return false;
}

function dropCharacter(reading: Reading, scene: Scene): void {
  const { position } = reading;
  reading.edit(position, position + 1, '', 'stray-text');
  reading.position++;
  scene.add(reading);
}

/** Unquoted text where a key is expected. */
export function bareKeyStep(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position } = reading;
  const end = keyEnd(text, position);
  if (end === position) {
    dropCharacter(reading, scene);
    return;
  }
  const kind = quoteKindAt(text, end);
  if (kind?.width === 1 && scene.mayPart(reading, reading.priceOf('unopened-string'))) {
    const quoted = reading.fork();
    quoted.edit(position, position, '"', 'unopened-string');
    if (kind.cause) quoted.note(end, end + 1, '"', kind.cause);
    nameKey(quoted, text.slice(position, end), end + 1);
    scene.add(quoted);
  }
  const next = text.charCodeAt(skipBlanks(text, end));
  if (next !== colon && next !== 0x3d && isNameCode(text.charCodeAt(position))) reading.pay(extraPrices.noColon);
  reading.edit(position, position, '"', 'unquoted-key');
  reading.note(end, end, '"', 'unquoted-key');
  nameKey(reading, text.slice(position, end), end);
  scene.add(reading);
}

function nameKey(reading: Reading, name: string, end: number): void {
  reading.addKey(name);
  reading.position = end;
}
