import type { SyntaxNode } from '@lezer/common';
import { partsOf } from '../values/scriptFiles.ts';
import type { Arguments, ScriptRun } from '../values/scriptRun.ts';
import { Class, Fn, Getter, Native, Obj, Scope, Unknown, type Value } from '../values/scriptValues.ts';
import { collectionOf } from './scriptCollections.ts';
import { callNative } from './scriptNatives.ts';
import { bind, withDefault } from './scriptTargets.ts';

/** The class that a declaration or an expression makes, its static members read. */
export function classOf(node: SyntaxNode, scope: Scope, run: ScriptRun): Class {
  const parts = partsOf(node);
  const named = node.getChild('VariableDefinition');
  const name = named ? run.textOf(named) : '';
  const at = parts.findIndex(each => each.name === 'extends');
  const base = at < 0 ? undefined : run.evaluate(parts[at + 1], scope);
  const inner = new Scope(scope, run.region);
  const statics = new Obj(run.region);
  const made = new Class(name, node, inner, base, statics);
  if (name !== '') {
    inner.names.set(name, made);
    if (node.name === 'ClassDeclaration') scope.names.set(name, made);
  }
  for (const member of membersOf(made)) {
    if (!member.getChild('static') && member.name !== 'StaticBlock') continue;
    run.inside({ self: made, home: made }, () => {
      const block = member.getChild('Block');
      if (member.name === 'StaticBlock') {
        if (block) run.execute(partsOf(block), new Scope(inner, run.region, true));
      } else setMember(statics, member, inner, made, made, run);
    });
  }
  return made;
}

/** The fields and methods of a class. */
export function membersOf({ node }: Class): readonly SyntaxNode[] {
  const body = node.getChild('ClassBody');
  return body ? partsOf(body).filter(({ name }) => /^(?:Property|Method)Declaration$|^StaticBlock$/.test(name)) : [];
}

/** The name of a field or method, where it is written as it is. */
export function memberName(member: SyntaxNode, run: ScriptRun): string | undefined {
  const named = member.getChild('PropertyDefinition') ?? member.getChild('PrivatePropertyDefinition');
  return named ? run.textOf(named) : undefined;
}

function setMember(owner: Obj, member: SyntaxNode, scope: Scope, self: Value, home: Class, run: ScriptRun): void {
  const name = memberName(member, run);
  if (name === undefined) {
    owner.hole ??= run.unknown(member, 'Which member this is is known only when the program runs.');
    return;
  }
  if (member.name === 'MethodDeclaration') {
    const fn = new Fn(member, scope, self, home);
    run.meet(fn);
    if (member.getChild('set')) owner.setters.set(name, fn);
    else if (member.getChild('Block')) owner.members.set(name, member.getChild('get') ? new Getter(fn) : fn);
    return;
  }
  if (member.getChild('declare')) return;
  const parts = partsOf(member);
  owner.members.set(name, withDefault(undefined, parts, scope, run));
}

/** `new of(…)`: its fields, then its constructor. */
export function instanceOf(of: Class, args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  const made = new Obj(run.region, new Map(), of);
  // All methods are there before any field is, and before any constructor runs.
  const line: Class[] = [];
  for (let at: Value = of; at instanceof Class && line.length < 20; at = at.base) line.unshift(at);
  for (const each of line)
    run.inScope(each.scope, { self: made, home: each }, () => {
      for (const member of membersOf(each))
        if (
          member.name === 'MethodDeclaration' &&
          !member.getChild('static') &&
          memberName(member, run) !== 'constructor'
        )
          setMember(made, member, each.scope, made, each, run);
    });
  fill(made, of, args, node, run, 0);
  return made;
}

/** Objects whose constructors have yet to call `super(…)`, which goes on with the class that it stands in. */
const waiting = new WeakMap<Obj, Map<Class, (args: Arguments) => void>>();

function fill(made: Obj, of: Class, args: Arguments, node: SyntaxNode, run: ScriptRun, depth: number): void {
  const own = run.inScope(of.scope, { self: made, home: of }, () =>
    membersOf(of).find(
      member =>
        member.name === 'MethodDeclaration' && memberName(member, run) === 'constructor' && member.getChild('Block'),
    ),
  );
  const { base } = of;
  if (base !== undefined && base !== null && !(base instanceof Class))
    made.hole ??= base instanceof Unknown ? base : run.unknown(node, 'What its base class does is not read.');
  const fields = () =>
    run.inScope(of.scope, { self: made, home: of }, () => {
      for (const member of membersOf(of))
        if (member.name === 'PropertyDeclaration' && !member.getChild('static'))
          setMember(made, member, of.scope, made, of, run);
    });
  if (!(base instanceof Class) || depth >= 20) fields();
  else if (own) {
    const pending = waiting.get(made) ?? new Map<Class, (args: Arguments) => void>();
    waiting.set(made, pending);
    pending.set(of, passed => {
      pending.delete(of);
      fill(made, base, passed, node, run, depth + 1);
      fields();
    });
  } else {
    fill(made, base, args, node, run, depth + 1);
    fields();
  }
  if (own) run.enter(new Fn(own, of.scope, made, of), args);
  if (!waiting.get(made)?.delete(of)) return;
  made.hole ??= run.unknown(node, 'What is handed to the base class is not followed.');
}

/** `super(…)`: fills the object with what the class above makes of it, then with the fields of its own class. */
export function superCall(args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  const { self, home } = run.frame;
  const goOn = self instanceof Obj && home ? waiting.get(self)?.get(home) : undefined;
  if (!(self instanceof Obj)) return undefined;
  if (goOn && self.region === run.region) goOn(args);
  else for (const value of args.values) run.escape(value, node);
  return undefined;
}

/** The parameters of a function with their values; `public x` is a field, too. */
export function bindParameters(fn: Fn, args: Arguments, scope: Scope, run: ScriptRun): void {
  const list = fn.node.getChild('ParamList');
  if (!list) return;
  let index = 0;
  let part: SyntaxNode[] = [];
  const take = () => {
    const target = part.find(({ name }) => /^(?:VariableDefinition|ObjectPattern|ArrayPattern)$/.test(name));
    if (part.some(({ name }) => name === 'this')) {
      part = [];
      return;
    }
    if (target) {
      const isRest = part.some(({ name }) => name === 'Spread');
      const value = isRest ? run.rest(args, index) : index < args.values.length ? args.values[index] : args.spread;
      bind(target, isRest ? value : withDefault(value, part, scope, run), scope, run);
      if (part.some(({ name }) => name === 'Privacy' || name === 'readonly') && fn.self instanceof Obj)
        fn.self.members.set(run.textOf(target), scope.names.get(run.textOf(target)));
    }
    index++;
    part = [];
  };
  const parts = partsOf(list);
  for (const each of parts[0]?.name === '(' ? parts.slice(1, -1) : parts)
    if (each.name === ',') take();
    else part.push(each);
  take();
}

/** Whether a class is one of LangChain's, or is made of one. */
function nativeBase(of: Value, depth = 0): Native | undefined {
  if (of instanceof Native) return of;
  return of instanceof Class && depth < 20 ? nativeBase(of.base, depth + 1) : undefined;
}

const onlyARun = 'What this makes is known only when the program runs.';

/** `new of(…)` */
export function constructed(of: Value, args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (of instanceof Native && (of.path === 'Map' || of.path === 'Set') && !run.isPatched(of.path))
    return collectionOf(of.path, args, node, run);
  if (of instanceof Native && of.path === 'Array') return callNative(of.path, args, node, run);
  if (of instanceof Native && isParser(of)) return run.make(of.path, args, node);
  if (of instanceof Class) {
    const base = nativeBase(of);
    if (base) return subclass(of, base, args, node, run);
    const frame = { self: undefined, home: of };
    return run.called(node, () => run.inScope(of.scope, frame, () => instanceOf(of, args, node, run)));
  }
  for (const value of args.values) run.escape(value, node, of instanceof Unknown ? of : undefined);
  return (of instanceof Unknown ? of : run.unknown(node, onlyARun)).with(args.values);
}

function isParser({ path }: Native): boolean {
  return /^(?:core|classic)\./.test(path);
}

/** A class that is made of one of LangChain's: what it changes is code. */
function subclass(of: Class, base: Native, args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
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
  return run.make(base.path, args, node, undefined, holes);
}
