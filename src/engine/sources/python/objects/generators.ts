import { type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { PySequence } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { Environment } from '../values/environment.ts';
import { Unknown, Unreadable, type Value } from '../values/values.ts';

/** What a generator gave, unless nobody knows which of it. */
export function generated(yields: readonly Value[], run: Run, at: PyNode): Value {
  const { value } = run.journal.certain({ value: yields, at: spanOf(at) });
  return value === yields ? new PySequence('generator', [...yields]) : value;
}

const taking = /(?:^(?:list|tuple|set|frozenset|sorted|sum|min|max|any|all|dict)|\.join)$/;
const takingWhole = /(?:^(?:list|tuple|set|frozenset|sorted|sum|min|max|dict)|\.join)$/;

const lazy = /^(?:enumerate|zip|map|filter)$/;

/** Whether all items of a call's result are read before anything else happens. */
export function isTakenAtOnce(call: PyNode, text: string): boolean {
  const { parent, prevSibling } = call;
  if (parent?.name === 'ForStatement' || parent?.name.includes('Comprehension')) return prevSibling?.name === 'in';
  if (prevSibling?.name === '*' || (parent?.name === 'YieldStatement' && prevSibling?.name === 'from')) return true;
  const taker = parent?.name === 'ArgList' ? parent.parent : undefined;
  const callee = taker?.firstChild;
  if (!taker || !callee) return false;
  const name = text.slice(callee.from, callee.to);
  return taking.test(name) || (lazy.test(name) && isTakenAtOnce(taker, text)) || prevSibling?.name === 'in';
}

/** Whether all of them are read, by something that does nothing else meanwhile. */
export function isTakenWhole({ parent, prevSibling }: PyNode, text: string): boolean {
  const callee = parent?.name === 'ArgList' ? parent.parent?.firstChild : undefined;
  return (
    prevSibling?.name === '*' ||
    (callee !== undefined && callee !== null && takingWhole.test(text.slice(callee.from, callee.to)))
  );
}

/** Items that are read here and may be needed later: what they stand on must then be what it is now. */
export function later(type: string, items: readonly Value[], from: readonly Value[], node: PyNode, run: Run): Value {
  if (isTakenAtOnce(node, run.program.text)) return new PySequence(type, items);
  if (from.some(each => each instanceof PySequence && each.isGenerator))
    throw new Unreadable('When these items are taken is known only when the program runs.', spanOf(node));
  const before = from.map(each => run.journal.versionOf(each));
  return new PySequence(type, () => {
    if (from.some((each, i) => run.journal.versionOf(each) !== before[i]))
      throw new Unreadable('What this stands on changes before it is taken.', spanOf(node));
    return items;
  });
}

/** Items that a function makes: Python calls it for each when it is needed. */
export function madeLater<T>(node: PyNode, run: Run, make: () => T): T {
  if (isTakenWhole(node, run.program.text)) return make();
  let made: T | undefined;
  const all = run.journal.watch(() => {
    made = make();
  });
  const changes = all.filter(({ of }) => !(of instanceof Environment && of.isComprehension));
  if (changes.length === 0) return made as T;
  const reason = new Unknown('When this is changed depends on what takes the items.', spanOf(node));
  for (const change of changes) change.doubt(reason);
  throw Unreadable.for(reason);
}

const generators = new WeakMap<object, boolean>();

/** Whether a function is a generator. */
export function containsYield(node: PyNode): boolean {
  const key = node.tree ?? node;
  const cached = generators.get(key);
  if (cached !== undefined) return cached;
  let found = false;
  if (node.name === 'FunctionDefinition')
    node.cursor().iterate(each => {
      if (each.name.startsWith('Yield')) found = true;
      return (
        !found && (each.from === node.from || !/^(?:Function|Class)Definition$|^LambdaExpression$/.test(each.name))
      );
    });
  generators.set(key, found);
  return found;
}
