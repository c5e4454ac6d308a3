import { once } from '../../core/once.ts';
import { splitLines } from '../whitespace.ts';
import type { CallArguments, Context, FilterTable } from './arguments.ts';
import { printf } from './formatValues.ts';
import { JinjaError } from './jinjaError.ts';
import { escapeHtml, escapeUnlessMarkup } from './jinjaOperators.ts';
import { toJson } from './jsonFilters.ts';
import { slice } from './lookUp.ts';
import { capitalize, center, replace, stripped } from './stringMethods.ts';
import {
  isDict,
  isIterable,
  isList,
  iterate,
  type JinjaValue,
  lengthOf,
  Markup,
  PyTuple,
  pick,
  sliceRange,
  str,
  textOf,
  typeName,
  Undefined,
} from './value.ts';
import { unpacked } from './variables.ts';

/** Jinja's filters that make text. */
export const textFilters: FilterTable = {
  capitalize: [[], value => capitalize(str(value))],
  center: [
    ['width?'],
    (value, args, context) => {
      const width = args.int('width', 80);
      context.spend(Math.max(0, width));
      return center(str(value), width);
    },
  ],
  e: [[], value => new Markup(escapeUnlessMarkup(value))],
  escape: [[], value => new Markup(escapeUnlessMarkup(value))],
  forceescape: [[], value => new Markup(escapeHtml(str(value)))],
  indent: [
    ['width?', 'first?', 'blank?'],
    (value, args, context) => {
      const text = plusLine(value);
      const indention = textOf(args.get('width')) ?? ' '.repeat(Math.max(0, args.int('width', 4)));
      const lines = splitLines(`${text}\n`);
      context.spend(lines.length * indention.length);
      const [first = '', ...rest] = lines;
      const indented = rest.map(line => (line === '' && !args.flag('blank') ? line : indention + line));
      return sameKind(value, (args.flag('first') ? indention : '') + [first, ...indented].join('\n'));
    },
  ],
  lower: [[], value => str(value).toLowerCase()],
  upper: [[], value => str(value).toUpperCase()],
  title: [[], value => titled(str(value))],
  trim: [['chars?'], (value, args) => stripped(str(value), textOf(args.get('chars')))],
  replace: [
    ['old', 'new', 'count?'],
    (value, args, context) => {
      const [text, by] = [str(value), str(args.get('new'))];
      context.spend(text.length * (1 + (by.length >> 3)));
      return replace(text, str(args.get('old')), by, args.get('count') === null ? -1 : args.int('count', -1));
    },
  ],
  safe: [[], value => new Markup(str(value))],
  string: [[], value => (value instanceof Markup ? value : str(value))],
  striptags: [[], value => striptags(str(value))],
  tojson: [
    ['indent?'],
    (value, args, context) => {
      const text = toJson(value, args.get('indent') === null ? {} : { indent: args.int('indent', 0) });
      context.spend(text.length >> 3);
      return new Markup(text);
    },
  ],
  truncate: [['length?', 'killwords?', 'end?', 'leeway?'], truncate],
  urlencode: [[], value => urlencode(value)],
  wordcount: [[], value => str(value).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0],
  wordwrap: [
    ['width?', 'break_long_words?', 'wrapstring?', 'break_on_hyphens?'],
    (value, args) => {
      const width = args.int('width', 79);
      if (width <= 0) throw new JinjaError('ValueError', `invalid width ${width} (must be > 0)`);
      const options = {
        width,
        breakLong: args.flag('break_long_words', true),
        breakOnHyphens: args.flag('break_on_hyphens', true),
      };
      const joint = args.get('wrapstring') === null ? '\n' : args.text('wrapstring', '\n');
      return splitLines(withLines(value))
        .map(line => wrapLine(line, options).join(joint))
        .join(joint);
    },
  ],
  xmlattr: [
    ['autospace?'],
    (value, args) => {
      if (value instanceof Undefined) value.fail();
      if (!isDict(value))
        throw new JinjaError('AttributeError', `'${typeName(value)}' object has no attribute 'items'`);
      const written = [...value]
        .filter(([, item]) => item !== null && !(item instanceof Undefined))
        .map(([key, item]) => {
          if (/[\s/>=]/.test(str(key)))
            throw new JinjaError('ValueError', `Invalid character in attribute name: '${str(key)}'`);
          return `${escapeHtml(str(key))}="${escapeUnlessMarkup(item)}"`;
        })
        .join(' ');
      return args.flag('autospace', true) && written !== '' ? ` ${written}` : written;
    },
  ],
};

/** The text of what `.splitlines()` is called on. Raises what Python raises for what is not a string. */
function withLines(value: JinjaValue): string {
  const text = textOf(value);
  if (text !== undefined) return text;
  if (value instanceof Undefined) value.fail();
  throw new JinjaError('AttributeError', `'${typeName(value)}' object has no attribute 'splitlines'`);
}

/** As {@link withLines} where a line feed is added with `+=` before, which a list takes. */
function plusLine(value: JinjaValue): string {
  if (textOf(value) !== undefined || value instanceof Undefined || isList(value)) return withLines(value);
  if (value instanceof PyTuple) throw new JinjaError('TypeError', 'can only concatenate tuple (not "str") to tuple');
  throw new JinjaError('TypeError', `unsupported operand type(s) for +=: '${typeName(value)}' and 'str'`);
}

function sameKind(like: JinjaValue, text: string): JinjaValue {
  return like instanceof Markup ? new Markup(text) : text;
}

function titled(text: string): string {
  return text
    .split(/([-\s({[<]+)/)
    .filter(part => part !== '')
    .map(capitalize)
    .join('');
}

function striptags(text: string): string {
  let rest = text;
  for (const [open, close] of [
    ['<!--', '-->'],
    ['<', '>'],
  ] as const) {
    let kept = '';
    let from = 0;
    for (;;) {
      const start = rest.indexOf(open, from);
      const end = start === -1 ? -1 : rest.indexOf(close, start);
      if (end === -1) break;
      kept += rest.slice(from, start);
      from = end + close.length;
    }
    rest = kept + rest.slice(from);
  }
  const words = rest.split(/\s+/u).filter(word => word !== '');
  return words.join(' ').replace(/&(?:lt|gt|quot|#39|#34|amp);/g, entity => unescaped[entity] ?? entity);
}

const unescaped: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#34;': '"',
  '&amp;': '&',
};

function truncate(value: JinjaValue, args: CallArguments, context: Context): JinjaValue {
  const end = args.text('end', '...');
  const length = args.int('length', 255);
  const leeway = args.get('leeway') === null ? 5 : args.int('leeway', 5);
  const endSize = [...end].length;
  if (length < endSize) throw new JinjaError('AssertionError', `expected length >= ${endSize}, got ${length}`);
  if (leeway < 0) throw new JinjaError('AssertionError', `expected leeway >= 0, got ${leeway}`);
  if (value instanceof Undefined) return value.isStrict ? value.fail() : value;
  if (lengthOf(value) <= length + leeway) return value;
  const text = textOf(value);
  if (text === undefined) {
    // Python slices it, and then wants a string of it.
    slice(value, [null, length - endSize, null], context);
    const kind = typeName(value);
    if (args.flag('killwords'))
      throw new JinjaError('TypeError', `can only concatenate ${kind} (not "str") to ${kind}`);
    throw new JinjaError('AttributeError', `'${kind}' object has no attribute 'rsplit'`);
  }
  const characters = [...text];
  const head = pick(characters, sliceRange(characters.length, null, length - endSize, null)).join('');
  if (args.flag('killwords')) return sameKind(value, head + end);
  const blank = head.lastIndexOf(' ');
  return sameKind(value, (blank === -1 ? head : head.slice(0, blank)) + end);
}

function urlencode(value: JinjaValue): string {
  if (textOf(value) !== undefined || !isIterable(value)) return quoteUrl(str(value), '/');
  const pairs = isDict(value) ? [...value] : iterate(value).map(item => unpacked(item, 2));
  return pairs.map(([key = null, item = null]) => `${quoteQuery(str(key))}=${quoteQuery(str(item))}`).join('&');
}

function quoteQuery(text: string): string {
  return quoteUrl(text, '').replaceAll('%20', '+');
}

function quoteUrl(text: string, safe: string): string {
  const quoted = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[!*'()]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return safe === '/' ? quoted.replaceAll('%2F', '/') : quoted;
}

/** Jinja's `format` filter: Python's `text % arguments`. */
export function formatFilter(
  value: JinjaValue,
  args: readonly JinjaValue[],
  keywords: ReadonlyMap<string, JinjaValue>,
): JinjaValue {
  if (args.length > 0 && keywords.size > 0)
    throw new JinjaError('FilterArgumentError', "can't handle positional and keyword arguments at the same time");
  const get = (key: string) => {
    const found = keywords.get(key);
    if (keywords.size === 0) throw new JinjaError('TypeError', 'format requires a mapping');
    if (found === undefined) throw new JinjaError('KeyError', `'${key}'`);
    return found;
  };
  const made = printf(str(value), keywords.size > 0 ? '' : null, keywords.size > 0 ? [] : args, get);
  return value instanceof Markup ? new Markup(made) : made;
}

/** Options of {@link wrapLine}. */
export interface WrapOptions {
  /** In code points, at least 1. */
  readonly width: number;
  readonly breakLong: boolean;
  readonly breakOnHyphens: boolean;
}

const hyphenated = once(
  () =>
    /(\s+|[^\s\p{L}\p{N}_]*[\p{L}\p{N}_]+[^\s\p{L}\p{N}_-]*-(?=[\p{L}_]{2})|[^\s-]+(?:-+[^\s-]*)*?(?=-[\p{L}_]{2}|\s|$)|\S+)/gu,
);

/** Python's `textwrap.wrap(line, expand_tabs=False, replace_whitespace=False)` of one line. Linear. */
function wrapLine(line: string, { width, breakLong, breakOnHyphens }: WrapOptions): string[] {
  const pattern = breakOnHyphens && line.includes('-') ? hyphenated() : /\s+|\S+/gu;
  const chunks = (line.match(pattern) ?? []).map(text => ({ text, size: [...text].length })).reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    const current: string[] = [];
    let size = 0;
    if (lines.length > 0 && chunks.at(-1)?.text.trim() === '') chunks.pop();
    for (let chunk = chunks.at(-1); chunk && size + chunk.size <= width; chunk = chunks.at(-1)) {
      current.push(chunk.text);
      size += chunk.size;
      chunks.pop();
    }
    const long = chunks.at(-1);
    if (long && long.size > width) {
      const room = breakLong ? Math.max(1, width - size) : size === 0 ? long.size : 0;
      const characters = [...long.text];
      chunks.pop();
      if (room > 0) current.push(characters.slice(0, room).join(''));
      if (room < long.size) chunks.push({ text: characters.slice(room).join(''), size: long.size - room });
    }
    if (current.at(-1)?.trim() === '') current.pop();
    if (current.length > 0) lines.push(current.join(''));
  }
  return lines;
}
