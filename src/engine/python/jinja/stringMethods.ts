import { once } from '../../core/once.ts';
import { titleCase } from '../titleCase.ts';
import { isWhite, splitLines } from '../whitespace.ts';
import { bindArguments, type CallArguments, type Context } from './arguments.ts';
import { encoded } from './bytes.ts';
import { formatText } from './formatValues.ts';
import { JinjaError } from './jinjaError.ts';
import { dictGet } from './jinjaOperators.ts';
import {
  isDict,
  iterate,
  type JinjaValue,
  Markup,
  PyFunction,
  PyTuple,
  repr,
  sliceRange,
  textOf,
  typeName,
} from './value.ts';

type Method = readonly [parameters: readonly string[], run: (text: string, args: CallArguments) => JinjaValue];

const isCased = (character: string) => character.toLowerCase() !== character.toUpperCase();
const all = (make: () => RegExp) => {
  const pattern = once(make);
  return (text: string) => text !== '' && [...text].every(character => pattern().test(character));
};
const strip = (sides: 'both' | 'left' | 'right'): Method => [
  ['chars?'],
  (text, args) => stripped(text, args.get('chars') === null ? undefined : args.text('chars'), sides),
];

const methods: Readonly<Record<string, Method>> = {
  upper: [[], text => text.toUpperCase()],
  lower: [[], text => text.toLowerCase()],
  casefold: [[], text => text.toLowerCase().replaceAll('ß', 'ss')],
  capitalize: [[], capitalize],
  title: [[], text => text.replace(/[\p{L}\p{M}]+/gu, capitalize)],
  swapcase: [[], text => [...text].map(c => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('')],
  strip: strip('both'),
  lstrip: strip('left'),
  rstrip: strip('right'),
  split: [['sep?', 'maxsplit?'], (text, args) => split(text, args, false)],
  rsplit: [['sep?', 'maxsplit?'], (text, args) => split(text, args, true)],
  splitlines: [['keepends?'], (text, args) => splitLines(text, args.flag('keepends'))],
  join: [['iterable'], (text, args) => join(text, iterate(args.get('iterable')))],
  replace: [
    ['old', 'new', 'count?'],
    (text, args) => replace(text, args.text('old'), args.text('new'), args.int('count', -1)),
  ],
  startswith: [['prefix', 'start?', 'end?'], (text, args) => affix(text, args, 'prefix', (a, b) => a.startsWith(b))],
  endswith: [['suffix', 'start?', 'end?'], (text, args) => affix(text, args, 'suffix', (a, b) => a.endsWith(b))],
  find: [['sub', 'start?', 'end?'], (text, args) => find(text, args, false)],
  rfind: [['sub', 'start?', 'end?'], (text, args) => find(text, args, true)],
  index: [['sub', 'start?', 'end?'], (text, args) => found(find(text, args, false))],
  rindex: [['sub', 'start?', 'end?'], (text, args) => found(find(text, args, true))],
  count: [
    ['sub', 'start?', 'end?'],
    (text, args) => {
      const part = args.text('sub');
      const range = ranged(text, args);
      return part === '' ? [...range].length + 1 : range.split(part).length - 1;
    },
  ],
  center: [['width', 'fillchar?'], (text, args) => center(text, args.int('width', 0), args.text('fillchar', ' '))],
  ljust: [['width', 'fillchar?'], (text, args) => text + padding(text, args)],
  rjust: [['width', 'fillchar?'], (text, args) => padding(text, args) + text],
  zfill: [
    ['width'],
    (text, args) => text.replace(/^([-+]?)/, `$1${'0'.repeat(Math.max(0, args.int('width', 0) - [...text].length))}`),
  ],
  isalnum: [[], all(() => /[\p{L}\p{N}]/u)],
  isalpha: [[], all(() => /\p{L}/u)],
  isdecimal: [[], all(() => /\p{Nd}/u)],
  isdigit: [[], all(() => /[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]/u)],
  isnumeric: [[], all(() => /\p{N}/u)],
  isascii: [[], text => !/[^\0-\x7f]/.test(text)],
  isidentifier: [[], text => /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(text)],
  isspace: [[], text => text !== '' && [...text].every(c => isWhite(c.charCodeAt(0)))],
  islower: [[], text => [...text].some(isCased) && text === text.toLowerCase()],
  isupper: [[], text => [...text].some(isCased) && text === text.toUpperCase()],
  istitle: [[], text => [...text].some(isCased) && text === text.replace(/[\p{L}\p{M}]+/gu, capitalize)],
  partition: [['sep'], (text, args) => partition(text, args.text('sep'), false)],
  rpartition: [['sep'], (text, args) => partition(text, args.text('sep'), true)],
  removeprefix: [
    ['prefix'],
    (text, args) => (text.startsWith(args.text('prefix')) ? text.slice(args.text('prefix').length) : text),
  ],
  removesuffix: [
    ['suffix'],
    (text, args) => {
      const suffix = args.text('suffix');
      return text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text;
    },
  ],
  encode: [
    ['encoding?', 'errors?'],
    (text, args) => encoded(text, args.text('encoding', 'utf-8'), args.text('errors', 'strict')),
  ],
  expandtabs: [['tabsize?'], (text, args) => expandTabs(text, Math.min(args.int('tabsize', 8), 1000))],
};

/** Python's `text.capitalize()`. */
export function capitalize(text: string): string {
  const [first = '', ...rest] = text;
  return titleCase(first) + rest.join('').toLowerCase();
}

/** Python's `text.strip(characters)` and its one-sided forms. */
export function stripped(
  text: string,
  characters: string | undefined,
  sides: 'both' | 'left' | 'right' = 'both',
): string {
  const isGone = (character: string) =>
    characters === undefined ? isWhite(character.charCodeAt(0)) : characters.includes(character);
  let start = 0;
  let end = text.length;
  if (sides !== 'right') while (start < end && isGone(text.charAt(start))) start++;
  if (sides !== 'left') while (end > start && isGone(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Python's `text.replace(old, new, count)`. */
export function replace(text: string, old: string, by: string, count: number): string {
  if (count < 0) return old === '' ? `${by}${[...text].map(c => c + by).join('')}` : text.replaceAll(old, () => by);
  const parts = old === '' ? ['', ...text] : text.split(old);
  const joints = parts.slice(1).map((part, i) => (i < count ? by : old) + part);
  return (parts[0] ?? '') + joints.join('') + (old === '' && count > joints.length ? by : '');
}

/** Python's `separator.join(items)`. Raises its `TypeError` for an item that is not a string. */
export function join(separator: string, items: readonly JinjaValue[]): string {
  return items
    .map((item, i) => {
      const text = textOf(item);
      if (text === undefined)
        throw new JinjaError('TypeError', `sequence item ${i}: expected str instance, ${typeName(item)} found`);
      return text;
    })
    .join(separator);
}

/** Python's `text.center(width, fill)`. */
export function center(text: string, width: number, fill = ' '): string {
  const missing = Math.max(0, width - [...text].length);
  const before = (missing >> 1) + (missing & width & 1);
  return fill.repeat(before) + text + fill.repeat(missing - before);
}

function padding(text: string, args: CallArguments): string {
  return args.text('fillchar', ' ').repeat(Math.max(0, args.int('width', 0) - [...text].length));
}

function split(text: string, args: CallArguments, fromRight: boolean): JinjaValue {
  const most = args.int('maxsplit', -1);
  if (args.get('sep') !== null) {
    const separator = args.text('sep');
    if (separator === '') throw new JinjaError('ValueError', 'empty separator');
    const parts = text.split(separator);
    if (most < 0 || parts.length - 1 <= most) return parts;
    const cut = parts.length - most;
    return fromRight
      ? [parts.slice(0, cut).join(separator), ...parts.slice(cut)]
      : [...parts.slice(0, most), parts.slice(most).join(separator)];
  }
  const words: { start: number; end: number }[] = [];
  for (let i = 0; i < text.length; ) {
    while (i < text.length && isWhite(text.charCodeAt(i))) i++;
    const start = i;
    while (i < text.length && !isWhite(text.charCodeAt(i))) i++;
    if (i > start) words.push({ start, end: i });
  }
  const texts = words.map(({ start, end }) => text.slice(start, end));
  if (most < 0 || words.length - 1 <= most) return texts;
  if (fromRight) {
    const cut = words.length - most;
    return [stripped(text.slice(0, words[cut - 1]?.end), undefined), ...texts.slice(cut)].map((part, i) =>
      i === 0 ? stripped(text.slice(0, words[cut - 1]?.end), undefined, 'right') : part,
    );
  }
  return [...texts.slice(0, most), text.slice(words[most]?.start ?? text.length)];
}

function ranged(text: string, args: CallArguments): string {
  if (!args.has('start') && !args.has('end')) return text;
  const characters = [...text];
  const bound = (name: string) => (args.get(name) === null ? null : args.int(name, 0));
  const { from, to } = sliceRange(characters.length, bound('start'), bound('end'), 1);
  return characters.slice(from, to).join('');
}

function find(text: string, args: CallArguments, fromRight: boolean): number {
  const range = ranged(text, args);
  const part = args.text('sub');
  const at = fromRight ? range.lastIndexOf(part) : range.indexOf(part);
  if (at === -1) return -1;
  const length = [...text].length;
  const start = args.has('start') && args.get('start') !== null ? args.int('start', 0) : 0;
  return [...range.slice(0, at)].length + sliceRange(length, start, null, 1).from;
}

function found(index: number): number {
  if (index === -1) throw new JinjaError('ValueError', 'substring not found');
  return index;
}

function affix(
  text: string,
  args: CallArguments,
  name: string,
  test: (text: string, part: string) => boolean,
): boolean {
  const value = args.get(name);
  const range = ranged(text, args);
  if (value instanceof PyTuple) return value.items.some(item => test(range, textOf(item) ?? repr(item)));
  return test(range, args.text(name, ''));
}

function partition(text: string, separator: string, fromRight: boolean): PyTuple {
  if (separator === '') throw new JinjaError('ValueError', 'empty separator');
  const at = fromRight ? text.lastIndexOf(separator) : text.indexOf(separator);
  if (at === -1) return new PyTuple(fromRight ? ['', '', text] : [text, '', '']);
  return new PyTuple([text.slice(0, at), separator, text.slice(at + separator.length)]);
}

function expandTabs(text: string, size: number): string {
  let column = 0;
  return [...text]
    .map(character => {
      if (character === '\t') {
        const blanks = size > 0 ? size - (column % size) : 0;
        column += blanks;
        return ' '.repeat(blanks);
      }
      column = character === '\n' || character === '\r' ? 0 : column + 1;
      return character;
    })
    .join('');
}

/** A method of a string, bound to it; `undefined`: strings have none of that name. */
export function stringMethod(text: string, name: string, context: Context, isMarkup: boolean): JinjaValue | undefined {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const isFormat = name === 'format' || name === 'format_map';
  if (!method && !isFormat) return undefined;
  return new PyFunction(`<built-in method ${name} of ${isMarkup ? 'Markup' : 'str'} object>`, (args, keywords) => {
    context.spend(text.length >> 3);
    if (isFormat) return formatted(text, name, args, keywords, context);
    const bound = bindArguments(name, method?.[0] ?? [], args, keywords);
    for (const size of ['width']) if (bound.has(size)) context.spend(Math.max(0, bound.int(size, 0)));
    if (name === 'replace') context.spend(text.length * (bound.text('new').length >> 3));
    const made = method?.[1](text, bound) ?? null;
    return isMarkup && typeof made === 'string' ? new Markup(made) : made;
  });
}

function formatted(
  text: string,
  name: string,
  args: readonly JinjaValue[],
  keywords: ReadonlyMap<string, JinjaValue>,
  context: Context,
): JinjaValue {
  const item = (value: JinjaValue, key: string, isAttribute: boolean) =>
    isAttribute ? context.attribute(value, key) : context.item(value, /^\d+$/.test(key) ? Number(key) : key);
  if (name === 'format') return formatText(text, args, keywords, item);
  const [mapping] = args;
  if (mapping === undefined || !isDict(mapping)) throw new JinjaError('TypeError', 'format_map() needs a mapping');
  const values = new Map<string, JinjaValue>();
  for (const key of mapping.keys()) if (typeof key === 'string') values.set(key, dictGet(mapping, key) ?? null);
  return formatText(text, [], values, item);
}
