import type { SyntaxNode } from '@lezer/common';
import { isExpression } from '../../../code/typescript/tsSyntax.ts';
import { bind } from '../calls/scriptTargets.ts';
import { partsOf } from '../values/scriptFiles.ts';
import type { ScriptRun } from '../values/scriptRun.ts';
import { Fn, Obj, Scope, Unknown, type Value } from '../values/scriptValues.ts';

/** Functions can be called above the line that they stand in. */
export function hoist(nodes: readonly SyntaxNode[], scope: Scope, run: ScriptRun): void {
  for (const node of nodes) {
    const own = node.name === 'ExportDeclaration' ? node.getChild('FunctionDeclaration') : node;
    const name = own?.name === 'FunctionDeclaration' ? own.getChild('VariableDefinition') : null;
    // An overload has no block.
    if (own && name && own.getChild('Block')) {
      const fn = new Fn(own, scope, undefined);
      scope.names.set(run.textOf(name), fn);
      run.meet(fn);
    }
  }
}

/** `const a = 1, { b } = c` */
export function declare(node: SyntaxNode, scope: Scope, run: ScriptRun): void {
  let target: SyntaxNode | undefined;
  let isValue = false;
  const isVar = node.getChild('var') !== null;
  const end = (value: Value) => {
    if (target && isVar) bindVar(target, isValue, value, scope, run);
    else if (target) bind(target, value, scope, run);
    target = undefined;
    isValue = false;
  };
  for (const part of partsOf(node)) {
    if (/^(?:VariableDefinition|ObjectPattern|ArrayPattern)$/.test(part.name)) target = part;
    else if (part.name === 'Equals') isValue = true;
    else if (part.name === ',') end(undefined);
    else if (isValue && (isExpression(part) || part.name === 'this')) {
      const value = run.evaluate(part, scope);
      end(value);
    }
  }
  end(undefined);
}

/** `var` is the function's: what stands in a block, or runs again, writes the same variable. */
export function bindVar(target: SyntaxNode, hasValue: boolean, value: Value, scope: Scope, run: ScriptRun): void {
  const outer = scope.ofFunction;
  const named = new Scope(undefined, run.region);
  bind(target, value, named, run);
  for (const [name, each] of named.names) {
    if (!hasValue && outer.names.has(name)) continue;
    const isCertain = outer.region === run.region || !run.region;
    outer.names.set(name, isCertain ? each : new Unknown(run.region!.hole.reason, run.region!.hole.at));
  }
}

/** `enum A { b, c = 'd' }` */
export function enumerate(node: SyntaxNode, scope: Scope, run: ScriptRun): void {
  const name = node.getChild('TypeDefinition');
  const members = new Obj(run.region);
  const inner = new Scope(scope, run.region);
  let next: Value = 0;
  const parts = partsOf(node.getChild('EnumBody') ?? node);
  for (const [i, part] of parts.entries()) {
    if ((part.name !== 'PropertyName' && part.name !== 'String') || parts[i - 1]?.name === 'Equals') continue;
    const key = part.name === 'String' ? String(run.evaluate(part, scope)) : run.textOf(part);
    const value: Value = parts[i + 1]?.name === 'Equals' ? run.evaluate(parts[i + 2], inner) : next;
    next = typeof value === 'number' ? value + 1 : run.unknown(part, 'The value of this member is not read.');
    members.members.set(key, value);
    inner.names.set(key, value);
    if (typeof value === 'number') members.members.set(String(value), key);
  }
  if (name) scope.names.set(run.textOf(name), members);
}
