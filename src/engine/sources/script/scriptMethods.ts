import type { SyntaxNode } from '@lezer/common';
import { callCollection } from './scriptCollections.ts';
import { callNative, hasOwn } from './scriptNatives.ts';
import { matchText, runnable } from './scriptPatterns.ts';
import type { Arguments, ScriptRun } from './scriptRun.ts';
import { bounded, isPrimitive, maxText, textOf, truthOf, unknownIn } from './scriptTexts.ts';
import { Arr, Collection, Fn, Native, Obj, Pattern, Schema, Unknown, type Value } from './scriptValues.ts';
import { callSchema } from './zodSchemas.ts';

/** `owner.key(…)` */
export function callMethod(owner: Value, key: Value, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (owner instanceof Schema) return callSchema(owner, String(key), given, node, run);
  if (owner instanceof Native) {
    const of = run.member(owner, key, node);
    return of instanceof Native ? callNative(of.path, given, node, run) : handOver(of as Unknown, given, node, run);
  }
  const hole = unknownIn([owner, key]) ?? given.spread;
  if (hole) {
    // Of what it may be the method may be called.
    const own = owner instanceof Unknown ? run.member(owner, key, node) : hole.with([owner]);
    if (own instanceof Unknown) for (const each of own.holds) run.escape(each, node);
    if (owner instanceof Unknown) for (const each of owner.holds) run.escape(each, node);
    return handOver(hole, given, node, run).with([owner, ...given.values]);
  }
  const name = String(key);
  if (typeof owner === 'string') return callText(owner, name, given, node, run);
  if (typeof owner === 'number' && (name === 'toString' || name === 'toFixed'))
    return callNumber(owner, name, given, node, run);
  if (owner instanceof Collection) return callCollection(owner, name, given, node, run);
  if (owner instanceof Arr) {
    const made = callArray(owner, name, given, node, run);
    return made instanceof Unknown ? made.with([owner]) : made;
  }
  if (owner instanceof Obj && name === 'hasOwnProperty' && !owner.members.has(name))
    return hasOwn(owner, given.values[0], node, run);
  const [tested] = given.values;
  if (owner instanceof Pattern && name === 'test' && typeof tested === 'string' && !owner.flags.includes('g'))
    return runnable(owner, tested)?.test(tested) ?? notRead(name, node, run);
  if (owner instanceof Fn && /^(?:call|apply|bind)$/.test(name)) return applied(owner, name, given, node, run);
  const method = run.member(owner, key, node);
  if (method instanceof Fn)
    return run.call(
      new Fn(method.node, method.scope, method.node.name === 'ArrowFunction' ? method.self : owner, method.home),
      given,
      node,
    );
  if (method instanceof Native) return callNative(method.path, given, node, run);
  // `f.call(…)` runs `f`, too.
  if (owner instanceof Obj || owner instanceof Fn) run.escape(owner, node);
  return handOver(method instanceof Unknown ? method : notRead(name, node, run), given, node, run);
}

/** `fn.call(self, …)`, `fn.apply(self, list)`, `fn.bind(self)` */
function applied(fn: Fn, name: string, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  const [self, ...rest] = given.values;
  const own = fn.node.name === 'ArrowFunction' ? fn : new Fn(fn.node, fn.scope, self, fn.home);
  const [list] = rest;
  const args = name === 'call' ? rest : list instanceof Arr && !list.hole && rest.length === 1 ? list.items : undefined;
  if (name === 'bind' && rest.length === 0) return own;
  if (name !== 'bind' && (args || rest.length === 0))
    return run.call(own, { values: args ?? [], spread: undefined, places: [] }, node);
  run.escape(fn, node);
  return handOver(notRead(name, node, run), given, node, run);
}

function notRead(name: string, node: SyntaxNode, run: ScriptRun): Unknown {
  return run.unknown(node, `What \`${name.slice(0, 60)}\` gives is known only when the program runs.`);
}

function handOver(hole: Unknown, given: Arguments, node: SyntaxNode, run: ScriptRun): Unknown {
  for (const value of given.values) run.escape(value, node, hole);
  return hole;
}

const plainTexts: ReadonlySet<string> = new Set([
  ...['toUpperCase', 'toLowerCase', 'trim', 'trimStart', 'trimEnd', 'slice', 'substring', 'substr', 'charAt', 'at'],
  ...[
    'includes',
    'startsWith',
    'endsWith',
    'indexOf',
    'lastIndexOf',
    'toString',
    'valueOf',
    'charCodeAt',
    'codePointAt',
  ],
]);

function callText(text: string, name: string, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (/^(?:replace|replaceAll|split|search|match|matchAll)$/.test(name) && given.values[0] instanceof Pattern) {
    const made = matchText(text, name, given.values, node, run);
    if (made !== undefined) return made;
  }
  const hole = unknownIn(given.values);
  if (hole || !given.values.every(isPrimitive) || given.values.some(each => typeof each === 'bigint'))
    return handOver(hole ?? notRead(name, node, run), given, node, run);
  const [first, second] = given.values as readonly (string | number | undefined)[];
  const grown = (length: number, make: () => string) =>
    length <= maxText ? make() : run.unknown(node, 'This text is too long.');
  if (plainTexts.has(name)) {
    const methods = text as unknown as Record<string, (...args: unknown[]) => Value>;
    return methods[name]!(...given.values);
  }
  switch (name) {
    case 'concat':
      return bounded([text, ...given.values.map(String)]) ?? notRead(name, node, run);
    case 'repeat': {
      const count = Number(first);
      return count >= 0 ? grown(text.length * count, () => text.repeat(count)) : notRead(name, node, run);
    }
    case 'padStart':
    case 'padEnd':
      return grown(Number(first) || 0, () =>
        text[name](Number(first), second === undefined ? undefined : String(second)),
      );
    case 'replace':
    case 'replaceAll':
      if (typeof first !== 'string' || typeof second !== 'string' || second.includes('$')) break;
      return grown((text.length + 1) * (second.length + 1), () => text[name](first, second));
    case 'localeCompare':
      // Other letters stand elsewhere in other languages.
      if (given.values.length !== 1 || !/^[a-z0-9 ]*$/i.test(text + String(first)) || typeof first !== 'string') break;
      return text.localeCompare(first, 'en');
    case 'split':
      if ((first !== undefined && typeof first !== 'string') || text.length > 20_000) break;
      return new Arr(run.region, first === undefined ? [text] : text.split(first, second as number | undefined));
  }
  return notRead(name, node, run);
}

function callNumber(
  number: number,
  name: 'toString' | 'toFixed',
  given: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const [first] = given.values;
  try {
    if (first === undefined || typeof first === 'number') return number[name](first);
  } catch {
    // An argument that JavaScript refuses.
  }
  return notRead(name, node, run);
}

type ArrayMethod = (of: Arr, given: Arguments, node: SyntaxNode, run: ScriptRun) => Value;

/** What a callback gives for each item, up to the first for which it is `until`; `undefined`: it is not one that is read. */
function mapped(
  of: Arr,
  { values: [fn] }: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
  until?: boolean,
): Value[] | undefined {
  const each = (value: Value, i: number): Value => {
    const given = { values: [value, i, of], spread: undefined, places: [] };
    if (fn instanceof Fn) return run.call(fn, given, node);
    return fn instanceof Native ? callNative(fn.path, { ...given, values: [value] }, node, run) : undefined;
  };
  if (!(fn instanceof Fn || fn instanceof Native)) return undefined;
  const made: Value[] = [];
  // Items that are added meanwhile are not visited; those that are changed are seen as they are then.
  let open: Unknown | undefined;
  for (let i = 0, { length } = of.items; i < length && i < of.items.length; i++) {
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
  given: Arguments,
  node: SyntaxNode,
  run: ScriptRun,
  until: boolean | undefined,
): readonly boolean[] | Unknown {
  const truths = mapped(of, given, node, run, until)?.map(truthOf);
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
  return (of, given, node, run) => {
    const truths = chosen(of, given, node, run, until);
    return truths instanceof Unknown ? truths : choose(of, truths, run);
  };
}

const numbers = (values: readonly Value[]) => values.map(each => (typeof each === 'number' ? each : undefined));

const arrayMethods: ReadonlyMap<string, ArrayMethod> = new Map(
  Object.entries<ArrayMethod>({
    map: (of, given, node, run) => {
      const items = mapped(of, given, node, run);
      return items ? new Arr(run.region, items) : notRead('map', node, run);
    },
    flatMap: (of, given, node, run) => {
      const items = mapped(of, given, node, run);
      return items ? flat(items, node, run) : notRead('flatMap', node, run);
    },
    forEach: (of, given, node, run) => {
      if (!mapped(of, given, node, run)) run.escape(of, node);
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
    reduce: (of, given, node, run) => reduced(of, given, false, node, run),
    reduceRight: (of, given, node, run) => reduced(of, given, true, node, run),
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
    slice: (of, { values }, _, run) =>
      unknownIn(values) ?? new Arr(run.region, of.items.slice(...(numbers(values) as number[]))),
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
    toSorted: (of, given, node, run) => sorted(of, given, node, run) ?? notRead('toSorted', node, run),
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
    sort: (of, given, node, run) => {
      const after = sorted(of, given, node, run);
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

/** Items in the order of their texts, or of a function; `undefined` where that is not known. */
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

function callArray(of: Arr, name: string, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (of.hole) return handOver(of.hole, given, node, run);
  if (of.isSparse && !/^(?:fill|keys|entries|values|join)$/.test(name)) of.hole = notRead(name, node, run);
  if (of.hole) return handOver(of.hole, given, node, run);
  const method = arrayMethods.get(name);
  const [first, ...others] = given.values;
  if (callbackMethods.has(name) && !(first instanceof Fn || first instanceof Native)) {
    of.hole ??= notRead(name, node, run);
    return handOver(of.hole, given, node, run);
  }
  // What is `this` in the callback may be changed there.
  if (callbackMethods.has(name) && name !== 'reduce') for (const other of others) run.escape(other, node);
  if (method) return method(of, given, node, run);
  const changing = changingMethods.get(name);
  if (changing && run.change(of, node) && of.items.length < 20_000) return changing(of, given, node, run);
  of.hole ??= notRead(name, node, run);
  return handOver(of.hole, given, node, run);
}
