import { childOf, childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { EngineError } from '../../../core/errors.ts';
import { callSpecial } from '../objects/specialMethods.ts';
import type { Completion, Run } from '../run/sourceRun.ts';
import { findInClass } from '../values/classLines.ts';
import type { Environment } from '../values/environment.ts';
import { as, Instance, Routine, Unknown, type Value } from '../values/values.ts';
import { assignTarget } from './assignTarget.ts';
import { attempt } from './tryStatement.ts';

const next: Completion = { kind: 'next' };

/** `with`: what its managers do where the body ends is done; one that may keep an exception makes open what runs behind it. */
export function withStatement(node: PyNode, names: Environment, run: Run): Completion {
  const children = childrenOf(node);
  const managers: { readonly value: Value; readonly keeps: boolean }[] = [];
  for (const [i, child] of children.entries()) {
    if (/^(?:async|with|as|,|Body|\(|\))$/.test(child.name) || children[i - 1]?.name === 'as') continue;
    const value = run.evaluate(child, names).value;
    managers.push({ value, keeps: keepsExceptions(value, run.program.text.slice(child.from, child.to)) });
    const target = children[i + 1]?.name === 'as' ? children[i + 2] : undefined;
    const entered = run.guarded(child, () => callSpecial(value, '__enter__', [], run));
    const bound = entered ?? run.unknown('What a `with` gives is known only when the program runs.', child);
    if (target) assignTarget([target], { value: bound as Value, at: spanOf(child) }, names, run);
  }
  const body = childOf(node, 'Body');
  const statements = body ? childrenOf(body).slice(1) : [];
  const completion = managers.some(({ keeps }) => keeps)
    ? keeping(statements, node, names, run)
    : run.execute(statements, names);
  for (const { value } of managers.toReversed())
    run.guarded(node, () => callSpecial(value, '__exit__', [null, null, null], run));
  return completion;
}

/** Whether a manager may end an exception. */
function keepsExceptions(value: Value, text: string): boolean {
  const of = as(value, Instance)?.of;
  if (!of) return /\b(?:suppress|raises|assertRaises\w*|ExitStack)\b/.test(text);
  const exit = as(findInClass(of, '__exit__')?.placed.value, Routine);
  let isGiven = exit === undefined;
  exit?.node.cursor().iterate(each => {
    if (each.name === 'ReturnStatement') isGiven = true;
    return !isGiven;
  });
  return isGiven;
}

/** A body whose exceptions may end in it. */
function keeping(statements: readonly PyNode[], node: PyNode, names: Environment, run: Run): Completion {
  const { unknowns } = run;
  let outcome: Completion | EngineError = next;
  const changes = run.journal.watch(() => {
    outcome = attempt(statements, names, run);
  });
  const ended = outcome as Completion | EngineError;
  // Whatever raises, the lines behind are reached only if it ends here.
  if (ended instanceof EngineError || ended.kind === 'raise') return next;
  const reason = new Unknown('Whether this raises is known only when the program runs.', spanOf(node));
  if (run.unknowns > unknowns) for (const change of changes) change.doubt(reason);
  return ended;
}
