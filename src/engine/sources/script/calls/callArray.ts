import type { SyntaxNode } from '@lezer/common';
import { type Arguments, handOver, notRead, type ScriptRun } from '../values/scriptRun.ts';
import { bounded, isPrimitive, textOf, truthOf, unknownIn } from '../values/scriptTexts.ts';
import { Arr, Collection, Fn, Native, Unknown, type Value } from '../values/scriptValues.ts';
import { callNative } from './scriptNatives.ts';

type ArrayMethod = (of: Arr, args: Arguments, node: SyntaxNode, run: ScriptRun) => Value;

/** What a callback gives for each item, up to the first for which it is `until`; `undefined`: it is not one that is read. */
function mapped(
  of: Arr,
  { values: [fn] }: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
  until?: boolean,
): Value[] | undefined {
  const each = (value: Value, i: number): Value => {
    const args = { values: [value, i, of], spread: undefined, places: [] };
    if (fn instanceof Fn) return run.call(fn, args, node);
    return fn instanceof Native ? callNative(fn.path, { ...args, values: [value] }, node, run) : undefined;
  };
  if (!(fn instanceof Fn || fn instanceof Native)) return undefined;
  const made: Value[] = [];
  // Items that are added meanwhile are not visited; those that are changed are seen as they are then.
  let open: Unknown | undefined;
  for (let i = 0, { length } = of.items; i < length; i++) {
    // A removed one leaves a gap.
    if (i >= of.items.length) return undefined;
    const read = () => each(of.items[i], i);
    made.push(open ? run.within(open, read) : read());
    const truth = until === undefined ? undefined : truthOf(made.at(-1));
    if (truth instanceof Unknown) open ??= truth;
    else if (truth !== undefined && truth === until) break;
  }
  return made;
}

/** The items that a predicate holds for, or what only a run can know. */
function chosen(
  of: Arr,
  args: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
  until: boolean | undefined,
): readonly boolean[] | Unknown {
  const truths = mapped(of, args, node, run, until)?.map(truthOf);
  return (
    (truths && (truths.find(each => each instanceof Unknown) as Unknown | undefined)) ??
    (truths as boolean[] | undefined) ??
    notRead('the callback', node, run)
  );
}

function byChoice(
  choose: (of: Arr, truths: readonly boolean[], run: ScriptRun) => Value,
  until?: boolean,
): ArrayMethod {
  return (of, args, node, run) => {
    const truths = chosen(of, args, node, run, until);
    return truths instanceof Unknown ? truths : choose(of, truths, run);
  };
}

const arrayMethods: ReadonlyMap<string, ArrayMethod> = new Map(
  Object.entries<ArrayMethod>({
    map: (of, args, node, run) => {
      const items = mapped(of, args, node, run);
      return items ? new Arr(run.region, items) : notRead('map', node, run);
    },
    flatMap: (of, args, node, run) => {
      const items = mapped(of, args, node, run);
      return items ? flat(items, node, run) : notRead('flatMap', node, run);
    },
    forEach: (of, args, node, run) => {
      if (!mapped(of, args, node, run)) run.escape(of, node);
      return undefined;
    },
    filter: byChoice(
      (of, truths, run) =>
        new Arr(
          run.region,
          of.items.filter((_, i) => truths[i]),
        ),
    ),
    find: byChoice((of, truths) => of.items[truths.indexOf(true)], true),
    findIndex: byChoice((_, truths) => truths.indexOf(true), true),
    some: byChoice((_, truths) => truths.includes(true), true),
    every: byChoice((_, truths) => !truths.includes(false), false),
    reduce: (of, args, node, run) => reduced(of, args, false, node, run),
    reduceRight: (of, args, node, run) => reduced(of, args, true, node, run),
    findLast: byChoice((of, truths) => of.items[truths.lastIndexOf(true)]),
    lastIndexOf: (of, { values: [item, ...more] }, node, run) =>
      more.length > 0
        ? notRead('lastIndexOf', node, run)
        : (unknownIn([...of.items, item]) ?? of.items.lastIndexOf(item)),
    with: (of, { values: [at, value] }, node, run) => {
      const index = typeof at === 'number' && at < 0 ? at + of.items.length : at;
      if (typeof index !== 'number' || !(index in of.items)) return unknownIn([at]) ?? notRead('with', node, run);
      return new Arr(run.region, of.items.with(index, value));
    },
    join: (of, { values: [between = ','] }, node, run) => {
      const hole = unknownIn([...of.items, between]);
      const texts = of.items.map(item => (item === undefined || item === null ? '' : textOf(item)));
      if (hole || typeof between !== 'string' || texts.includes(undefined)) return hole ?? notRead('join', node, run);
      return bounded(texts as string[], between) ?? notRead('join', node, run);
    },
    slice: (of, { values }, node, run) =>
      values.every(each => each === undefined || typeof each === 'number')
        ? new Arr(run.region, of.items.slice(...(values as number[])))
        : (unknownIn(values) ?? notRead('slice', node, run)),
    concat: (of, { values }, node, run) => {
      const hole =
        unknownIn(values) ?? (values.find(each => each instanceof Arr && each.hole) as Arr | undefined)?.hole;
      return (
        hole ??
        flat(
          [...of.items.map(item => (item instanceof Arr ? new Arr(run.region, [item]) : item)), ...values],
          node,
          run,
        )
      );
    },
    includes: (of, { values: [item, ...more] }, node, run) =>
      more.length > 0 ? notRead('includes', node, run) : (unknownIn([...of.items, item]) ?? of.items.includes(item)),
    indexOf: (of, { values: [item, ...more] }, node, run) =>
      more.length > 0 ? notRead('indexOf', node, run) : (unknownIn([...of.items, item]) ?? of.items.indexOf(item)),
    at: (of, { values: [index] }, node, run) =>
      typeof index === 'number' ? of.items.at(index) : notRead('at', node, run),
    flat: (of, { values }, node, run) => (values.length === 0 ? flat(of.items, node, run) : notRead('flat', node, run)),
    entries: (of, _, __, run) =>
      new Arr(
        run.region,
        of.items.map((item, i) => new Arr(run.region, [i, item])),
      ),
    keys: (of, _, __, run) =>
      new Arr(
        run.region,
        of.items.map((_item, i) => i),
      ),
    values: (of, _, __, run) => new Arr(run.region, [...of.items]),
    toReversed: (of, _, __, run) => new Arr(run.region, [...of.items].reverse()),
    toSorted: (of, args, node, run) => sorted(of, args, node, run) ?? notRead('toSorted', node, run),
  }),
);

const callbackMethods: ReadonlySet<string> = new Set([
  ...['map', 'flatMap', 'forEach', 'filter', 'find', 'findIndex', 'some', 'every', 'reduce', 'reduceRight', 'findLast'],
]);

/** Methods that change the array. */
const changingMethods: ReadonlyMap<string, ArrayMethod> = new Map(
  Object.entries<ArrayMethod>({
    push: (of, { values }) => of.items.push(...values),
    unshift: (of, { values }) => of.items.unshift(...values),
    pop: of => of.items.pop(),
    shift: of => of.items.shift(),
    reverse: of => {
      of.items.reverse();
      return of;
    },
    fill: (of, { values: [value, ...range] }, node, run) => {
      if (!range.every(each => typeof each === 'number')) of.hole ??= notRead('fill', node, run);
      else of.items.fill(value, ...(range as number[]));
      of.isSparse = false;
      return of;
    },
    splice: (of, { values }, node, run) => {
      const [start, count, ...more] = values;
      const isRead = typeof start === 'number' && (values.length === 1 || typeof count === 'number');
      if (!isRead) of.hole ??= unknownIn([start, count]) ?? notRead('splice', node, run);
      if (!isRead) return of.hole;
      return new Arr(
        run.region,
        values.length === 1 ? of.items.splice(start) : of.items.splice(start, count as number, ...more),
      );
    },
    sort: (of, args, node, run) => {
      const after = sorted(of, args, node, run);
      if (!after) of.hole ??= notRead('sort', node, run);
      else of.items.splice(0, of.items.length, ...after.items);
      return of;
    },
  }),
);

/** `reduce`, from the end where it is `reduceRight`. */
function reduced(of: Arr, { values }: Arguments, isRight: boolean, node: SyntaxNode, run: ScriptRun): Value {
  const [fn, initial] = values;
  const items = [...of.items.entries()];
  if (isRight) items.reverse();
  const first = values.length < 2 ? items.shift() : undefined;
  if (!(fn instanceof Fn) || (values.length < 2 && !first)) return notRead('reduce', node, run);
  return items.reduce<Value>(
    (sum, [i, item]) => run.call(fn, { values: [sum, item, i, of], spread: undefined, places: [] }, node),
    first ? first[1] : initial,
  );
}

/** What only a run can know of an order. */
class OpenOrder {}

/** Items in the order of their texts, or of a function; `undefined` where that is unknown. */
function sorted(of: Arr, { values: [fn] }: Arguments, node: SyntaxNode, run: ScriptRun): Arr | undefined {
  if (fn === undefined)
    return of.items.every(isPrimitive) ? new Arr(run.region, [...(of.items as string[])].sort()) : undefined;
  if (!(fn instanceof Fn) || of.items.length > 500) return undefined;
  try {
    const order = (a: Value, b: Value) => {
      const made = run.call(fn, { values: [a, b], spread: undefined, places: [] }, node);
      if (typeof made === 'number' || typeof made === 'boolean') return Number(made);
      throw new OpenOrder();
    };
    return new Arr(run.region, [...of.items].sort(order));
  } catch (error) {
    if (!(error instanceof OpenOrder)) throw error;
    run.escape(fn, node);
    return undefined;
  }
}

function flat(items: readonly Value[], node: SyntaxNode, run: ScriptRun): Value {
  const hole = unknownIn(items) ?? (items.find(item => item instanceof Arr && item.hole) as Arr | undefined)?.hole;
  const all = items.flatMap(item => (item instanceof Arr && !(item instanceof Collection) ? item.items : [item]));
  return hole ?? (all.length > 20_000 ? run.unknown(node, 'This list is too long.') : new Arr(run.region, all));
}

/** `list.name(…)` */
export function callArray(of: Arr, name: string, args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (of.hole) return handOver(of.hole, args, node, run);
  if (of.isSparse && !/^(?:fill|keys|entries|values|join)$/.test(name)) of.hole = notRead(name, node, run);
  if (of.hole) return handOver(of.hole, args, node, run);
  const method = arrayMethods.get(name);
  const [first, ...others] = args.values;
  if (callbackMethods.has(name) && !(first instanceof Fn || first instanceof Native)) {
    of.hole ??= notRead(name, node, run);
    return handOver(of.hole, args, node, run);
  }
  // What is `this` in the callback may be changed there.
  if (callbackMethods.has(name) && name !== 'reduce') for (const other of others) run.escape(other, node);
  if (method) return method(of, args, node, run);
  const changing = changingMethods.get(name);
  if (changing && run.change(of, node) && of.items.length < 20_000) return changing(of, args, node, run);
  of.hole ??= notRead(name, node, run);
  return handOver(of.hole, args, node, run);
}
