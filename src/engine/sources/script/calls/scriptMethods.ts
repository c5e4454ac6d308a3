import type { SyntaxNode } from '@lezer/common';
import { type Arguments, handOver, notRead, type ScriptRun } from '../values/scriptRun.ts';
import { unknownIn } from '../values/scriptTexts.ts';
import { Arr, Collection, Fn, Native, Obj, Pattern, Schema, Unknown, type Value } from '../values/scriptValues.ts';
import { callSchema } from '../zod/zodSchemas.ts';
import { callArray } from './callArray.ts';
import { callNumber, callText, runnable } from './callText.ts';
import { callCollection } from './scriptCollections.ts';
import { callNative, hasOwn } from './scriptNatives.ts';

/** `owner.key(…)` */
export function callMethod(owner: Value, key: Value, args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (owner instanceof Schema) return callSchema(owner, String(key), args, node, run);
  if (owner instanceof Native) {
    const of = run.member(owner, key, node);
    return of instanceof Native ? callNative(of.path, args, node, run) : handOver(of as Unknown, args, node, run);
  }
  const hole = unknownIn([owner, key]) ?? args.spread;
  if (hole) {
    // Of what it may be the method may be called.
    const own = owner instanceof Unknown ? run.member(owner, key, node) : hole.with([owner]);
    if (own instanceof Unknown) for (const each of own.holds) run.escape(each, node);
    if (owner instanceof Unknown) for (const each of owner.holds) run.escape(each, node);
    return handOver(hole, args, node, run).with([owner, ...args.values]);
  }
  const name = String(key);
  if (typeof owner === 'string') return callText(owner, name, args, node, run);
  if (typeof owner === 'number' && (name === 'toString' || name === 'toFixed'))
    return callNumber(owner, name, args, node, run);
  if (owner instanceof Collection) return callCollection(owner, name, args, node, run);
  if (owner instanceof Arr) {
    const made = callArray(owner, name, args, node, run);
    return made instanceof Unknown ? made.with([owner]) : made;
  }
  if (owner instanceof Obj && name === 'hasOwnProperty' && !owner.members.has(name))
    return hasOwn(owner, args.values[0], node, run);
  const [tested] = args.values;
  if (owner instanceof Pattern && name === 'test' && typeof tested === 'string' && !owner.flags.includes('g'))
    return runnable(owner, tested)?.test(tested) ?? notRead(name, node, run);
  if (owner instanceof Fn && /^(?:call|apply|bind)$/.test(name)) return applied(owner, name, args, node, run);
  const method = run.member(owner, key, node);
  if (method instanceof Fn)
    return run.call(
      new Fn(method.node, method.scope, method.node.name === 'ArrowFunction' ? method.self : owner, method.home),
      args,
      node,
    );
  if (method instanceof Native) return callNative(method.path, args, node, run);
  // `f.call(…)` runs `f`, too.
  if (owner instanceof Obj || owner instanceof Fn) run.escape(owner, node);
  return handOver(method instanceof Unknown ? method : notRead(name, node, run), args, node, run);
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
