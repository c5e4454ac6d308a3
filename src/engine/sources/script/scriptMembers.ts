import type { SyntaxNode } from '@lezer/common';
import { nativeMember } from './scriptNatives.ts';
import type { ScriptRun } from './scriptRun.ts';
import { Arr, Class, Fn, Getter, Native, Obj, Schema, Unknown, type Value } from './scriptValues.ts';
import { schemaMember } from './zodSchemas.ts';

/** `owner[key]` */
export function memberOf(owner: Value, key: Value, node: SyntaxNode, run: ScriptRun): Value {
  if (owner instanceof Unknown) return owner;
  if (key instanceof Unknown) return key;
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
  const items = owner instanceof Arr ? owner.items : owner;
  if (name === 'length') return items.length;
  return /^\d+$/.test(name)
    ? items[Number(name)]
    : run.unknown(node, owner instanceof Arr ? `\`${name.slice(0, 60)}\` of a list is not read.` : 'This is not read.');
}

function onlyARun(name: string, node: SyntaxNode, run: ScriptRun): Unknown {
  return run.unknown(node, `\`${name.slice(0, 60)}\` is known only when the program runs.`);
}

function ofObject(owner: Obj, name: string, node: SyntaxNode, run: ScriptRun): Value {
  const own = owner.members.get(name);
  if (own instanceof Unknown) return own;
  if (owner.hole) return owner.hole;
  if (own instanceof Getter) return run.call(own.fn, { values: [], spread: undefined, places: [] }, node);
  if (own !== undefined || owner.members.has(name)) return own;
  // What every object has, as `toString`, is not read.
  return name in {} || owner.of ? onlyARun(name, node, run) : undefined;
}

function ofClass(owner: Class, name: string, node: SyntaxNode, run: ScriptRun): Value {
  for (let at: Value = owner; at instanceof Class; at = at.base) {
    if (at.statics.members.has(name) || at.statics.hole) return ofObject(at.statics, name, node, run);
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
  if (!(owner instanceof Obj || owner instanceof Arr)) return;
  const isIndex =
    owner instanceof Arr
      ? typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= owner.items.length
      : typeof key === 'string' || typeof key === 'number';
  if (!isIndex || key === '__proto__') {
    owner.hole ??= key instanceof Unknown ? key : run.unknown(node, 'What is assigned here is not followed.');
    return;
  }
  const after = owner.region === run.region ? value : uncertain(node, run);
  if (owner instanceof Arr) owner.items[key as number] = after;
  else {
    owner.members.set(String(key), after);
    owner.place(String(key), undefined);
  }
}

function uncertain(node: SyntaxNode, run: ScriptRun): Unknown {
  const hole = run.region?.hole;
  return hole
    ? new Unknown(hole.reason, hole.at)
    : run.unknown(node, 'When this is assigned is known only when the program runs.');
}

/** A change in place: false where it is not certain, so that all of it is unknown from here on. */
export function changeMembers(owner: Obj | Arr, node: SyntaxNode, run: ScriptRun): boolean {
  if (owner.region === run.region) return true;
  owner.hole ??= uncertain(node, run);
  return false;
}

/** What is handed over to code that is not read may be changed there, and called. `by`: that code, as far as it is known. */
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
    } else if (each instanceof Obj || each instanceof Arr) {
      if (!isHarmless) each.hole ??= run.unknown(node, 'It is handed over to code that may change it.');
      for (const member of each instanceof Obj ? each.members.values() : each.items) reach(member);
    }
  };
  reach(value);
}
