import type { SyntaxNode } from '@lezer/common';
import { type Arguments, notRead, type ScriptRun } from '../values/scriptRun.ts';
import { unknownIn } from '../values/scriptTexts.ts';
import { Arr, Collection, Fn, Unknown, type Value } from '../values/scriptValues.ts';

/** `new Map(…)` and `new Set(…)`: an unknown where their items are unknown. */
export function collectionOf(
  kind: Collection['kind'],
  { values: [source], spread }: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const made = new Collection(kind, run.region, []);
  if (source === undefined || source === null) return spread ?? made;
  const items =
    typeof source === 'string' ? [...source] : source instanceof Arr && !source.hole ? source.items : undefined;
  const hole = unknownIn([source]) ?? (source instanceof Arr ? source.hole : undefined);
  if (!items || items.length > 2000) return hole ?? run.unknown(node, `What this ${kind} holds is not read.`);
  for (const item of items) {
    const [key, value] = kind === 'Set' ? [item, item] : item instanceof Arr && !item.hole ? item.items : [];
    if (kind === 'Map' && !(item instanceof Arr && !item.hole))
      return unknownIn([item]) ?? run.unknown(node, 'What this Map holds is not read.');
    const open = unknownIn([key]);
    if (open) return open.with(items);
    put(made, key, value, run);
  }
  return made;
}

function isSame(one: Value, other: Value): boolean {
  return one === other || (Number.isNaN(one) && Number.isNaN(other));
}

function indexOf({ kind, items }: Collection, key: Value): number {
  return items.findIndex(item => isSame(kind === 'Set' ? item : (item as Arr).items[0], key));
}

function put(of: Collection, key: Value, value: Value, run: ScriptRun): void {
  const at = indexOf(of, key);
  if (of.kind === 'Set') at < 0 && of.items.push(key);
  else if (at < 0) of.items.push(new Arr(run.region, [key, value]));
  else of.items[at] = new Arr(run.region, [key, value]);
}

const reading = /^(?:get|has|keys|values|entries|forEach)$/;
const changing = /^(?:set|add|delete|clear)$/;

/** `map.get(key)` and the like; what is not read makes the collection unknown. */
export function callCollection(
  of: Collection,
  name: string,
  { values }: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const [key, value] = values;
  const hole = of.hole ?? (name === 'forEach' ? undefined : unknownIn([key]));
  const isSet = of.kind === 'Set';
  const isOwn = name === 'add' || name === 'set' || name === 'get' ? (name === 'add') === isSet : true;
  if (hole || !isOwn || !(reading.test(name) || changing.test(name)) || of.items.length > 2000) {
    of.hole ??= changing.test(name) || !hole ? (hole ?? notRead(name, node, run)) : undefined;
    for (const each of values) run.escape(each, node);
    return (hole ?? of.hole ?? notRead(name, node, run)).with([of, ...values]);
  }
  const at = indexOf(of, key);
  if (changing.test(name)) {
    const isCertain = run.change(of, node);
    if (!isCertain) return of.hole!.with([of, ...values]);
    if (name === 'clear') of.items.length = 0;
    else if (name !== 'delete') put(of, key, value, run);
    else if (at >= 0) of.items.splice(at, 1);
    return name === 'clear' ? undefined : name === 'delete' ? at >= 0 : of;
  }
  if (name === 'has') return at >= 0;
  if (name === 'get') return at < 0 ? undefined : (of.items[at] as Arr).items[1];
  const pairs = of.items.map((item): readonly [Value, Value] =>
    isSet ? [item, item] : ((item as Arr).items as [Value, Value]),
  );
  if (name === 'forEach') return visited(of, pairs, key, node, run);
  const listed = {
    keys: ([each]: readonly [Value, Value]) => each,
    values: ([, each]: readonly [Value, Value]) => each,
    entries: (pair: readonly [Value, Value]) => new Arr(run.region, [...pair]),
  }[name as 'keys' | 'values' | 'entries'];
  return new Arr(run.region, pairs.map(listed));
}

/** `map.forEach(fn)`, as long as nothing is added or removed meanwhile. */
function visited(
  of: Collection,
  pairs: readonly (readonly [Value, Value])[],
  fn: Value,
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  if (!(fn instanceof Fn)) {
    of.hole ??= notRead('forEach', node, run);
    run.escape(fn, node, fn instanceof Unknown ? fn : undefined);
    return of.hole;
  }
  const { length } = of.items;
  for (const [key, value] of pairs) {
    run.call(fn, { values: [value, key, of], spread: undefined, places: [] }, node);
    if (of.items.length !== length) {
      of.hole ??= notRead('forEach', node, run);
      run.escape(fn, node, of.hole);
      return undefined;
    }
  }
  return undefined;
}
