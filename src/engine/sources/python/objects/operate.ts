import {
  binary,
  type Context,
  getAttribute,
  getItem,
  integerOf,
  isDict,
  isList,
  type JinjaValue,
  PyTuple,
} from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { plainOf, unknownIn, unknownOf, wrapped } from '../values/knownValues.ts';
import { DefaultDict, PySet } from '../values/libraryValues.ts';
import { as, Instance, Member, Unreadable, type Value, wrap } from '../values/values.ts';
import { callSpecial, holdsDefaultDict } from './specialMethods.ts';

const arithmetic = new Map([
  ['+', 'add'],
  ['-', 'sub'],
  ['*', 'mul'],
  ['/', 'div'],
  ['//', 'floordiv'],
  ['%', 'mod'],
  ['**', 'pow'],
] as const);

/** The method that an operator calls. */
function specialOf(sign: string): string | undefined {
  const name = sign === '/' ? 'truediv' : (arithmetic.get(sign as never) ?? { '|': 'or', '&': 'and' }[sign]);
  return name && `__${name}__`;
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
  if (left instanceof DefaultDict || right instanceof DefaultDict)
    throw new Unreadable('What operators make of these dicts is not read.');
  if (sign === '|' && isDict(left) && isDict(right)) return union(left, right, run);
  const own = as(left, Instance) && specialOf(sign) ? callSpecial(left, specialOf(sign)!, [right], run) : undefined;
  if (own !== undefined) return own;
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
    if (as(item, Instance) || as(item, Member) || as(item, PySet) || holdsDefaultDict(item))
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

/** What Python's own operations need of a program that is read. */
export function contextOf(run: Pick<Run, 'attribute' | 'program' | 'spend'>): Context {
  const context: Context = {
    isStrict: true,
    spend: cost => run.spend(cost),
    attribute: (object, name) =>
      run.attribute({ value: object, at: { start: 0, end: 0 } }, name, run.program.tree.topNode).value,
    item: (object, key) => getItem(object, key, context),
    filter: () => getAttribute(null, '', context),
    test: () => false,
    has: () => false,
  };
  return context;
}
