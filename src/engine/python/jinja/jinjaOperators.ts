import { compare, contains, equals } from './compare.ts';
import { printf } from './formatNumber.ts';
import type { Context } from './jinjaContext.ts';
import { JinjaError } from './jinjaError.ts';
import { calculate, integerOf, numberOf, numericOf } from './jinjaNumbers.ts';
import type { BinaryOperator, Comparison } from './node.ts';
import {
  isDict,
  isList,
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
