import { childrenOf, type PyNode } from '../../../code/python/read/syntax.ts';
import { compareBy, equals, isDict, isList, PySequence, PyTuple, unary } from '../../../python/index.ts';
import { operate } from '../objects/operate.ts';
import { callSpecial, takenUntil } from '../objects/specialMethods.ts';
import type { Run } from '../run/sourceRun.ts';
import { isEnum } from '../values/classLines.ts';
import type { Environment } from '../values/environment.ts';
import { plainOf, truthOf, unknownIn, unknownOf, wrapped } from '../values/knownValues.ts';
import { PySet } from '../values/libraryValues.ts';
import {
  as,
  Class,
  External,
  Instance,
  Member,
  type Placed,
  Unknown,
  Unreadable,
  type Value,
  wrap,
} from '../values/values.ts';

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
      const holds = [left];
      const reason = as(hole, Unknown)!;
      this.#run.journal.branch(reason, [() => void holds.push(this.#expression(level))]);
      return wrap(reason.with(holds));
    }
    const isTrue = truthOf(left);
    this.#run.decide();
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
  #comparisons(first: string, start: Value): Value {
    let left = start;
    let result: Value = true;
    for (let sign: string | undefined = first; sign !== undefined; ) {
      // Python looks no further than the first that does not hold.
      if (result === false) {
        this.#skip(comparison - 1);
        return result;
      }
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

/** What nobody knows the truth of: something of another package. */
function undecided(value: Value): Value | undefined {
  return as(value, External)
    ? wrap(new Unknown('This is known only when the program runs.', { start: 0, end: 0 }))
    : undefined;
}

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

/** Python's comparison of two values. Throws Python's exceptions, and `Unreadable`. */
function compareValues(sign: string, left: Value, right: Value, run: Run): Value {
  const isIdentity = sign === 'is' || sign === 'is not';
  const hole =
    (isIdentity ? unknownOf(left) : wrapped(unknownIn(left))) ??
    (isIdentity ? unknownOf(right) : wrapped(unknownIn(right)));
  if (hole) return hole;
  if (isIdentity) {
    if (right === null || left === null || typeof right === 'boolean')
      return (left === right && !as(left, External)) === (sign === 'is');
    if (isMutable(left) && isMutable(right)) return (left === right) === (sign === 'is');
    const [one, other] = [as(left, Member), as(right, Member)];
    if (one && other) return (one === other) === (sign === 'is');
    throw new Unreadable('Whether two names are one object is not read.');
  }
  const [a, b] = [plainOf(left), plainOf(right)];
  const [one, other] = [as(a, Member), as(b, Member)];
  if (one && other && /^[!=]=$/.test(sign)) return (one === other) === (sign === '==');
  const set = as(b, PySet);
  if ((sign === 'in' || sign === 'not in') && set)
    return [...set.items.values()].some(item => equals(item, a)) === (sign === 'in');
  if (as(a, PySet) || set) return setComparison(sign, as(a, PySet), set);
  if (sign === 'in' || sign === 'not in') {
    const of = as(b, Class);
    const member = as(left, Member);
    if (of && member && isEnum(of)) return (member.of === of) === (sign === 'in');
    const own = callSpecial(b, '__contains__', [a], run);
    if (typeof own === 'boolean') return own === (sign === 'in');
    const items = isList(b)
      ? b
      : b instanceof PyTuple
        ? b.items
        : b instanceof PySequence && !b.isGenerator
          ? b.take()
          : undefined;
    if (items ? items.some(isObject) || isObject(a) : isObject(a) && b instanceof PySequence) {
      const isIt = (item: Value) => compareValues('==', item, a, run) === true;
      const found = items?.some(isIt) ?? (b instanceof PySequence && takenUntil(b, isIt, run));
      return found === (sign === 'in');
    }
    if (b instanceof PySequence && b.isGenerator)
      return takenUntil(b, item => equals(item, a), run) === (sign === 'in');
  }
  if (as(a, Class) || as(b, Class) || isData(a) === false || isData(b) === false)
    throw new Unreadable('How these objects compare is not read.');
  return compareBy(comparisons.get(sign)!, a, b, run.context);
}

/** What is another object each time that it is made. */
function isMutable(value: Value): boolean {
  return isList(value) || isDict(value) || as(value, Instance) !== undefined;
}

function isObject(value: Value): boolean {
  return as(value, Member) !== undefined || as(value, Instance) !== undefined;
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
