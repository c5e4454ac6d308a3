import { childOf, childrenOf, type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { EngineError } from '../../../core/errors.ts';
import { callSpecial } from '../objects/specialMethods.ts';
import type { Completion, Run } from '../run/sourceRun.ts';
import { findInClass } from '../values/classLines.ts';
import type { Environment } from '../values/environment.ts';
import { isOfFramework } from '../values/frameworks.ts';
import { as, External, Instance, type Placed, Routine, Unknown, unknown, type Value } from '../values/values.ts';
import { assignTarget } from './assignTarget.ts';

interface Handler {
  readonly name: string | undefined;
  readonly as: string | undefined;
  readonly body: readonly PyNode[];
}

/** `try`: its handlers run where Python's exception is known, may run where anything in the body is unknown, and give way to the body where that only imports. */
export function tryStatement(node: PyNode, names: Environment, run: Run): Completion {
  const { body, handlers, otherwise, last } = partsOf(node, run.program.text);
  const isImport = body.some(({ name }) => name === 'ImportStatement');
  const before = new Map(names.names);
  let outcome: Completion | EngineError = { kind: 'next' };
  const unknowns = run.unknowns;
  const changes = run.journal.watch(() => {
    outcome = attempt(body, names, run);
  });
  const isOpen =
    run.unknowns > unknowns && !handlers.every(({ body: [...all] }) => all.at(-1)?.name === 'RaiseStatement');
  let completion: Completion;
  const ended = outcome as Completion | EngineError;
  const isRaised = ended instanceof EngineError || ended.kind === 'raise';
  if (ended instanceof EngineError) completion = handle(ended, handlers, names, run, node);
  else if (ended.kind === 'raise') completion = handleRaised(ended.error, handlers, names, run, node);
  else if (isImport) {
    importsOr(handlers, before, names, run, node);
    completion = ended;
  } else {
    completion = ended;
    if (!isOpen) run.decide();
    if (handlers.length > 0 && isOpen) {
      const reason = new Unknown('Whether this raises is known only when the program runs.', spanOf(node));
      run.branches(reason, [() => ended, ...handlers.map(each => () => handled(each, names, run, node))]);
      for (const change of changes) change.doubt(reason);
    }
  }
  if (completion.kind === 'next' && !isRaised) completion = run.execute(otherwise, names);
  const end = run.execute(last, names);
  return end.kind === 'next' ? completion : end;
}

function partsOf(node: PyNode, text: string) {
  const children = childrenOf(node);
  const parts = {
    body: [] as readonly PyNode[],
    handlers: [] as Handler[],
    otherwise: [] as readonly PyNode[],
    last: [] as readonly PyNode[],
  };
  let word = '';
  let types: PyNode[] = [];
  for (const child of children) {
    if (child.name !== 'Body') {
      if (/^(?:try|except|else|finally)$/.test(child.name)) [word, types] = [child.name, []];
      else types.push(child);
      continue;
    }
    const statements = childrenOf(child).slice(1);
    if (word === 'try') parts.body = statements;
    else if (word === 'else') parts.otherwise = statements;
    else if (word === 'finally') parts.last = statements;
    else {
      const at = types.findIndex(({ name }) => name === 'as');
      const name = types[0] && text.slice(types[0].from, types[0].to);
      const local = at >= 0 ? types[at + 1] : undefined;
      parts.handlers.push({ name, as: local && text.slice(local.from, local.to), body: statements });
    }
  }
  return parts;
}

/** Runs statements up to the exception that Python raises in them, if it is known. */
function attempt(body: readonly PyNode[], names: Environment, run: Run): Completion | EngineError {
  try {
    return run.trying(() => run.execute(body, names));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    run.decide();
    return error;
  }
}

const broad = /\b(?:LookupError|Exception|BaseException|ArithmeticError)\b/;

function handle(
  error: EngineError,
  handlers: readonly Handler[],
  names: Environment,
  run: Run,
  node: PyNode,
): Completion {
  const own = handlers.find(({ name }) => name === undefined || broad.test(name) || name.includes(error.class));
  return own ? handled(own, names, run, node) : { kind: 'raise' };
}

/** Exceptions of Python's own that derive from none of each other but for those that stand below one here. */
const builtins: ReadonlyMap<string, string | undefined> = new Map([
  ...['ValueError', 'TypeError', 'AttributeError', 'NameError', 'StopIteration', 'AssertionError', 'ImportError'].map(
    name => [name, undefined] as const,
  ),
  ['KeyError', 'LookupError'],
  ['IndexError', 'LookupError'],
  ['ZeroDivisionError', 'ArithmeticError'],
  ['NotImplementedError', 'RuntimeError'],
  ['FileNotFoundError', 'OSError'],
  ['PermissionError', 'OSError'],
  ['RuntimeError', undefined],
  ['OSError', undefined],
]);

/** Whether a handler catches what is raised by a name; `undefined`: nobody knows. */
function catches({ name }: Handler, error: string): boolean | undefined {
  if (name === undefined) return true;
  const names: readonly string[] = name.match(/\w+/g) ?? [];
  const above = builtins.get(error);
  if (names.includes(error) || names.includes('BaseException') || (above && names.includes(above))) return true;
  if (!builtins.has(error)) return undefined;
  return (
    names.includes('Exception') ||
    (names.every(each => builtins.has(each) || each === 'LookupError') ? false : undefined)
  );
}

/** What runs after a `raise` that stands in the body itself. */
function handleRaised(
  error: string | undefined,
  handlers: readonly Handler[],
  names: Environment,
  run: Run,
  node: PyNode,
): Completion {
  for (const [i, handler] of handlers.entries()) {
    const isOwn = error === undefined ? undefined : catches(handler, error);
    if (isOwn === true) return handled(handler, names, run, node);
    if (isOwn === false) continue;
    const reason = new Unknown('Which `except` this raises into is known only when the program runs.', spanOf(node));
    return run.branches(reason, [
      ...handlers.slice(i).map(each => () => handled(each, names, run, node)),
      () => ({ kind: 'raise' as const }),
    ]);
  }
  return { kind: 'raise', ...(error !== undefined && { error }) };
}

function handled(handler: Handler, names: Environment, run: Run, node: PyNode): Completion {
  if (handler.as !== undefined)
    run.journal.assign(names, handler.as, { value: unknown('An exception.', spanOf(node)), at: spanOf(node) });
  return run.execute(handler.body, names);
}

/** `try: import … except ImportError: …`: of both the import that names a class of a framework; what else differs is unknown. */
function importsOr(
  handlers: readonly Handler[],
  before: ReadonlyMap<string, Placed>,
  names: Environment,
  run: Run,
  node: PyNode,
): void {
  const at = spanOf(node);
  const open: Placed = { value: unknown('This depends on which packages there are.', at), at };
  for (const handler of handlers) {
    const atStart = new Map(names.names);
    handled(handler, names, run, node);
    for (const [name, placed] of [...names.names]) {
      const first = atStart.get(name);
      if (first === placed) continue;
      const own = first === before.get(name) ? undefined : first;
      const isSame = own && as(own.value, External) && as(placed.value, External);
      const chosen = own && isKnown(own) ? own : isKnown(placed) ? placed : isSame ? own : open;
      run.journal.assign(names, name, chosen);
    }
  }
}

function isKnown({ value }: Placed): boolean {
  const path = as(value, External)?.path;
  return path !== undefined && isOfFramework(path);
}

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
