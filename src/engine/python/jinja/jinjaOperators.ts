import { compareCodePoints } from '../codePoints.ts';
import type { Context } from './arguments.ts';
import { printf } from './formatValues.ts';
import { JinjaError } from './jinjaError.ts';
import { calculate, integerOf, numberOf, numericOf } from './jinjaNumbers.ts';
import type { BinaryOperator, Comparison } from './node.ts';
import {
  isDict,
  isList,
  iterate,
  type JinjaDict,
  type JinjaValue,
  Markup,
  PySequence,
  PyTuple,
  repr,
  str,
  textOf,
  typeName,
  Undefined,
} from './value.ts';

const signs: Readonly<Record<BinaryOperator, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  floordiv: '//',
  mod: '%',
  pow: '** or pow()',
};

const comparisonSigns: Readonly<Record<string, string>> = { lt: '<', lteq: '<=', gt: '>', gteq: '>=' };

/** Python's `left operator right`. Raises `UndefinedError` for what is undefined, and what Python raises. */
export function binary(operator: BinaryOperator, left: JinjaValue, right: JinjaValue, context: Context): JinjaValue {
  const text = textOf(left);
  if (operator === 'mod' && text !== undefined) return formatted(left, text, right, context);
  if (left instanceof Undefined) left.fail();
  if (right instanceof Undefined) right.fail();
  const [a, b] = [numericOf(left), numericOf(right)];
  if (a !== undefined && b !== undefined) return calculate(operator, a, b);
  const made =
    operator === 'add' ? plus(left, right, context) : operator === 'mul' ? times(left, right, context) : undefined;
  if (made !== undefined) return made;
  const unsupported = `unsupported operand type(s) for ${signs[operator]}: '${typeName(left)}' and '${typeName(right)}'`;
  const own = operator === 'add' ? cannotAdd(left, right) : operator === 'mul' ? cannotRepeat(left, right) : undefined;
  throw new JinjaError('TypeError', own ?? unsupported);
}

function plus(left: JinjaValue, right: JinjaValue, context: Context): JinjaValue | undefined {
  const [text, other] = [textOf(left), textOf(right)];
  if (text !== undefined && other !== undefined) {
    context.spend((text.length + other.length) >> 4);
    if (!(left instanceof Markup || right instanceof Markup)) return text + other;
    return new Markup(escapeUnlessMarkup(left) + escapeUnlessMarkup(right));
  }
  if (isList(left) && isList(right)) {
    context.spend(left.length + right.length);
    return [...left, ...right];
  }
  if (left instanceof PyTuple && right instanceof PyTuple) return new PyTuple([...left.items, ...right.items]);
  return undefined;
}

function cannotAdd(left: JinjaValue, right: JinjaValue): string | undefined {
  const kind =
    textOf(left) !== undefined ? 'str' : isList(left) ? 'list' : left instanceof PyTuple ? 'tuple' : undefined;
  return kind && `can only concatenate ${kind} (not "${typeName(right)}") to ${kind}`;
}

function cannotRepeat(left: JinjaValue, right: JinjaValue): string | undefined {
  const repeats = (value: JinjaValue) =>
    textOf(value) !== undefined ||
    isList(value) ||
    value instanceof PyTuple ||
    (value instanceof PySequence && value.type === 'bytes');
  const by = repeats(left) ? right : repeats(right) ? left : undefined;
  return by === undefined ? undefined : `can't multiply sequence by non-int of type '${typeName(by)}'`;
}

function times(left: JinjaValue, right: JinjaValue, context: Context): JinjaValue | undefined {
  const leftCount = integerOf(left);
  const [sequence, count] = leftCount === undefined ? [left, integerOf(right)] : [right, leftCount];
  const text = textOf(sequence);
  const size = text !== undefined ? text.length : isList(sequence) ? sequence.length : 1;
  if (count === undefined) return undefined;
  const repeats = Math.max(0, count);
  context.spend(size * repeats);
  if (text !== undefined) return sequence instanceof Markup ? new Markup(text.repeat(repeats)) : text.repeat(repeats);
  if (isList(sequence)) return Array.from({ length: repeats }, () => sequence).flat();
  if (sequence instanceof PyTuple) return new PyTuple(Array.from({ length: repeats }, () => sequence.items).flat());
  return undefined;
}

function formatted(left: JinjaValue, text: string, right: JinjaValue, context: Context): JinjaValue {
  context.spend(text.length >> 4);
  const items = right instanceof PyTuple ? right.items : [right];
  const get = (key: string) => {
    const found = isDict(right) ? right.get(key) : undefined;
    if (!isDict(right)) throw new JinjaError('TypeError', 'format requires a mapping');
    if (found === undefined) throw new JinjaError('KeyError', repr(key));
    return found;
  };
  const made = printf(
    text,
    isDict(right)
      ? ''
      : right instanceof PyTuple
        ? null
        : right instanceof Markup || typeof right === 'string'
          ? null
          : right,
    items,
    get,
  );
  return left instanceof Markup ? new Markup(made) : made;
}

/** Python's `left <comparison> right`. Raises like {@link binary}. */
export function compareBy(comparison: Comparison, left: JinjaValue, right: JinjaValue, context: Context): boolean {
  const text = textOf(left);
  if (text !== undefined) context.spend(text.length >> 6);
  switch (comparison) {
    case 'eq':
      return equals(left, right);
    case 'ne':
      return !equals(left, right);
    case 'in':
    case 'notin':
      return contains(right, left) === (comparison === 'in');
  }
  const order = compare(left, right, comparisonSigns[comparison]);
  if (comparison === 'lt') return order < 0;
  if (comparison === 'lteq') return order <= 0;
  return comparison === 'gt' ? order > 0 : order >= 0;
}

/** Python's `-value` and `+value`. Raises like {@link binary}. */
export function unary(sign: 'neg' | 'pos', value: JinjaValue): JinjaValue {
  if (value instanceof Undefined) value.fail();
  const number = numericOf(value);
  if (number === undefined)
    throw new JinjaError('TypeError', `bad operand type for unary ${sign === 'neg' ? '-' : '+'}: '${typeName(value)}'`);
  return numberOf(sign === 'neg' ? -number : number);
}

/** markupsafe's `escape(value)`, as text. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('>', '&gt;')
    .replaceAll('<', '&lt;')
    .replaceAll("'", '&#39;')
    .replaceAll('"', '&#34;');
}

/** The text of a `Markup`, anything else escaped. Raises for a strict undefined. */
export function escapeUnlessMarkup(value: JinjaValue): string {
  return value instanceof Markup ? value.text : escapeHtml(str(value));
}

/** Python's `a == b`. Raises for a strict undefined. */
export function equals(a: JinjaValue, b: JinjaValue): boolean {
  if (a instanceof Undefined || b instanceof Undefined) {
    const undefinedOne = a instanceof Undefined ? a : (b as Undefined);
    if (undefinedOne.isStrict) undefinedOne.fail();
    return a instanceof Undefined && b instanceof Undefined;
  }
  const text = textOf(a);
  if (text !== undefined) return text === textOf(b);
  const left = numericOf(a);
  if (left !== undefined) {
    const right = numericOf(b);
    // biome-ignore lint/suspicious/noDoubleEquals: number and bigint are one kind of number here
    return right !== undefined && left == right;
  }
  if (a instanceof PyTuple) return b instanceof PyTuple && sameItems(a.items, b.items);
  if (isList(a)) return isList(b) && sameItems(a, b);
  if (a instanceof PySequence && !a.isGenerator)
    return b instanceof PySequence && !b.isGenerator && a.type === b.type && sameItems(a.take(), b.take());
  if (!isDict(a)) return a === b;
  if (!isDict(b) || a.size !== b.size) return false;
  return [...a].every(([key, item]) => {
    const other = dictGet(b, key);
    return other !== undefined && equals(item, other);
  });
}

function sameItems(a: readonly JinjaValue[], b: readonly JinjaValue[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i] || equals(item, b[i] ?? null));
}

/** Python's `a < b` as a number: negative, zero or positive; `NaN` where floats cannot be ordered. Raises Python's `TypeError` for types that cannot. */
export function compare(a: JinjaValue, b: JinjaValue, sign = '<'): number {
  if (a instanceof Undefined) a.fail();
  if (b instanceof Undefined) b.fail();
  const [text, otherText] = [textOf(a), textOf(b)];
  if (text !== undefined && otherText !== undefined) return compareCodePoints(text, otherText);
  const [left, right] = [numericOf(a), numericOf(b)];
  if (left !== undefined && right !== undefined)
    // biome-ignore lint/suspicious/noDoubleEquals: number and bigint are one kind of number here
    return left < right ? -1 : left > right ? 1 : left == right ? 0 : Number.NaN;
  const [items, others] = [ordered(a), ordered(b)];
  if (items && others && typeName(a) === typeName(b)) {
    for (const [i, item] of items.entries()) {
      const other = others[i];
      if (other === undefined) return 1;
      if (!equals(item, other)) return compare(item, other, sign);
    }
    return items.length - others.length;
  }
  throw new JinjaError(
    'TypeError',
    `'${sign}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`,
  );
}

function ordered(value: JinjaValue): readonly JinjaValue[] | undefined {
  return value instanceof PyTuple ? value.items : isList(value) ? value : undefined;
}

/** `item in container`. Raises for a strict undefined, and Python's `TypeError` where Python does. */
export function contains(container: JinjaValue, item: JinjaValue): boolean {
  if (container instanceof Undefined) return container.isStrict ? container.fail() : false;
  const text = textOf(container);
  if (text !== undefined) {
    const part = textOf(item);
    if (part !== undefined) return text.includes(part);
    throw new JinjaError('TypeError', `'in <string>' requires string as left operand, not ${typeName(item)}`);
  }
  if (isDict(container)) return dictGet(container, item) !== undefined;
  const items = iterateFor(container);
  return items.some(member => member === item || equals(member, item));
}

function iterateFor(container: JinjaValue): readonly JinjaValue[] {
  if (isList(container) || container instanceof PyTuple || container instanceof PySequence) return iterate(container);
  throw new JinjaError('TypeError', `argument of type '${typeName(container)}' is not iterable`);
}

/** The value of a key: equal numbers are one key. Raises Python's `TypeError` for a key that cannot be hashed. */
export function dictGet(dict: JinjaDict, key: JinjaValue): JinjaValue | undefined {
  return dict.get(keyOf(dict, key));
}

/** The key under which a dict has, or would have, a key equal to this one. Linear for keys that are not text, which only literals of a template have. */
export function keyOf(dict: JinjaDict, key: JinjaValue): JinjaValue {
  if (typeof key === 'string') return key;
  if (key instanceof Undefined && key.isStrict) key.fail();
  const text = textOf(key);
  if (text !== undefined) return text;
  if (isList(key) || isDict(key)) throw new JinjaError('TypeError', `unhashable type: '${typeName(key)}'`);
  for (const member of dict.keys())
    if (typeof member !== 'string' && (member === key || equals(member, key))) return member;
  return key;
}
