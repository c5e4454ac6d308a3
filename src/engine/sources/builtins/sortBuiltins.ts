import { compare, equals } from '../../python/index.ts';
import { plainOf, truthOf } from '../knownValues.ts';
import { as, PySet, Unreadable, type Value } from '../values.ts';
import { type BuiltinCall, itemsOf, known, positional } from './builtinCall.ts';

/** `sorted(…)` */
export function sorted({ args: [value = null], named, node, run }: BuiltinCall): Value {
  const items = [...itemsOf(value, run)];
  const key = named.get('key') ?? null;
  // Items of a set that are equal by a key stand in no order that is known.
  const keys = items.map(item =>
    key === null ? plainOf(item) : plainOf(known(run.call(key, positional([item], node), node))),
  );
  const order = items.map((_, i) => i).sort((a, b) => compare(keys[a]!, keys[b]!));
  if (as(value, PySet) && key !== null && order.some((at, i) => i > 0 && equals(keys[at]!, keys[order[i - 1]!]!)))
    throw new Unreadable('The order of a set is known only when the program runs.');
  const isReverse = truthOf(named.get('reverse') ?? false);
  if (isReverse) order.sort((a, b) => compare(keys[b]!, keys[a]!));
  return order.map(at => items[at]!);
}

/** `min(…)` where the sign is -1, `max(…)` where it is 1. */
export function extreme({ args, named, node, run }: BuiltinCall, sign: number): Value {
  if (named.has('default') && args.length === 1 && run.items(args[0]!).length === 0) return named.get('default')!;
  const given = args.length === 1 ? itemsOf(args[0]!, run) : args;
  const items = [...given];
  const key = named.get('key') ?? null;
  if (key !== null && as(args[0] ?? null, PySet))
    throw new Unreadable('The order of a set is known only when the program runs.');
  const keyOfItem = (item: Value) =>
    plainOf(key === null ? item : known(run.call(key, positional([item], node), node)));
  const [first, ...rest] = items;
  if (first === undefined) throw new Unreadable('ValueError: an empty sequence');
  return rest.reduce((best, item) => (compare(keyOfItem(item), keyOfItem(best)) * sign > 0 ? item : best), first);
}
