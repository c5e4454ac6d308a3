import type { SyntaxNode } from '@lezer/common';
import { isExpression } from '../../../code/typescript/tsSyntax.ts';
import { partsOf } from '../values/scriptFiles.ts';
import type { ScriptRun } from '../values/scriptRun.ts';
import { membersOf } from '../values/scriptTexts.ts';
import { Arr, Collection, Fn, Obj, Scope, Unknown, type Value } from '../values/scriptValues.ts';

/** What gives a name, or another target in a pattern, its value. */
type Put = (target: SyntaxNode, value: Value, scope: Scope, run: ScriptRun) => void;

/** Gives each name of a declaration's pattern its value. */
export function bind(target: SyntaxNode, value: Value, scope: Scope, run: ScriptRun, put: Put = declared): void {
  if (target.name === 'ObjectPattern') bindObject(target, value, scope, run, put);
  else if (target.name === 'ArrayPattern') bindArray(target, value, scope, run, put);
  else put(target, value, scope, run);
}

function declared(target: SyntaxNode, value: Value, scope: Scope, run: ScriptRun): void {
  if (target.name === 'VariableDefinition') scope.names.set(run.textOf(target), value);
}

function bindObject(target: SyntaxNode, value: Value, scope: Scope, run: ScriptRun, put: Put): void {
  const keys = new Set<string>();
  for (const property of target.getChildren('PatternProperty')) {
    const parts = partsOf(property);
    const [first] = parts;
    if (!first) continue;
    if (first.name === 'Spread') {
      const rest = parts[1];
      if (rest) bind(rest, restOf(value, keys, property, run), scope, run, put);
      continue;
    }
    const colon = parts.findIndex(({ name }) => name === ':');
    const inner = colon < 0 ? first : parts[colon + 1];
    const key =
      first.name === '[' || first.name === 'String' ? run.evaluate(parts.find(isExpression), scope) : run.textOf(first);
    if (typeof key === 'string') keys.add(key);
    const own = run.member(value, key, property);
    if (inner) bind(inner, withDefault(own, parts, scope, run), scope, run, put);
  }
}

function restOf(value: Value, keys: ReadonlySet<string>, node: SyntaxNode, run: ScriptRun): Value {
  if (value instanceof Unknown) return value;
  if (!(value instanceof Obj) || value.of) return run.unknown(node, 'What is left of this is not read.');
  if (value.hole) return value.hole;
  return new Obj(run.region, new Map(membersOf(value).filter(([key]) => !keys.has(key))));
}

function bindArray(target: SyntaxNode, value: Value, scope: Scope, run: ScriptRun, put: Put): void {
  let index = 0;
  let part: SyntaxNode[] = [];
  const take = () => {
    const [first] = part;
    if (first?.name === 'Spread' && part[1]) {
      const items =
        typeof value === 'string' ? [...value] : value instanceof Arr && !value.hole ? value.items : undefined;
      const rest = items
        ? new Arr(run.region, items.slice(index))
        : run.unknown(first, 'What is left of this is not read.');
      bind(part[1], value instanceof Unknown ? value : rest, scope, run, put);
    } else if (first) {
      const own =
        typeof value === 'string'
          ? [...value][index]
          : value instanceof Collection && !value.hole
            ? value.items[index]
            : value instanceof Arr || value instanceof Unknown
              ? run.member(value, index, first)
              : unread(first, run);
      bind(first, withDefault(own, part, scope, run), scope, run, put);
    }
    index++;
    part = [];
  };
  for (const each of partsOf(target).slice(1, -1))
    if (each.name === ',') take();
    else part.push(each);
  take();
}

function unread(node: SyntaxNode, run: ScriptRun): Unknown {
  return run.unknown(node, 'The parts of this are not read.');
}

/** A value, or what stands behind `=` where it is `undefined`. */
export function withDefault(value: Value, parts: readonly SyntaxNode[], scope: Scope, run: ScriptRun): Value {
  const sign = parts.findIndex(({ name }) => name === 'Equals');
  const otherwise = sign < 0 ? undefined : parts[sign + 1];
  return value === undefined && otherwise ? run.evaluate(otherwise, scope) : value;
}

/** Assigns to a name, a member or a pattern. */
export function assign(target: SyntaxNode, value: Value, scope: Scope, run: ScriptRun): void {
  switch (target.name) {
    case 'VariableName':
    case 'VariableDefinition': {
      const name = run.textOf(target);
      const owner = scope.owner(name);
      if (!owner) run.patch(name);
      else {
        const before = owner.names.get(name);
        owner.names.set(name, owner.region === run.region ? value : uncertain(target, run).with([before, value]));
      }
      return;
    }
    case 'MemberExpression':
      assignMember(target, value, scope, run);
      return;
    case 'ParenthesizedExpression':
      assign(partsOf(target)[1] ?? target, value, scope, run);
      return;
    case 'ObjectPattern':
    case 'ArrayPattern':
      bind(target, value, scope, run, assign);
      return;
    default:
      // A pattern: each name in it has another value from here on.
      target.cursor().iterate(({ name, node }) => {
        if (name === 'VariableName' || name === 'VariableDefinition' || name === 'PropertyName') {
          const owner = scope.owner(run.textOf(node));
          owner?.names.set(run.textOf(node), run.unknown(node, 'What is assigned in a pattern is not followed.'));
        }
      });
  }
}

function uncertain(node: SyntaxNode, run: ScriptRun): Unknown {
  const { region } = run;
  return region
    ? new Unknown(region.hole.reason, region.hole.at)
    : run.unknown(node, 'When this is assigned is known only when the program runs.');
}

function assignMember(target: SyntaxNode, value: Value, scope: Scope, run: ScriptRun): void {
  const { owner, key } = ownerAndKey(target, scope, run);
  run.put(owner, key, value, target);
}

/** What a member is of, and its name. */
export function ownerAndKey(node: SyntaxNode, scope: Scope, run: ScriptRun): { owner: Value; key: Value } {
  const parts = partsOf(node);
  const property = node.getChild('PropertyName') ?? node.getChild('PrivatePropertyName');
  const owner = run.evaluate(parts[0], scope);
  const bracket = parts.findIndex(({ name }) => name === '[');
  return { owner, key: property ? run.textOf(property) : run.evaluate(parts[bracket + 1], scope) };
}

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
