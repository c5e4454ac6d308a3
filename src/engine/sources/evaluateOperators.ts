import { childrenOf, type PyNode } from '../code/python/read/syntax.ts';
import { integerOf } from '../python/jinja/jinjaNumbers.ts';
import { binary, compareBy, equals, unary } from '../python/jinja/jinjaOperators.ts';
import { isDict, isList, type JinjaValue, PyTuple, truth } from '../python/jinja/value.ts';
import type { Environment } from './environment.ts';
import type { Run } from './sourceRun.ts';
import {
  as,
  Class,
  External,
  Instance,
  Member,
  type Placed,
  PySet,
  Unknown,
  Unreadable,
  unknownIn,
  type Value,
  wrap,
} from './values.ts';

/** A part of an expression with operators: an operator, or an operand. */
type Token = string | PyNode;

const binding: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  ...Object.fromEntries(['in', 'not in', 'is', 'is not', '<', '>', '<=', '>=', '==', '!='].map(sign => [sign, 4])),
  '|': 5,
  '^': 6,
  '&': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '//': 10,
  '%': 10,
  '@': 10,
  '**': 12,
};
const [notBinding, comparison, signBinding] = [3, 4, 11];
const arithmetic = new Map([
  ['+', 'add'],
  ['-', 'sub'],
  ['*', 'mul'],
  ['/', 'div'],
  ['//', 'floordiv'],
  ['%', 'mod'],
  ['**', 'pow'],
] as const);
const comparisons: ReadonlyMap<string, 'eq' | 'ne' | 'lt' | 'lteq' | 'gt' | 'gteq' | 'in' | 'notin'> = new Map([
  ['==', 'eq'],
  ['!=', 'ne'],
  ['<', 'lt'],
  ['<=', 'lteq'],
  ['>', 'gt'],
  ['>=', 'gteq'],
  ['in', 'in'],
  ['not in', 'notin'],
] as const);

/** What an expression with operators gives. The tree does not have Python's precedence of `not` and `await`, so that it is found here. */
export function evaluateOperators(node: PyNode, names: Environment, run: Run): Placed {
  return new Operation(tokensOf(node, run.program.text), names, run).read(node);
}

const nested = new Set(['BinaryExpression', 'UnaryExpression', 'AwaitExpression']);

/** The tokens of an expression, in the order of the text. Not recursive: a sum may have thousands of terms. */
function tokensOf(node: PyNode, text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pending: PyNode[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (nested.has(next.name)) pending.push(...childrenOf(next).toReversed());
    else if (/^(?:ArithOp|BitOp|CompareOp|and|or|not|in|is|await)$/.test(next.name)) {
      const sign = text.slice(next.from, next.to).trim();
      const before = tokens.at(-1);
      if (before === 'is' && sign === 'not') tokens.splice(-1, 1, 'is not');
      else if (before === 'not' && sign === 'in') tokens.splice(-1, 1, 'not in');
      else tokens.push(sign);
    } else tokens.push(next);
  }
  return tokens;
}

class Operation {
  readonly #tokens: readonly Token[];
  readonly #names: Environment;
  readonly #run: Run;
  #at = 0;

  constructor(tokens: readonly Token[], names: Environment, run: Run) {
    this.#tokens = tokens;
    this.#names = names;
    this.#run = run;
  }

  read(node: PyNode): Placed {
    const value = this.#expression(0);
    return { value, at: { start: node.from, end: node.to } };
  }

  #expression(least: number): Value {
    let left = this.#operand();
    for (;;) {
      const sign = this.#tokens[this.#at];
      const level = typeof sign === 'string' ? binding[sign] : undefined;
      if (typeof sign !== 'string' || level === undefined || level < least || (level === least && least > 0))
        return left;
      this.#at++;
      if (sign === 'and' || sign === 'or') left = this.#junction(sign, left, level);
      else if (level === comparison) left = this.#comparisons(sign, left);
      else left = operate(sign, left, this.#expression(sign === '**' ? signBinding - 0.5 : level), this.#run);
    }
  }

  #operand(): Value {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new Unreadable('Not valid Python.');
    if (typeof token !== 'string') return this.#run.evaluate(token, this.#names).value;
    if (token === 'await') return this.#expression(signBinding + 1);
    if (token === 'not') {
      const value = this.#expression(notBinding);
      return unknownOf(value) ?? !truthOf(value);
    }
    const value = this.#expression(signBinding);
    const hole = unknownOf(value);
    if (hole) return hole;
    if (token !== '-' && token !== '+') throw new Unreadable(`\`${token}\` is not read.`);
    return unary(token === '-' ? 'neg' : 'pos', value);
  }

  /** The right side is read only where Python would. */
  #junction(sign: 'and' | 'or', left: Value, level: number): Value {
    const hole = unknownOf(left) ?? undecided(left);
    if (hole) {
      this.#run.journal.branch(as(hole, Unknown)!, [() => void this.#expression(level)]);
      return hole;
    }
    const isTrue = truthOf(left);
    if (isTrue === (sign === 'and')) return this.#expression(level);
    this.#skip(level);
    return left;
  }

  /** Passes over an operand that Python does not look at. */
  #skip(level: number): void {
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at];
      if (typeof token === 'string' && token !== 'not' && (binding[token] ?? Infinity) <= level) return;
    }
  }

  /** `a < b <= c` is `a < b and b <= c`. */
  #comparisons(first: string, given: Value): Value {
    let left = given;
    let result: Value = true;
    for (let sign: string | undefined = first; sign !== undefined; ) {
      const right = this.#expression(comparison);
      const made = compareValues(sign, left, right, this.#run);
      if (result === true) result = made;
      left = right;
      const next: Token | undefined = this.#tokens[this.#at];
      sign = typeof next === 'string' && binding[next] === comparison ? next : undefined;
      if (sign !== undefined) this.#at++;
    }
    return result;
  }
}

/** The unknown that a value is. */
export function unknownOf(value: Value): Value | undefined {
  const own = as(value, Unknown);
  return own ? value : undefined;
}

/** What nobody knows the truth of: something of another package. */
function undecided(value: Value): Value | undefined {
  return as(value, External)
    ? wrap(new Unknown('This is known only when the program runs.', { start: 0, end: 0 }))
    : undefined;
}

/** Python's `bool(value)`. Throws `Unreadable` where an object of the program decides. */
export function truthOf(value: Value): boolean {
  const set = as(value, PySet);
  if (set) return set.items.size > 0;
  const member = as(value, Member);
  if (member) return member.isMixed ? truth(member.value.value) : true;
  if (as(value, External) || as(value, Unknown)) throw new Unreadable('This is known only when the program runs.');
  if (as(value, Instance)) throw new Unreadable('Whether an object counts as true is not read.');
  return truth(value);
}

function compareValues(sign: string, left: Value, right: Value, run: Run): Value {
  const isIdentity = sign === 'is' || sign === 'is not';
  const hole =
    (isIdentity ? unknownOf(left) : wrapped(unknownIn(left))) ??
    (isIdentity ? unknownOf(right) : wrapped(unknownIn(right)));
  if (hole) return hole;
  if (isIdentity) {
    if (right === null || left === null || typeof right === 'boolean')
      return (left === right && !as(left, External)) === (sign === 'is');
    throw new Unreadable('Whether two names are one object is not read.');
  }
  const [a, b] = [plainOf(left), plainOf(right)];
  const set = as(b, PySet);
  if ((sign === 'in' || sign === 'not in') && set)
    return [...set.items.values()].some(item => equals(item, a)) === (sign === 'in');
  if (as(a, PySet) || set) return setComparison(sign, as(a, PySet), set);
  if (as(a, Class) || as(b, Class) || isData(a) === false || isData(b) === false)
    throw new Unreadable('How these objects compare is not read.');
  return compareBy(comparisons.get(sign)!, a, b, run.context);
}

function isData(value: Value): boolean {
  return as(value, Instance) === undefined && as(value, External) === undefined;
}

function setComparison(sign: string, a: PySet | undefined, b: PySet | undefined): boolean {
  if (!a || !b) {
    if (sign === '==' || sign === '!=') return sign === '!=';
    throw new Unreadable('How these compare is not read.');
  }
  const isBelow = (one: PySet, other: PySet) => [...one.items.keys()].every(key => other.items.has(key));
  const isEqual = a.items.size === b.items.size && isBelow(a, b);
  if (sign === '==' || sign === '!=') return isEqual === (sign === '==');
  const [small, large] = sign.startsWith('<') ? [a, b] : [b, a];
  return isBelow(small, large) && (sign.endsWith('=') || !isEqual);
}

/** A member of an enum that is a text or number as well, as that. */
export function plainOf(value: Value): Value {
  const member = as(value, Member);
  return member?.isMixed ? member.value.value : value;
}

/** Python's `left sign right`. Throws Python's exceptions, and `Unreadable`. */
export function operate(sign: string, left: Value, right: Value, run: Run): Value {
  const isWhole = sign === '%' || sign === '*';
  const hole = isWhole
    ? (wrapped(unknownIn(left)) ?? wrapped(unknownIn(right)))
    : (unknownOf(left) ?? unknownOf(right));
  if (hole) return hole;
  const [a, b] = [as(left, PySet), as(right, PySet)];
  if (a && b) return setOperation(sign, a, b);
  if (sign === '|' && isDict(left) && isDict(right)) return union(left, right, run);
  const operator = arithmetic.get(sign as never);
  if (!operator) throw new Unreadable(`\`${sign}\` is not read between these.`);
  if (sign === '%' && typeof left === 'string') {
    forbidObjects(right);
    if (/%[^a-zA-Z%]*(?:\d{4}|\*)/.test(left)) throw new Unreadable('This width is too large to be read.');
  }
  if (sign === '*') payForTimes(left, right, run);
  if (sign === '**' && Number(integerOf(right) ?? 0) > 10_000)
    throw new Unreadable('This number is too large to be read.');
  const made = binary(operator, plainOf(left), plainOf(right), run.context);
  if (isList(made) && isList(left) && isList(right)) copyPlaces(made, [left, right], run);
  return made;
}

/** What `%` and `format` print of objects is theirs to say. */
function forbidObjects(value: Value): void {
  const items = value instanceof PyTuple ? value.items : isDict(value) ? [...value.values()] : [value];
  for (const item of items)
    if (as(item, Instance) || as(item, Member) || as(item, PySet))
      throw new Unreadable('What this object prints is not read.');
}

function payForTimes(left: Value, right: Value, run: Run): void {
  const [count, other] = [integerOf(left) ?? integerOf(right), typeof left === 'number' ? right : left];
  const size =
    typeof other === 'string'
      ? other.length
      : isList(other)
        ? other.length
        : other instanceof PyTuple
          ? other.items.length
          : 0;
  run.spend(Math.max(0, count ?? 0) * size);
}

function union(left: JinjaValue & object, right: JinjaValue & object, run: Run): Value {
  const made = new Map([...(left as ReadonlyMap<Value, Value>), ...(right as ReadonlyMap<Value, Value>)]);
  run.spend(made.size);
  const places = new Map([...(run.places.get(left) ?? []), ...(run.places.get(right) ?? [])]);
  run.places.set(made, places);
  return made;
}

function copyPlaces(made: object, parts: readonly (readonly Value[])[], run: Run): void {
  const places = new Map<Value, { start: number; end: number }>();
  let offset = 0;
  for (const part of parts) {
    for (const [index, span] of run.places.get(part) ?? []) places.set(Number(index) + offset, span);
    offset += part.length;
  }
  run.places.set(made, places);
}

function setOperation(sign: string, a: PySet, b: PySet): Value {
  const [left, right] = [[...a.items], b.items];
  if (sign === '|') return wrap(new PySet(new Map([...left, ...right])));
  if (sign === '&') return wrap(new PySet(new Map(left.filter(([key]) => right.has(key)))));
  if (sign === '-') return wrap(new PySet(new Map(left.filter(([key]) => !right.has(key)))));
  if (sign === '^')
    return wrap(
      new PySet(
        new Map([...left.filter(([key]) => !right.has(key)), ...[...right].filter(([key]) => !a.items.has(key))]),
      ),
    );
  throw new Unreadable(`\`${sign}\` is not read between sets.`);
}

function wrapped(found: Unknown | undefined): Value | undefined {
  return found && wrap(found);
}
