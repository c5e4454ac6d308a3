import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import {
  CodeText,
  floatOfText,
  intOfText,
  isWhite,
  jsonDumps,
  jsonLoads,
  pyIterate,
  pyRepr,
  pyStrip,
  pyTruth,
  regexOf,
  skipWhite,
} from '../../python/index.ts';

const [open, close] = ['\x01', '\x02'];
const word = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]';
const key = new RegExp(`(?<=[{,])(${word}+):`, 'gu');
const mark = /\x01(\d+)\x02/g;

/**
 * The content parser `json`: Python's `json.loads`, after texts between delimiters of the author's (`string_delims`) and
 * keys without quotes (`unquoted_keys`) are made JSON. Raises `ValueError`, unless `allow_non_json` makes the text itself
 * the value. Linear.
 */
function jsonContent(text: PyValue, args: PyDict): PyValue {
  if (typeof text !== 'string')
    throw new EngineError('TypeError', `the JSON object must be str, bytes or bytearray, not ${pyTypeName(text)}`);
  const delimiters = args.get('string_delims') ?? null;
  const hasDelimiters = pyTruth(delimiters);
  if (hasDelimiters && (text.includes(open) || text.includes(close)))
    throw new EngineError(
      'ValueError',
      'json: input contains reserved sentinel characters (\\x01/\\x02); cannot parse safely.',
    );
  const captured: string[] = [];
  let working = text;
  if (hasDelimiters) for (const pair of pyIterate(delimiters)) working = takeOut(working, pair, captured);
  if (pyTruth(args.get('unquoted_keys') ?? null)) working = working.replace(key, '"$1":');
  if (captured.length > 0)
    working = working.replace(mark, (whole, index) => {
      const capture = captured[Number(index)];
      return capture === undefined || String(Number(index)) !== index
        ? whole
        : jsonDumps(capture, { ensureAscii: true });
    });
  const read = jsonLoads(working);
  if (read.ok) return read.value;
  const { kind, message } = read.error;
  if (kind !== 'JSONDecodeError') throw new EngineError(kind, message);
  if (pyTruth(args.get('allow_non_json') ?? null)) return pyStrip(text);
  throw new EngineError(
    'ValueError',
    working === text
      ? `json parser could not parse region as JSON.\nContent: ${pyRepr(text)}\nError: ${message}`
      : `json: could not parse after dialect transforms.\nOriginal: ${pyRepr(text)}\nTransformed: ${pyRepr(working)}\nError: ${message}`,
  );
}

/** Puts a mark in place of every shortest text between two delimiters. */
function takeOut(text: string, pair: PyValue, captured: string[]): string {
  const [first, last] = delimitersOf(pair);
  let made = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(first, from);
    const end = start === -1 ? -1 : text.indexOf(last, start + first.length);
    if (end === -1) return made + text.slice(from);
    captured.push(text.slice(start + first.length, end));
    made += `${text.slice(from, start)}${open}${captured.length - 1}${close}`;
    from = end + last.length;
    if (first !== '' || last !== '') continue;
    // Between any two characters stands nothing between nothing.
    if (from >= text.length) return made;
    const character = String.fromCodePoint(text.codePointAt(from) ?? 0);
    made += character;
    from += character.length;
  }
}

function delimitersOf(pair: PyValue): readonly [string, string] {
  let items: readonly PyValue[];
  try {
    items = pyIterate(pair);
  } catch {
    throw new EngineError('TypeError', `cannot unpack non-iterable ${pyTypeName(pair)} object`);
  }
  if (items.length < 2)
    throw new EngineError('ValueError', `not enough values to unpack (expected 2, got ${items.length})`);
  if (items.length > 2) throw new EngineError('ValueError', 'too many values to unpack (expected 2)');
  const [first, last] = items;
  if (typeof first !== 'string' || typeof last !== 'string')
    throw new EngineError('TypeError', 'expected string or bytes-like object');
  return [first, last];
}

type ContentParser = (text: PyValue, args: PyDict) => PyValue;

/** Parsers whose text is the value as it comes; the others know it at the end of the region only. */
const plainParsers: readonly string[] = ['bool', 'float', 'int', 'text'];

/** Whether the text of a region says nothing of its value before the region ends. */
export function isStructured(parser: string): boolean {
  return !plainParsers.includes(parser);
}

const parsers: Readonly<Record<string, ContentParser>> = {
  bool: (text, args) => ['true', '1'].includes(textOf(strip(text, args), 'lower').toLowerCase()),
  float: (text, args) =>
    floatOfText(numberText(strip(text, args), 'float() argument must be a string or a real number')),
  int: (text, args) =>
    intOfText(numberText(strip(text, args), 'int() argument must be a string, a bytes-like object or a real number')),
  json: jsonContent,
  'kv-lines': kvLines,
  text: strip,
  'xml-inline': xmlInline,
};

/** The names of the content parsers, in order. */
export const parserNames: readonly string[] = Object.keys(parsers);

/** Whether there is a content parser of that name. */
export function isContentParser(name: string): boolean {
  return Object.hasOwn(parsers, name);
}

/**
 * transformers' `parse_content`: the value of a region's text, or of a group that took no part (`null`). Raises what it
 * raises: `ValueError`, `KeyError` for a parser that there is not, `AttributeError` for arguments that are not an object, the
 * `regex` module's `error`. Linear, but for the author's patterns.
 */
export function parseContent(text: PyValue, name: PyValue, args: PyValue): PyValue {
  if (isPyDict(name) || isPyList(name)) throw new EngineError('TypeError', `unhashable type: '${pyTypeName(name)}'`);
  const parser = typeof name === 'string' && isContentParser(name) ? parsers[name] : undefined;
  if (!parser) throw new EngineError('KeyError', pyRepr(name));
  if (!isPyDict(args)) throw noAttribute(args, 'get');
  return parser(text, args);
}

function noAttribute(value: PyValue, name: string): EngineError {
  return new EngineError('AttributeError', `'${pyTypeName(value)}' object has no attribute '${name}'`);
}

/** A text that a method is called on. */
function textOf(value: PyValue, method: string): string {
  if (typeof value !== 'string') throw noAttribute(value, method);
  return value;
}

function strip(text: PyValue, args: PyDict): PyValue {
  return argument(args, 'strip', true) ? pyStrip(textOf(text, 'strip')) : text;
}

function numberText(value: PyValue, message: string): string {
  if (typeof value !== 'string') throw new EngineError('TypeError', `${message}, not '${pyTypeName(value)}'`);
  return value;
}

/** Whether an argument is true to Python. */
function argument(args: PyDict, name: string, fallback: boolean): boolean {
  return args.has(name) ? pyTruth(args.get(name) ?? null) : fallback;
}

/** The value of a part, through the `value_parser` if there is one. */
function partValue(raw: PyValue, parser: PyValue): PyValue {
  if (parser === null) return raw;
  if (!isPyDict(parser)) throw noAttribute(parser, 'get');
  const get = (key: string, fallback: PyValue) => (parser.has(key) ? (parser.get(key) ?? null) : fallback);
  return parseContent(raw, get('name', 'text'), get('args', new Map<string, PyValue>()));
}

function kvLines(content: PyValue, args: PyDict): PyValue {
  const text = textOf(content, 'split');
  const lineSeparator = args.has('line_sep') ? (args.get('line_sep') ?? null) : '\n';
  const separator = args.has('kv_sep') ? (args.get('kv_sep') ?? null) : ':';
  const valueParser = args.get('value_parser') ?? null;
  const strips = argument(args, 'strip', true);
  const values = new Map<string, PyValue>();
  for (const whole of split(text, lineSeparator)) {
    const line = strips ? pyStrip(whole) : whole;
    if (line === '') continue;
    if (typeof separator !== 'string')
      throw new EngineError('TypeError', `'in <string>' requires string as left operand, not ${pyTypeName(separator)}`);
    const at = line.indexOf(separator);
    if (at === -1) continue;
    if (separator === '') throw new EngineError('ValueError', 'empty separator');
    const [key, value] = [line.slice(0, at), line.slice(at + separator.length)];
    values.set(strips ? pyStrip(key) : key, partValue(strips ? pyStrip(value) : value, valueParser));
  }
  return values;
}

/** Python's `text.split(separator)`. */
function split(text: string, separator: PyValue): readonly string[] {
  if (separator === null) return whiteWords(text);
  if (typeof separator !== 'string')
    throw new EngineError('TypeError', `must be str or None, not ${pyTypeName(separator)}`);
  if (separator === '') throw new EngineError('ValueError', 'empty separator');
  return text.split(separator);
}

function xmlInline(text: PyValue, args: PyDict): PyValue {
  const pattern = args.get('tag_pattern') ?? null;
  if (pattern === null) throw new EngineError('ValueError', "xml-inline: 'tag_pattern' content_arg is required");
  if (typeof pattern !== 'string')
    throw new EngineError('TypeError', 'first argument must be a string or compiled pattern');
  const regex = regexOf(pattern);
  if (typeof text !== 'string') throw new EngineError('TypeError', 'expected string or bytes-like object');
  const valueParser = args.get('value_parser') ?? null;
  const merges = argument(args, 'merge_duplicates', false);
  const codes = new CodeText(text);
  const values = new Map<string, PyValue>();
  for (const { groups } of regex.matches(codes)) {
    const group = (name: string): PyValue => {
      const place = groups.get(name);
      return place ? codes.slice(place[0], place[1]) : null;
    };
    const key = group('key');
    if (key === null)
      throw new EngineError('ValueError', `xml-inline: tag_pattern must have a named group 'key'. Pattern: ${pattern}`);
    const value = partValue(regex.names.includes('value') ? group('value') : '', valueParser);
    const before = values.get(key as string);
    if (before === undefined || !merges) values.set(key as string, value);
    // The first value's own list takes the others in, as in Python; both were made here.
    else if (isPyList(before)) (before as PyValue[]).push(value);
    else values.set(key as string, [before, value]);
  }
  return values;
}

/** Python's `text.split()`: the words between white space. Linear. */
function whiteWords(text: string): readonly string[] {
  const words: string[] = [];
  for (let start = skipWhite(text, 0); start < text.length; ) {
    let end = start;
    while (end < text.length && !isWhite(text.charCodeAt(end))) end++;
    words.push(text.slice(start, end));
    start = skipWhite(text, end);
  }
  return words;
}
