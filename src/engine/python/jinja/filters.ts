import { pyFloat, pyInt } from '../../core/pyValue.ts';
import { pyRepr } from '../repr.ts';
import { bindArguments, type CallArguments, type Context, type FilterTable } from './arguments.ts';
import { JinjaError } from './jinjaError.ts';
import { type Numeric, numberOf, numericOf, parseFloatText, parseInteger } from './jinjaNumbers.ts';
import { binary, compare, escapeHtml, escapeUnlessMarkup } from './jinjaOperators.ts';
import { listFilters, mapFilter, selectFilter } from './listFilters.ts';
import { roundNumber } from './roundNumber.ts';
import { formatFilter, textFilters } from './textFilters.ts';
import {
  isDict,
  isList,
  iterate,
  type JinjaDict,
  type JinjaValue,
  type Keywords,
  PyTuple,
  repr,
  str,
  textOf,
  truth,
  typeName,
  Undefined,
} from './value.ts';

/** Jinja's filters of numbers and of single values. */
const valueFilters: FilterTable = {
  abs: [
    [],
    value => {
      const number = numericOf(value);
      if (number === undefined) throw new JinjaError('TypeError', `bad operand type for abs(): '${typeName(value)}'`);
      return numberOf(number < 0 ? -number : number);
    },
  ],
  attr: [
    ['name'],
    (value, args, context) => {
      const name = str(args.get('name'));
      if (value instanceof Undefined) return value.fail();
      return context.attribute(value, name);
    },
  ],
  d: [['default_value?', 'boolean?'], (value, args) => orDefault(value, args)],
  default: [['default_value?', 'boolean?'], (value, args) => orDefault(value, args)],
  filesizeformat: [['binary?'], (value, args) => fileSize(toFloat(value), args.flag('binary'))],
  float: [
    ['default?'],
    (value, args) => {
      if (value instanceof Undefined) return value.fail();
      const text = textOf(value);
      const number = text === undefined ? numericOf(value) : parseFloatText(text);
      return number === undefined ? (args.has('default') ? args.get('default') : pyFloat(0)) : pyFloat(Number(number));
    },
  ],
  int: [
    ['default?', 'base?'],
    (value, args) => {
      if (value instanceof Undefined) return value.fail();
      const text = textOf(value);
      const whole = text === undefined ? undefined : parseInteger(text, args.int('base', 10));
      if (whole !== undefined) return pyInt(whole);
      const number = text === undefined ? numericOf(value) : parseFloatText(text);
      if (typeof number === 'bigint') return pyInt(number);
      if (number === undefined || !Number.isFinite(number)) return args.has('default') ? args.get('default') : 0;
      return pyInt(BigInt(Math.trunc(number)));
    },
  ],
  pprint: [[], value => pformat(value)],
  round: [
    ['precision?', 'method?'],
    (value, args, context) => rounded(value, args.int('precision', 0), args.text('method', 'common'), context),
  ],
};

function orDefault(value: JinjaValue, args: Parameters<FilterTable[string][1]>[1]): JinjaValue {
  if (!(value instanceof Undefined) && !(args.flag('boolean') && !truth(value))) return value;
  return args.has('default_value') ? args.get('default_value') : '';
}

function requireNumber(value: JinjaValue, message: (type: string) => string): Numeric {
  if (value instanceof Undefined) value.fail();
  const number = numericOf(value);
  if (number === undefined) throw new JinjaError('TypeError', message(typeName(value)));
  return number;
}

/** Python's `float(value)`. Raises its errors. */
function toFloat(value: JinjaValue): number {
  const text = textOf(value);
  if (text === undefined)
    return Number(requireNumber(value, type => `float() argument must be a string or a real number, not '${type}'`));
  const number = parseFloatText(text);
  if (number === undefined) throw new JinjaError('ValueError', `could not convert string to float: ${pyRepr(text)}`);
  return number;
}

function fileSize(bytes: number, isBinary: boolean): string {
  const base = isBinary ? 1024 : 1000;
  if (bytes === 1) return '1 Byte';
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`;
  const letters = [...'KMGTPEZY'];
  const index = letters.findIndex((_, i) => bytes < base ** (i + 2));
  const at = index === -1 ? letters.length - 1 : index;
  const letter = at === 0 && !isBinary ? 'k' : letters[at];
  return `${((base * bytes) / base ** (at + 2)).toFixed(1)} ${letter}${isBinary ? 'iB' : 'B'}`;
}

function rounded(value: JinjaValue, precision: number, method: string, context: Context): JinjaValue {
  if (!['common', 'ceil', 'floor'].includes(method))
    throw new JinjaError('FilterArgumentError', 'method must be common, ceil or floor');
  const number = numericOf(value);
  if (method === 'common' && number === undefined)
    throw new JinjaError('TypeError', `type ${typeName(value)} doesn't define __round__ method`);
  if (number === undefined) {
    const product = binary('mul', value, 1, context);
    throw new JinjaError('TypeError', `must be real number, not ${typeName(product)}`);
  }
  if (method === 'common') return roundNumber(number!, precision);
  const scaled = Number(number) * 10 ** precision;
  return pyFloat((method === 'ceil' ? Math.ceil(scaled) : Math.floor(scaled)) / 10 ** precision);
}

/** Python's `pprint.pformat(value)`: sorted keys, and one item a line where 80 columns are not enough. Long strings are not broken. */
function pformat(value: JinjaValue, indent = 0, allowance = 0): string {
  const line = oneLine(value);
  if (line.length <= 80 - indent - allowance) return line;
  const inner = indent + 1;
  const joint = `,\n${' '.repeat(inner)}`;
  if (isDict(value) && value.size > 0) {
    const pairs = sortedPairs(value);
    const items = pairs.map(([key, item], i) => {
      const head = `${repr(key)}: `;
      return head + pformat(item, inner + head.length, i === pairs.length - 1 ? allowance + 1 : 1);
    });
    return `{${items.join(joint)}}`;
  }
  const parts = isList(value) ? value : value instanceof PyTuple ? value.items : [];
  if (parts.length === 0) return line;
  const items = parts.map((item, i) => pformat(item, inner, i === parts.length - 1 ? allowance + 1 : 1));
  const [open, close] = isList(value) ? '[]' : ['(', parts.length === 1 ? ',)' : ')'];
  return `${open}${items.join(joint)}${close}`;
}

function oneLine(value: JinjaValue): string {
  if (isDict(value))
    return `{${sortedPairs(value)
      .map(([key, item]) => `${repr(key)}: ${oneLine(item)}`)
      .join(', ')}}`;
  if (isList(value)) return `[${value.map(oneLine).join(', ')}]`;
  return repr(value);
}

function sortedPairs(dict: JinjaDict): [JinjaValue, JinjaValue][] {
  return [...dict].sort(([a], [b]) => {
    try {
      return compare(a, b);
    } catch {
      return 0;
    }
  });
}

const http =
  /^((https?:\/\/|www\.)(([\w%-]+\.)+)?([a-z]{2,63}|xn--[\w%]{2,59})|([\w%-]{2,63}\.)+(com|net|int|edu|gov|org|info|mil)|(https?:\/\/)((([\d]{1,3})(\.[\d]{1,3}){3})|(\[([\da-f]{0,4}:){2}([\da-f]{0,4}:?){1,6}\])))(?::[\d]{1,5})?(?:[/?#]\S*)?$/iu;
const email = /^\S+@\w[\w.-]*\.\w+$/u;

/** Jinja's filter that makes links of addresses. */
const urlizeFilters: FilterTable = {
  urlize: [['trim_url_limit?', 'nofollow?', 'target?', 'rel?', 'extra_schemes?'], urlize],
};

function urlize(value: JinjaValue, args: CallArguments): JinjaValue {
  const relations = new Set(args.get('rel') === null ? [] : str(args.get('rel')).split(/\s+/).filter(Boolean));
  if (args.flag('nofollow')) relations.add('nofollow');
  relations.add('noopener');
  const schemes = args.get('extra_schemes') === null ? [] : iterate(args.get('extra_schemes')).map(str);
  for (const scheme of schemes)
    if (!/^[\w.+-]{2,}:\/{0,2}$/.test(scheme))
      throw new JinjaError('FilterArgumentError', `'${scheme}' is not a valid URI scheme prefix.`);
  const rel = ` rel="${escapeHtml([...relations].sort().join(' '))}"`;
  const target = args.get('target') === null ? '' : ` target="${escapeHtml(str(args.get('target')))}"`;
  const limit = args.get('trim_url_limit') === null ? undefined : args.int('trim_url_limit', 0);
  const trim = (text: string) => (limit !== undefined && text.length > limit ? `${text.slice(0, limit)}...` : text);
  const link = (href: string, text: string) => `<a href="${href}"${rel}${target}>${text}</a>`;
  return escapeUnlessMarkup(value)
    .split(/(\s+)/u)
    .map(word => {
      const { head, middle, tail } = wordParts(word);
      let linked = middle;
      if (http.test(middle)) linked = link(/^https?:\/\//.test(middle) ? middle : `https://${middle}`, trim(middle));
      else if (middle.startsWith('mailto:') && email.test(middle.slice(7)))
        linked = `<a href="${middle}">${middle.slice(7)}</a>`;
      else if (!/^(?:www\.|@)|:/.test(middle) && middle.includes('@') && email.test(middle))
        linked = `<a href="mailto:${middle}">${middle}</a>`;
      else if (schemes.some(scheme => middle !== scheme && middle.startsWith(scheme))) linked = link(middle, middle);
      return head + linked + tail;
    })
    .join('');
}

/** A filter: the value, then the arguments as they are written. */
export type Filter = (
  value: JinjaValue,
  args: readonly JinjaValue[],
  keywords: Keywords,
  context: Context,
) => JinjaValue;

const tables: FilterTable = { ...textFilters, ...listFilters, ...valueFilters, ...urlizeFilters };

const filters: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ...Object.entries(tables).map(([name, [parameters, run]]): [string, Filter] => [
    name,
    (value, args, keywords, context) => run(value, bindArguments(name, parameters, args, keywords), context),
  ]),
  ['format', formatFilter],
  ['map', mapFilter],
  ...(['select', 'reject', 'selectattr', 'rejectattr'] as const).map((name): [string, Filter] => [
    name,
    (value, args, keywords, context) =>
      selectFilter(value, args, keywords, context, {
        byAttribute: name.endsWith('attr'),
        keeps: name.startsWith('select'),
      }),
  ]),
]);

/** The names of Jinja's filters. */
export function filterNames(): readonly string[] {
  return [...filters.keys()];
}

/** Jinja's filter of that name; `undefined`: there is none. */
export function filterNamed(name: string): Filter | undefined {
  return filters.get(name);
}

/** A word, and what stands around it. */
interface WordParts {
  readonly head: string;
  readonly middle: string;
  readonly tail: string;
}

/** `urlize`'s view of a word: brackets and punctuation around it are apart, brackets of its own kept in balance. Linear. */
function wordParts(word: string): WordParts {
  const head = /^(?:[(<]|&lt;)+/.exec(word)?.[0] ?? '';
  let middle = word.slice(head.length);
  let end = middle.length;
  for (let length = closingLength(middle, end); length > 0; length = closingLength(middle, end)) end -= length;
  let tail = middle.slice(end);
  middle = middle.slice(0, end);
  for (const [open, close] of [
    ['(', ')'],
    ['<', '>'],
    ['&lt;', '&gt;'],
  ] as const) {
    const opened = middle.split(open).length - 1;
    if (opened <= middle.split(close).length - 1) continue;
    for (let i = Math.min(opened, tail.split(close).length - 1); i > 0; i--) {
      const end = tail.indexOf(close) + close.length;
      middle += tail.slice(0, end);
      tail = tail.slice(end);
    }
  }
  return { head, middle, tail };
}

/** How long the bracket or sign is that a word ends with in front of `end`; 0: it ends with something else. */
function closingLength(word: string, end: number): number {
  if (word.endsWith('&gt;', end)) return 4;
  return end > 0 && /[)>.,\n]/.test(word.charAt(end - 1)) ? 1 : 0;
}
