import type { SyntaxNode } from '@lezer/common';
import { instanceOf, memberName, membersOf, nativeBase } from './scriptClasses.ts';
import { collectionOf } from './scriptCollections.ts';
import { callNative } from './scriptNatives.ts';
import type { Arguments, ScriptRun } from './scriptRun.ts';
import { Class, Native, Unknown, type Value } from './scriptValues.ts';

const onlyARun = 'What this makes is known only when the program runs.';

/** `new of(…)` */
export function constructed(of: Value, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (of instanceof Native && (of.path === 'Map' || of.path === 'Set') && !run.isPatched(of.path))
    return collectionOf(of.path, given, node, run);
  if (of instanceof Native && of.path === 'Array') return callNative(of.path, given, node, run);
  if (of instanceof Native && isParser(of)) return run.make(of.path, given, node);
  if (of instanceof Class) {
    const base = nativeBase(of);
    if (base) return subclass(of, base, given, node, run);
    const frame = { self: undefined, home: of };
    return run.called(node, () => run.inScope(of.scope, frame, () => instanceOf(of, given, node, run)));
  }
  for (const value of given.values) run.escape(value, node, of instanceof Unknown ? of : undefined);
  return (of instanceof Unknown ? of : run.unknown(node, onlyARun)).with(given.values);
}

function isParser({ path }: Native): boolean {
  return /^(?:core|classic)\./.test(path);
}

/** A class that is made of one of LangChain's: what it changes is code. */
function subclass(of: Class, base: Native, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (!isParser(base)) return run.unknown(node, onlyARun);
  const changed: string[] = [];
  run.inScope(of.scope, { self: undefined, home: of }, () => {
    for (let at: Value = of; at instanceof Class; at = at.base)
      for (const member of membersOf(at)) {
        const name = memberName(member, run);
        if (name !== undefined && !/^lc_/.test(name)) changed.push(name);
      }
  });
  const reason = `What \`${of.name}\` makes of its base class is code.`;
  const holes = changed.map(name => ({
    argument: name === 'constructor' ? '*args' : name,
    ...run.unknown(node, reason),
  }));
  return run.make(base.path, given, node, undefined, holes);
}
