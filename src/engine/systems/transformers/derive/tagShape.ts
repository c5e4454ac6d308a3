import { type CallParts, type CallShape, type FieldJson, namedShape, type WordsAnswer } from './callParts.ts';
import { type CallAnswers, probeCalls } from './callProbes.ts';
import { commonEnd, commonStart, literalOf, patternOf, withAnyNumbers } from './textPieces.ts';

/** Stands for the key of a value in what closes it. */
const sameKey = 'qzsamekey';

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

/** How deep objects may stand in one another in what is read argument by argument. */
const depth = 6;

/**
 * Ways to read the arguments of an object that is not JSON, whose keys are bare and whose texts stand between `quotes`, each as
 * what it has other than the first: argument by argument, a value that JSON does not know, such as `None`, stays a text,
 * which the types of the tool cast.
 */
function objectReadings(args: FieldJson, [open, close]: readonly [string, string]): readonly FieldJson[] {
  const isQuoted = open !== '';
  const [opening, ending] = [literalOf(open), literalOf(close)];
  const sign = isQuoted ? `(?!${opening})[^{}]` : '[^{}]';
  // A text ends at its first closing: else each has as many ends as there are closings, and an answer that is cut off takes for ever.
  const parts = isQuoted ? `${opening}(?:(?!${ending}).)*${ending}|${sign}` : sign;
  let nested = `(?:${parts})*`;
  for (let i = 1; i < depth; i++) nested = `(?:${parts}|\\{${nested}\\})*`;
  const key = '[^\\s:,{}"\']+';
  const value = `(?P<value>(?:${parts}|\\{${nested}\\})*?)`;
  return [
    {},
    {
      content: 'xml-inline',
      content_args: {
        tag_pattern: `(?:^\\s*\\{|,)\\s*(?P<key>${key})\\s*:\\s*${value}(?=,\\s*${key}\\s*:|\\s*\\}\\s*$)`,
        ...(isQuoted && { value_parser: { name: 'json', args: { ...args, allow_non_json: true } } }),
      },
    },
  ];
}

/** The shape of calls whose arguments stand each by itself: in tags, in lines, between commas. */
export function tagShape({ one, two, typed }: CallAnswers, beside: WordsAnswer): CallShape | undefined {
  const { first, second } = probeCalls;
  const written = writtenCall(one.text, first);
  if (!written) return undefined;
  const alike = areNumbered(written) ? withAnyNumbers : (text: string) => text;
  const call = {
    ...written,
    ...{ toKey: alike(written.toKey), toValue: alike(written.toValue), toNext: alike(written.toNext) },
  };
  const whole = typed && aroundWhole(typed.text, alike);
  const [quote, quoteEnd] = quotesOf(call, whole);
  const firstOfTwo = two && writtenCall(two.text, first);
  const next = two && firstOfTwo && writtenCall(two.text, second, firstOfTwo.lastEnd);
  const partsOf = (toArguments: string, behindValue: (text: string) => string): CallParts => ({
    before: alike(one.text.slice(0, call.nameStart)),
    body: toArguments,
    between: next && behindValue(alike(two.text.slice(firstOfTwo.lastEnd, next.nameStart))),
    behind: behindValue(alike(one.text.slice(call.lastEnd))),
  });
  const isObject = call.toKey.trimEnd().endsWith('{') && !call.toNext.includes('{');
  if (isObject && quote !== '"') {
    const parts = partsOf(call.toKey.slice(0, call.toKey.lastIndexOf('{')), text => text.slice(text.indexOf('}') + 1));
    const args = { unquoted_keys: true, ...(quote !== '' && { string_delims: [[quote, quoteEnd]] }) };
    const shape = namedShape(parts, beside, { content: 'json', content_args: args });
    return { ...shape, quote: quoteEnd, readings: objectReadings(args, [quote, quoteEnd]) };
  }
  const unquoted = (text: string) => (text.startsWith(quoteEnd) ? text.slice(quoteEnd.length) : text);
  // A closing that repeats the key is the same for all.
  const [firstKey, lastKey] = Object.keys(first.arguments) as [string, string];
  const between = unquoted(call.toNext).replaceAll(firstKey, sameKey);
  const behind = unquoted(alike(one.text.slice(call.lastEnd))).replaceAll(lastKey, sameKey);
  const keyOpen = commonEnd(call.toKey, between).trimStart();
  const valueClose = commonStart(between.slice(0, between.length - keyOpen.length), behind);
  const toValue = quote === '' ? call.toValue : call.toValue.slice(0, -quote.length);
  const mark = generalized(toValue, whole?.before);
  const separator = between.slice(0, between.length - keyOpen.length);
  const isPython = typed?.text.includes('True') === true;
  const [blanks = ''] = /^\s*/.exec(behind) ?? [];
  const args = tagArguments({ keyOpen, mark, valueClose, separator, quote, blanks, isPython });
  const toArguments = call.toKey.slice(0, call.toKey.length - keyOpen.length);
  const shape = namedShape(
    partsOf(toArguments, text => unquoted(text).replaceAll(lastKey, sameKey).slice(valueClose.trimEnd().length)),
    beside,
    { content: 'xml-inline', content_args: args },
  );
  const readings = quotedReadings({ keyOpen, mark, valueClose, separator, quote });
  return { ...shape, quote: quoteEnd, ...(readings && { readings }) };
}

/** Whether the arguments are numbered: but for the numbers the same stands before each key. */
function areNumbered({ toKey, toNext }: WrittenCall): boolean {
  return commonEnd(withAnyNumbers(toKey), withAnyNumbers(toNext)).length > commonEnd(toKey, toNext).length;
}

/** What stands around the value of a number: up to its key, and to the next one. */
interface AroundWhole {
  readonly before: string;
  readonly after: string;
}

function aroundWhole(text: string, alike: (text: string) => string): AroundWhole | undefined {
  const key = text.indexOf('qzwhole');
  const value = text.indexOf('31337', key);
  if (key < 0 || value < 0) return undefined;
  const after = text.slice(value + '31337'.length);
  // Some templates sort the keys.
  const next = after.search(/qz[a-z]/);
  return next < 0
    ? undefined
    : { before: alike(text.slice(key + 'qzwhole'.length, value)), after: alike(after.slice(0, next)) };
}

/** What stands around texts and not around numbers, such as quotes; empty: nothing. */
function quotesOf({ toValue, toNext }: WrittenCall, whole: AroundWhole | undefined): readonly [string, string] {
  if (!whole || !toValue.startsWith(whole.before) || !toNext.endsWith(whole.after)) return ['', ''];
  const quotes = [toValue.slice(whole.before.length), toNext.slice(0, toNext.length - whole.after.length)] as const;
  return quotes.includes('') ? ['', ''] : quotes;
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
  /** What stands behind the last value. */
  readonly blanks: string;
  /** Whether values that are no texts are written as Python writes them. */
  readonly isPython: boolean;
}

function tagArguments({ keyOpen, mark, valueClose, separator, quote, blanks, isPython }: ArgumentMarks): FieldJson {
  const parser = quote === '"' && {
    value_parser: { name: 'json', ...(isPython && { args: { allow_non_json: true } }) },
  };
  const open = patternOf(keyOpen);
  const key = '(?P<key>[^\\s<>]+?)';
  // A text that stands as it is may end with blanks itself.
  const end = quote === '' ? `(?:${blanks.replaceAll('\n', '\\n')})?\\Z` : '\\s*$';
  if (valueClose.trim() !== '') {
    const close = literalOf(valueClose.trimEnd()).replaceAll(sameKey, '(?P=key)');
    // The same may stand in a text: what ends it stands before another key, or at the end.
    const guard = keyOpen.trim() === '' ? '' : `(?=\\s*(?:${open}[^\\s<>]+?${mark}|\\Z))`;
    return { tag_pattern: `${open}${key}${mark}(?P<value>.*?)${close}${guard}`, ...parser };
  }
  if (separator.includes('\n'))
    return {
      tag_pattern: `(?:^|\\n)[ \\t]*${open}${key}${mark}${lineValue(quote, `${open}[^\\s<>]+?${mark}`, end)}`,
      ...parser,
    };
  const next = `(?=${literalOf(separator)}${open}[\\w-]+${mark}|${end})`;
  // Quotes in a text need not be in pairs: where marks tell values apart nothing else is looked at.
  if (quote === '' && /\p{L}|[<>|]{2}/u.test(separator + keyOpen))
    return { tag_pattern: `${open}(?P<key>[\\w-]+)${mark}(?P<value>.*?)${next}` };
  const sign = quote === '' ? '"' : quote;
  const quoted = `${sign}(?:[^${sign}\\\\]|\\\\.)*${sign}`;
  const value = `(?P<value>(?:${quoted}|[^${sign}])*?)`;
  const bare = quote === "'" ? `(?:'(?P<value>(?:[^'\\\\]|\\\\.)*)'|${value})` : value;
  return { tag_pattern: `${open}(?P<key>[\\w-]+)${mark}${bare}${next}`, ...parser };
}

/**
 * Values between commas with texts in single quotes: as they are, or as JSON with such texts, which knows lists of them. With
 * texts in double quotes: as they are, or with objects and lists as wholes, in which the same may stand as between two values.
 */
function quotedReadings(marks: Omit<ArgumentMarks, 'isPython' | 'blanks'>): readonly FieldJson[] | undefined {
  const { keyOpen, mark, valueClose, separator, quote } = marks;
  if (quote === '' || valueClose.trim() !== '' || separator.includes('\n')) return undefined;
  const open = patternOf(keyOpen);
  if (quote === '"') {
    const tag = `${open}(?P<key>[\\w-]+)${mark}(?P<value>${nestedValue()})(?=${literalOf(separator)}|\\s*$)`;
    return [{}, { content_args: { tag_pattern: tag, value_parser: { name: 'json' } } }];
  }
  if (quote !== "'") return undefined;
  const text = "'(?:[^'\\\\]|\\\\.)*'";
  const next = `(?=${literalOf(separator)}${open}[\\w-]+${mark}|\\s*$)`;
  // Of a text that holds a quote itself the outer ones are not its own: JSON leaves it as it is.
  const value = `(?:(?P<value>'[^']*'|(?!')(?:${text}|"(?:[^"\\\\]|\\\\.)*"|[^'"])*?)|'(?P<value>[^']*'.*?)')`;
  const tag = `${open}(?P<key>[\\w-]+)${mark}${value}${next}`;
  const parser = { name: 'json', args: { string_delims: [["'", "'"]], allow_non_json: true } };
  return [{}, { content_args: { tag_pattern: tag, value_parser: parser } }];
}

/** A value that ends with its line; without quotes a text may have several, up to the next key. */
function lineValue(quote: string, nextKey: string, end: string): string {
  return quote === '' ? `(?P<value>.*?)(?=\\n[ \\t]*${nextKey}|${end})` : '(?P<value>[^\\n]*)';
}

/** A value in JSON, in which others stand a few deep. */
function nestedValue(): string {
  const plain = '"(?:[^"\\\\]|\\\\.)*"';
  let inner = `(?:${plain}|[^"{}\\[\\]])*`;
  for (let i = 0; i < depth; i++) inner = `(?:${plain}|[^"{}\\[\\]]|[{\\[]${inner}[}\\]])*`;
  return `(?:${plain}|[{\\[]${inner}[}\\]]|[\\w.+-]+)`;
}
