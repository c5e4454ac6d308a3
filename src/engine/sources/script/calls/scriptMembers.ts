import type { SyntaxNode } from '@lezer/common';
import type { Arguments, ScriptRun } from '../values/scriptRun.ts';
import {
  Arr,
  Class,
  Collection,
  Fn,
  Getter,
  Native,
  Obj,
  Schema,
  Unknown,
  type Value,
} from '../values/scriptValues.ts';
import { NotRead } from '../zod/zod3JsonSchema.ts';
import { schemaMember } from '../zod/zodSchemas.ts';
import { memberName, membersOf } from './scriptClasses.ts';
import { nativeMember } from './scriptNatives.ts';

/** `owner[key]` */
export function memberOf(owner: Value, key: Value, node: SyntaxNode, run: ScriptRun): Value {
  if (owner instanceof Unknown) return ofUnknown(owner, key, node, run);
  if (key instanceof Unknown) return key.with([owner]);
  const name = String(key);
  if (owner instanceof Native)
    return !/^(?:core|classic)\b/.test(owner.path) && run.isPatched(owner.path)
      ? run.unknown(node, 'The program changes this.')
      : nativeMember(owner, name, node, run);
  if (owner instanceof Schema) return schemaMember(owner, name, node, run);
  if (owner instanceof Obj) return ofObject(owner, name, node, run);
  if (owner instanceof Class) return ofClass(owner, name, node, run);
  if (!(owner instanceof Arr) && typeof owner !== 'string') return onlyARun(name, node, run);
  if (owner instanceof Arr && owner.hole) return owner.hole;
  if (owner instanceof Collection) return name === 'size' ? owner.items.length : onlyARun(name, node, run);
  const items = owner instanceof Arr ? owner.items : owner;
  if (name === 'length') return items.length;
  return /^\d+$/.test(name)
    ? items[Number(name)]
    : run.unknown(node, owner instanceof Arr ? `\`${name.slice(0, 60)}\` of a list is not read.` : 'This is not read.');
}

/** What the member may be, of what the whole may be. */
function ofUnknown(owner: Unknown, key: Value, node: SyntaxNode, run: ScriptRun): Unknown {
  if (owner.holds.length === 0) return owner;
  const { reason, at, isParameter, isPackage, holds } = owner;
  const inner = holds.map(each => {
    const isOpen = each instanceof Unknown || key instanceof Unknown || !(each instanceof Obj || each instanceof Class);
    return isOpen ? each : run.silently(() => run.within(owner, () => memberOf(each, key, node, run)));
  });
  return new Unknown(reason, at, isParameter, isPackage).with(inner);
}

function onlyARun(name: string, node: SyntaxNode, run: ScriptRun): Unknown {
  return run.unknown(node, `\`${name.slice(0, 60)}\` is known only when the program runs.`);
}

function ofObject(owner: Obj, name: string, node: SyntaxNode, run: ScriptRun, self: Value = owner): Value {
  const own = owner.members.get(name);
  if (own instanceof Unknown) return own;
  if (owner.hole) return owner.hole;
  if (own instanceof Getter) {
    const { fn } = own;
    return run.call(new Fn(fn.node, fn.scope, self, fn.home), { values: [], spread: undefined, places: [] }, node);
  }
  if (own !== undefined || owner.members.has(name)) return own;
  // What every object has, as `toString`, is not read.
  return name in {} || owner.of ? onlyARun(name, node, run) : undefined;
}

/** `Class.name`; `self`: the class that derives from it and asks for it. */
function ofClass(owner: Class, name: string, node: SyntaxNode, run: ScriptRun, self: Value = owner): Value {
  for (let at: Value = owner; at instanceof Class; at = at.base) {
    if (at.statics.members.has(name) || at.statics.hole) return ofObject(at.statics, name, node, run, self);
    if (at.base instanceof Native) return nativeMember(at.base, name, node, run);
  }
  return name === 'name' ? owner.name : onlyARun(name, node, run);
}

/** `owner[key] = value` */
export function putMember(owner: Value, key: Value, value: Value, node: SyntaxNode, run: ScriptRun): void {
  if (owner instanceof Class) {
    putMember(owner.statics, key, value, node, run);
    return;
  }
  if (owner instanceof Native) run.patch(owner.path);
  if (owner instanceof Unknown) for (const each of owner.holds) run.escape(each, node);
  const setter = owner instanceof Obj ? owner.setters.get(String(key)) : undefined;
  if (setter) {
    run.call(setter, { values: [value], spread: undefined, places: [] }, node);
    return;
  }
  if (!(owner instanceof Obj || owner instanceof Arr)) return;
  if (owner.isFrozen) {
    run.unknown(node, 'An assignment to what is frozen throws.');
    return;
  }
  const isIndex =
    owner instanceof Arr
      ? !(owner instanceof Collection) &&
        typeof key === 'number' &&
        Number.isInteger(key) &&
        key >= 0 &&
        key <= owner.items.length
      : typeof key === 'string' || typeof key === 'number';
  if (!isIndex || key === '__proto__') {
    owner.hole ??= key instanceof Unknown ? key : run.unknown(node, 'What is assigned here is not followed.');
    return;
  }
  const before = owner instanceof Arr ? owner.items[key as number] : owner.members.get(String(key));
  const after = owner.region === run.region ? value : uncertain(node, run).with([before, value]);
  if (owner instanceof Arr) owner.items[key as number] = after;
  else {
    owner.members.set(String(key), after);
    for (const shape of owner.shapes) changeShape(shape, String(key));
    owner.place(String(key), undefined);
  }
}

/** An argument of zod has another member: zod looks at it when it first needs it, which nobody knows. */
function changeShape(shape: object, key: string): void {
  const get = () => {
    throw new NotRead('What this schema is made of changes after.');
  };
  Object.defineProperty(shape, key, { get, enumerable: true, configurable: true });
}

function uncertain(node: SyntaxNode, run: ScriptRun): Unknown {
  const hole = run.region?.hole;
  return hole
    ? new Unknown(hole.reason, hole.at)
    : run.unknown(node, 'When this is assigned is known only when the program runs.');
}

/** A change in place: false where it is not certain, so that all of it is unknown from here on. */
export function changeMembers(owner: Obj | Arr, node: SyntaxNode, run: ScriptRun): boolean {
  if (owner.region === run.region && !owner.isFrozen) return true;
  owner.hole ??= uncertain(node, run);
  return false;
}

/** Code that is not read may change and call what is handed over to it. `by`: that code, as far as it is known. */
export function escapeTo(value: Value, node: SyntaxNode, run: ScriptRun, by?: Unknown): void {
  const callee = node.firstChild ? run.textOf(node.firstChild) : '';
  const isHarmless =
    by?.isPackage === true && !/merge|assign|set|default|extend|push|update|mutate|sort|patch/i.test(callee);
  const seen = new Set<Value>();
  const reach = (each: Value): void => {
    if (each === null || typeof each !== 'object' || seen.has(each) || seen.size > 1000) return;
    seen.add(each);
    if (each instanceof Fn) {
      const hole = new Unknown(
        'What this function is called with is known only when the program runs.',
        run.place(node),
        true,
      );
      run.silently(() => run.within(hole, () => run.call(each, { values: [], spread: hole, places: [] }, node)));
    } else if (each instanceof Unknown) for (const held of each.holds) reach(held);
    else if (each instanceof Obj || each instanceof Arr) {
      if (!isHarmless) each.hole ??= run.unknown(node, 'It is handed over to code that may change it.');
      for (const member of each instanceof Obj ? each.members.values() : each.items) reach(member);
    }
  };
  reach(value);
}

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
export function callSuper(callee: SyntaxNode, args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  const method = superMember(callee, run);
  if (method instanceof Fn) return run.call(method, args, node);
  for (const value of args.values) run.escape(value, node, method instanceof Unknown ? method : undefined);
  run.escape(run.frame.self, node);
  return method instanceof Unknown ? method : run.unknown(node, '`super` is not read here.');
}
