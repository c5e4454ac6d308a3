import {
  apostropheCode,
  backslash,
  colon,
  comma,
  equals,
  isBlank,
  isCloser,
  isDigit,
  isNameCode,
  openList,
  openObject,
  quote,
  signOf,
  skipBlanks,
} from './characters.ts';
import { confirmsEnd, type Scene } from './context.ts';
import { extraPrices } from './costs.ts';
import { escapeStep } from './escapes.ts';
import { plainQuotes, type QuoteKind, singleQuotes } from './quotes.ts';
import type { Reading } from './reading.ts';

/** Begins a string whose opening quote, of `width` characters, stands at the reading's position. */
export function openString(reading: Reading, kind: QuoteKind, isKey: boolean): void {
  const { position } = reading;
  if (kind.cause) reading.edit(position, position + kind.width, '"', kind.cause);
  reading.openString(kind, isKey, position, position + kind.width);
}

/** Begins a string whose opening quote is missing. */
export function openWithoutQuote(reading: Reading, isKey: boolean): void {
  const { position } = reading;
  reading.edit(position, position, '"', 'unopened-string');
  reading.openString(plainQuotes, isKey, position, position);
}

/** Goes on with a value that began at `start`: its content goes on at `content`, in quotes of this kind. */
export function resumeString(reading: Reading, kind: QuoteKind, start: number, content: number): void {
  reading.openString(kind, false, start, content);
}

/** Notes that the string is over: its content ends at `at`, and what follows it stands at `end`. */
export function finishString(reading: Reading, at: number, end: number, text: string): void {
  reading.position = end;
  if (reading.string.isKey) {
    const name = text.slice(reading.string.start, at);
    const next = skipBlanks(text, end);
    if (name.endsWith(':') && !isColon(text, next)) colonOutside(reading, name, at, end);
    else reading.addKey(name);
    return;
  }
  reading.guide(reading.valueSchema()?.typeCost('string') ?? 0);
  reading.finishItem(1, reading.valueStart, end);
}

/** The colon behind a key stands within its quotes: it is put behind them. */
function colonOutside(reading: Reading, name: string, at: number, end: number): void {
  reading.see('missing-colon');
  reading.pay(extraPrices.colonInside);
  reading.note(at - 1, at, '', 'missing-colon');
  reading.note(end, end, ':', 'missing-colon');
  reading.addKey(name.slice(0, -1));
  reading.mode = 'value';
}

const isColon = (text: string, position: number): boolean =>
  signOf(text.charCodeAt(position)) === colon || text.charCodeAt(position) === equals;

/** How far a quote of the kind that opened a string is looked for, before one of another kind may close it. */
const searched = 200;
/** The quote that opens a string at the reading's position may be doubled. */
export function openDoubled(reading: Reading, scene: Scene, isKey: boolean): void {
  const { text } = scene;
  const { position } = reading;
  if (text.charCodeAt(position) !== quote || text.charCodeAt(position + 1) !== quote) return;
  const next = text.charCodeAt(position + 2);
  if (position + 2 >= text.length || next === quote || isBlank(next) || isDelimiter(next)) return;
  if (!scene.mayPart(reading, reading.priceOf('extra-quote'))) return;
  const fork = reading.fork();
  if (isKey) fork.doublesQuotes = true;
  else if (!fork.doublesQuotes) fork.pay(extraPrices.doubledAtValue);
  fork.edit(position, position + 1, '', 'extra-quote');
  fork.position++;
  openString(fork, plainQuotes, isKey);
  scene.add(fork);
}

/** The quote at `at`, which nothing confirms, may close the string together with the one behind it. */
export function closeDoubled(reading: Reading, at: number, scene: Scene): void {
  const { text } = scene;
  const {
    string: { kind, isKey },
    frame,
  } = reading;
  if (kind !== plainQuotes || text.charCodeAt(at + 1) !== quote || at === reading.string.start) return;
  // A quote behind a digit is more likely the sign of inches.
  if (isDigit(text.charCodeAt(at - 1)) && !isKey && !reading.doublesQuotes) return;
  if (!confirmsEnd(text, at + 2, frame, isKey)) return;
  if (!scene.mayPart(reading, reading.priceOf('extra-quote'))) return;
  const fork = reading.fork();
  if (isKey) fork.doublesQuotes = true;
  else if (!fork.doublesQuotes) fork.pay(extraPrices.doubledAtValue);
  fork.edit(at, at + 1, '', 'extra-quote');
  finishString(fork, at, at + 2, text);
  scene.add(fork);
}

/** The string may be closed by the quote of the other kind at `at`, where no quote of its own does so soon. */
export function closeMixed(reading: Reading, at: number, scene: Scene): void {
  const { text } = scene;
  const {
    string: { kind, isKey },
    frame,
  } = reading;
  if (!confirmsEnd(text, at + 1, frame, isKey) || hasOpen(text, reading.string.start, at)) return;
  const own = kind === plainQuotes ? '"' : "'";
  const cause = isSmart(text.charCodeAt(at)) ? 'smart-quotes' : 'single-quotes';
  const near = text.slice(at + 1, at + searched).indexOf(own);
  if (near >= 0 && confirmsEnd(text, at + 1 + near + 1, frame, isKey)) return;
  if (!scene.mayPart(reading, extraPrices.mixedQuotes)) return;
  const fork = reading.fork();
  fork.charge(cause);
  fork.pay(extraPrices.mixedQuotes);
  if (kind === plainQuotes) fork.note(at, at + 1, '"', cause);
  finishString(fork, at, at + 1, text);
  scene.add(fork);
}

/** Whether a quote as at `end` stands in the string before it, where it opens rather than stands in a word. */
function hasOpen(text: string, start: number, end: number): boolean {
  const code = text.charCodeAt(end);
  for (let i = Math.max(start, end - searched); i < end; i++)
    if (
      (text.charCodeAt(i) === code || (isSmart(code) && isSmart(text.charCodeAt(i)))) &&
      (i === start || !isNameCode(text.charCodeAt(i - 1)))
    )
      return true;
  return false;
}

/** Whether this is a typographic double quote. */
const isSmart = (code: number): boolean => code === 0x201c || code === 0x201d;

/** Whether a quote of this code may close a string of the other kind. */
export function mayCloseMixed({ string: { kind } }: Reading, code: number): boolean {
  if (kind === plainQuotes) return code === apostropheCode || isSmart(code);
  return kind === singleQuotes && code === quote;
}

/**
 * The string whose content begins at the reading's position may be JSON whose quotes are not escaped: an object or a list up
 * to the bracket that closes it, and behind that the quote.
 */
export function holdNested(reading: Reading, scene: Scene): void {
  const { text } = scene;
  const { position, frame } = reading;
  const kind = reading.string.kind!;
  if (!frame || reading.string.isKey || kind.isEscaped) return;
  const code = text.charCodeAt(position);
  if (code !== openObject && code !== openList) return;
  const first = skipBlanks(text, position + 1);
  const firstCode = text.charCodeAt(first);
  if (!kind.closes(text, first) && firstCode !== openObject && firstCode !== openList) return;
  const end = nestedEnd(text, position, scene, reading);
  const width = kind.closes(text, end);
  if (end < 0 || !width || !confirmsEnd(text, end + width, frame, false)) return;
  const fork = reading.fork();
  fork.see('unescaped-quote');
  fork.pay(extraPrices.nestedJson);
  fork.position = keepQuotes(fork, position, end, text);
  scene.add(fork);
}

/** Where the brackets close that open at `start`, counted outside of quotes; -1 where they do not. */
function nestedEnd(text: string, start: number, scene: Scene, reading: Reading): number {
  let depth = 0;
  let isInside = false;
  for (let i = start; i < text.length; i++) {
    if ((i - start) % searched === searched - 1 && !scene.mayRead(reading, searched)) return -1;
    const code = text.charCodeAt(i);
    if (code === 0x5c) i++;
    else if (code === quote) isInside = !isInside;
    else if (isInside) continue;
    else if (code === openObject || code === openList) depth++;
    else if (code === 0x7d || code === 0x5d) {
      if (--depth === 0) return i + 1;
    }
  }
  return -1;
}

function isDelimiter(code: number): boolean {
  const sign = signOf(code);
  return sign === comma || sign === colon || isCloser(sign);
}

/** Escapes the quotes and all else in `text[from, to)` that JSON asks for; returns where it ends. */
function keepQuotes(reading: Reading, from: number, to: number, text: string): number {
  let i = from;
  while (i < to) {
    const code = text.charCodeAt(i);
    if (code === quote) reading.note(i, i++, '\\', 'unescaped-quote');
    else if (code === backslash || code < 0x20) i = escapeStep(reading, text, i);
    else i++;
  }
  return i;
}
