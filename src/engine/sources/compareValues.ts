import { compareBy, equals } from '../python/index.ts';
import { plainOf, unknownOf, wrapped } from './knownValues.ts';
import type { Run } from './sourceRun.ts';
import { callSpecial } from './specialMethods.ts';
import { unknownIn } from './unknownIn.ts';
import { as, Class, External, Instance, PySet, Unreadable, type Value } from './values.ts';

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
export function compareValues(sign: string, left: Value, right: Value, run: Run): Value {
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
  if (sign === 'in' || sign === 'not in') {
    const own = callSpecial(b, '__contains__', [a], run);
    if (typeof own === 'boolean') return own === (sign === 'in');
  }
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
