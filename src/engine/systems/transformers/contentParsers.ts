import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import {
  CodeText,
  floatOfText,
  intOfText,
  isWhite,
  pyRepr,
  pyStrip,
  pyTruth,
  regexOf,
  skipWhite,
} from '../../python/index.ts';
import { jsonContent } from './jsonContent.ts';

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

function kvLines(given: PyValue, args: PyDict): PyValue {
  const text = textOf(given, 'split');
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
