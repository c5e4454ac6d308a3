import { type CallParts, type CallShape, type FieldJson, namedShape, type WordsAnswer } from './callParts.ts';
import type { CallAnswers } from './callProbes.ts';
import { probeCalls } from './callProbes.ts';
import { commonEnd, commonStart, literalOf, patternOf } from './textPieces.ts';

/** A call whose arguments stand each by itself. */
interface WrittenCall {
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Between the name and the first key, a key and its value, a value and the next key; and behind the last value. */
  readonly toKey: string;
  readonly toValue: string;
  readonly toNext: string;
  readonly lastEnd: number;
}

function writtenCall(
  text: string,
  { name, arguments: args }: { readonly name: string; readonly arguments: Readonly<Record<string, string>> },
  from = 0,
): WrittenCall | undefined {
  const [[key = '', value = ''] = [], [nextKey = '', nextValue = ''] = []] = Object.entries(args);
  const nameStart = text.indexOf(name, from);
  const keyAt = text.indexOf(key, nameStart);
  const valueAt = text.indexOf(value, keyAt);
  const nextKeyAt = text.indexOf(nextKey, valueAt);
  const nextValueAt = text.indexOf(nextValue, nextKeyAt);
  if ([nameStart, keyAt, valueAt, nextKeyAt, nextValueAt].includes(-1)) return undefined;
  const nameEnd = nameStart + name.length;
  return {
    nameStart,
    nameEnd,
    toKey: text.slice(nameEnd, keyAt),
    toValue: text.slice(keyAt + key.length, valueAt),
    toNext: text.slice(valueAt + value.length, nextKeyAt),
    lastEnd: nextValueAt + nextValue.length,
  };
}

/** The shape of calls whose arguments stand each by itself: in tags, in lines, between commas. */
export function tagShape({ one, two, typed }: CallAnswers, beside: WordsAnswer): CallShape | undefined {
  const { first, second } = probeCalls;
  const call = writtenCall(one.text, first);
  if (!call) return undefined;
  const whole = typed && toWhole(typed.text);
  const quote = quoteOf(call, whole);
  const firstOfTwo = two && writtenCall(two.text, first);
  const next = two && firstOfTwo && writtenCall(two.text, second, firstOfTwo.lastEnd);
  const partsOf = (toArguments: string, behindValue: (text: string) => string): CallParts => ({
    before: one.text.slice(0, call.nameStart),
    body: toArguments,
    between: next && behindValue(two.text.slice(firstOfTwo.lastEnd, next.nameStart)),
    behind: behindValue(one.text.slice(call.lastEnd)),
  });
  const isObject = call.toKey.trimEnd().endsWith('{');
  if (isObject && quote !== '"') {
    const parts = partsOf(call.toKey.slice(0, call.toKey.lastIndexOf('{')), text => text.slice(text.indexOf('}') + 1));
    const args = { unquoted_keys: true, ...(quote !== '' && { string_delims: [[quote, quote]] }) };
    return namedShape(parts, beside, { content: 'json', content_args: args });
  }
  const unquoted = (text: string) => (quote !== '' && text.startsWith(quote) ? text.slice(quote.length) : text);
  const between = unquoted(call.toNext);
  const behind = unquoted(one.text.slice(call.lastEnd));
  const keyOpen = commonEnd(call.toKey, between).trimStart();
  const valueClose = commonStart(between.slice(0, between.length - keyOpen.length), behind);
  const toValue = quote === '' ? call.toValue : call.toValue.slice(0, -quote.length);
  const mark = generalized(toValue, whole);
  const separator = between.slice(0, between.length - keyOpen.length);
  const args = tagArguments({ keyOpen, mark, valueClose, separator, quote });
  const toArguments = call.toKey.slice(0, call.toKey.length - keyOpen.length);
  return namedShape(
    partsOf(toArguments, text => unquoted(text).slice(valueClose.trimEnd().length)),
    beside,
    { content: 'xml-inline', content_args: args },
  );
}

/** What stands between the key and the value of a number. */
function toWhole(text: string): string | undefined {
  const key = text.indexOf('qzwhole');
  const value = text.indexOf('31337', key);
  return key < 0 || value < 0 ? undefined : text.slice(key + 'qzwhole'.length, value);
}

/** What stands around texts and not around numbers, such as quotes; empty: nothing. */
function quoteOf({ toValue, toNext }: WrittenCall, whole: string | undefined): string {
  if (whole === undefined || !toValue.startsWith(whole)) return '';
  const quote = toValue.slice(whole.length);
  return toNext.startsWith(quote) ? quote : '';
}

/** What stands between key and value, as a pattern: what differs by the type of the value is anything but a bracket. */
function generalized(ofText: string, ofNumber: string | undefined): string {
  if (ofNumber === undefined || ofNumber === ofText) return literalOf(ofText);
  const start = commonStart(ofText, ofNumber);
  const end = commonEnd(ofText.slice(start.length), ofNumber.slice(start.length));
  return start === '' && end === '' ? literalOf(ofText) : `${literalOf(start)}[^<>]*?${literalOf(end)}`;
}

interface ArgumentMarks {
  readonly keyOpen: string;
  /** A pattern. */
  readonly mark: string;
  readonly valueClose: string;
  readonly separator: string;
  readonly quote: string;
}

function tagArguments({ keyOpen, mark, valueClose, separator, quote }: ArgumentMarks): FieldJson {
  const parser = quote === '"' && { value_parser: { name: 'json' } };
  const open = patternOf(keyOpen);
  const key = '(?P<key>[^\\s<>]+?)';
  if (valueClose.trim() !== '')
    return { tag_pattern: `${open}${key}${mark}(?P<value>.*?)${literalOf(valueClose.trimEnd())}`, ...parser };
  if (separator.includes('\n'))
    return { tag_pattern: `(?:^|\\n)[ \\t]*${open}${key}${mark}(?P<value>[^\\n]*)`, ...parser };
  const sign = quote === '' ? '"' : quote;
  const quoted = `${sign}(?:[^${sign}\\\\]|\\\\.)*${sign}`;
  const next = `(?=${literalOf(separator)}[\\w-]+${mark}|\\s*$)`;
  const value = `(?P<value>(?:${quoted}|[^${sign}])*?)`;
  const bare = quote === "'" ? `(?:'(?P<value>(?:[^'\\\\]|\\\\.)*)'|${value})` : value;
  return { tag_pattern: `${open}(?P<key>[\\w-]+)${mark}${bare}${next}`, ...parser };
}
