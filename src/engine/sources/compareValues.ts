import { compareBy, equals, isDict, isList, PySequence, PyTuple } from '../python/index.ts';
import { plainOf, unknownOf, wrapped } from './knownValues.ts';
import type { Run } from './sourceRun.ts';
import { callSpecial } from './specialMethods.ts';
import { takenUntil } from './takenUntil.ts';
import { unknownIn } from './unknownIn.ts';
import { as, Class, External, Instance, Member, PySet, Unreadable, type Value } from './values.ts';

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
