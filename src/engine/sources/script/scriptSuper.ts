import type { SyntaxNode } from '@lezer/common';
import { memberName, membersOf } from './scriptClasses.ts';
import { ofClass } from './scriptMembers.ts';
import type { Arguments, ScriptRun } from './scriptRun.ts';
import { Class, Fn, Unknown, type Value } from './scriptValues.ts';

/** What `super.name` is: a method of the class above with `this` as it is, or what a getter there gives. */
export function superMember(node: SyntaxNode, run: ScriptRun): Value {
  const named = node.getChild('PropertyName');
  const { self, home } = run.frame;
  const name = named ? run.textOf(named) : undefined;
  if (name === undefined || !(home?.base instanceof Class) || self instanceof Unknown)
    return run.unknown(node, '`super` is not read here.');
  if (self instanceof Class) {
    const found = ofClass(home.base, name, node, run, self);
    const isMethod = found instanceof Fn && found.node.name !== 'ArrowFunction';
    return isMethod ? new Fn(found.node, found.scope, self, found.home) : found;
  }
  for (let at: Value = home.base; at instanceof Class; at = at.base) {
    const of = at;
    const own = run.inScope(of.scope, { self, home: of }, () =>
      membersOf(of).find(
        member =>
          member.name === 'MethodDeclaration' &&
          !member.getChild('static') &&
          !member.getChild('set') &&
          member.getChild('Block') &&
          memberName(member, run) === name,
      ),
    );
    if (!own) continue;
    const fn = new Fn(own, of.scope, self, of);
    return own.getChild('get') ? run.call(fn, { values: [], spread: undefined, places: [] }, node) : fn;
  }
  return run.unknown(node, '`super` is not read here.');
}

/** `super.name(…)` */
export function callSuper(callee: SyntaxNode, given: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  const method = superMember(callee, run);
  if (method instanceof Fn) return run.call(method, given, node);
  for (const value of given.values) run.escape(value, node, method instanceof Unknown ? method : undefined);
  run.escape(run.frame.self, node);
  return method instanceof Unknown ? method : run.unknown(node, '`super` is not read here.');
}
