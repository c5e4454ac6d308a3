import type { SyntaxNode } from '@lezer/common';
import { expressionsOf, isExpression } from '../../../code/typescript/tsSyntax.ts';
import { classOf } from '../calls/scriptClasses.ts';
import { assign, bind, bindVar, declare, enumerate } from '../calls/scriptTargets.ts';
import { partsOf } from '../values/scriptFiles.ts';
import type { Completion, ScriptRun } from '../values/scriptRun.ts';
import { truthOf } from '../values/scriptTexts.ts';
import { Arr, Collection, Fn, Obj, Scope, Unknown, type Value } from '../values/scriptValues.ts';
import { attempted, headOf, labelOf, switched, Turns } from './controlFlow.ts';

/** Reads one statement. */
export function executeStatement(node: SyntaxNode, scope: Scope, run: ScriptRun): Completion | undefined {
  switch (node.name) {
    case 'VariableDeclaration':
      declare(node, scope, run);
      return undefined;
    case 'ExpressionStatement':
      for (const each of partsOf(node)) if (each.name !== ';') run.evaluate(each, scope);
      return undefined;
    case 'ExportDeclaration':
      return exported(node, scope, run);
    case 'ClassDeclaration':
      run.meet(classOf(node, scope, run));
      return undefined;
    case 'EnumDeclaration':
      enumerate(node, scope, run);
      return undefined;
    case 'Block':
      return run.execute(partsOf(node), new Scope(scope, run.region));
    case 'ReturnStatement': {
      const [, value] = partsOf(node);
      return { kind: 'return', value: value && value.name !== ';' ? run.evaluate(value, scope) : undefined };
    }
    case 'ThrowStatement':
      // That it throws is certain, whatever it throws.
      run.certainly(() => run.evaluate(expressionsOf(node)[0], scope));
      return { kind: 'throw' };
    case 'BreakStatement':
      return jump(node, 'break', run);
    case 'ContinueStatement':
      return jump(node, 'continue', run);
    case 'IfStatement':
      return conditional(node, scope, run);
    case 'ForStatement':
      return loop(node, scope, run);
    case 'LabeledStatement':
      return labeled(node, scope, run);
    case 'WhileStatement':
    case 'DoStatement':
      return counted(node, scope, run);
    case 'SwitchStatement':
      return switched(node, scope, run, () => perhaps(node, scope, run));
    case 'TryStatement':
      return attempted(node, scope, run);
    case 'NamespaceDeclaration':
      return perhaps(node, scope, run);
    default:
      return undefined;
  }
}

function exported(node: SyntaxNode, scope: Scope, run: ScriptRun): Completion | undefined {
  const inner = partsOf(node).find(({ name }) => /Declaration$/.test(name));
  if (node.getChild('default')) {
    const value = inner
      ? undefined
      : run.evaluate(
          partsOf(node).find(part => isExpression(part)),
          scope,
        );
    const name = inner?.getChild('VariableDefinition');
    if (inner?.name === 'FunctionDeclaration' && !name) {
      const fn = new Fn(inner, scope, undefined);
      run.meet(fn);
      scope.names.set('*default', fn);
      return undefined;
    }
    if (inner) executeStatement(inner, scope, run);
    scope.names.set('*default', name ? scope.names.get(run.textOf(name)) : value);
    return undefined;
  }
  return inner ? executeStatement(inner, scope, run) : undefined;
}

function conditional(node: SyntaxNode, scope: Scope, run: ScriptRun): Completion | undefined {
  const parts = partsOf(node);
  const isTrue = truthOf(run.evaluate(parts[1], scope));
  const other = parts.findIndex(({ name }) => name === 'else');
  const yes = parts[2];
  const no = other < 0 ? undefined : parts[other + 1];
  const read = (branch: SyntaxNode | undefined) =>
    branch && executeStatement(branch, new Scope(scope, run.region), run);
  if (!(isTrue instanceof Unknown)) return read(isTrue ? yes : no);
  const ends = [yes, no].map(branch => run.within(isTrue, () => read(branch)));
  // What throws ends the program as far as the lines below are concerned.
  const values = ends.flatMap(end =>
    end?.kind === 'return' ? [end.value] : end?.kind === 'maybe' ? (end.values ?? []) : [],
  );
  return ends.some(end => end && end.kind !== 'throw') ? { kind: 'maybe', values } : undefined;
}

const maxTurns = 2000;

function loop(node: SyntaxNode, scope: Scope, run: ScriptRun): Completion | undefined {
  const spec = node.getChild('ForOfSpec') ?? node.getChild('ForInSpec');
  const body = node.lastChild;
  if (!spec || !body) return counted(node, scope, run);
  const parts = partsOf(spec);
  const sign = parts.findIndex(({ name }) => name === 'of' || name === 'in');
  const over = run.evaluate(parts[sign + 1], scope);
  const target = parts.slice(0, sign).find(({ name }) => /Definition$|Pattern$|^VariableName$|Expression$/.test(name));
  const take = (value: Value, inner: Scope) => {
    if (!target) return;
    if (spec.getChild('var')) bindVar(target, true, value, scope, run);
    else if (/^Variable(?:Name)$|Expression$/.test(target.name)) assign(target, value, inner, run);
    else bind(target, value, inner, run);
  };
  const items = itemsOf(over, parts[sign]?.name === 'in');
  if (!items || items.length > maxTurns) {
    const hole =
      over instanceof Unknown ? over : run.unknown(spec, 'How often this runs is known only when the program runs.');
    const turn = (inner: Scope) => {
      take(hole, inner);
      return executeStatement(body, inner, run);
    };
    return again(hole, run, turn, scope);
  }
  const label = labelOf(node, run);
  const turns = new Turns(label, run);
  const visited = new Set<Value>();
  // A list that grows meanwhile has its new items read, too; removing from a collection does not move the rest.
  for (let i = 0; i < maxTurns; i++) {
    const at = over instanceof Collection ? items.findIndex(item => !visited.has(item)) : i;
    if (at < 0 || at >= items.length) break;
    visited.add(items[at]);
    const isOver = turns.take(node, () => {
      const inner = new Scope(scope, run.region);
      take(items[at], inner);
      return executeStatement(body, inner, run);
    });
    if (isOver) return turns.end;
  }
  return turns.end;
}

/** A loop whose end depends on a test: its turns are read one by one as long as the test is known. */
function counted(node: SyntaxNode, scope: Scope, run: ScriptRun): Completion | undefined {
  const { first, test, update } = headOf(node);
  const isDo = node.name === 'DoStatement';
  const body = isDo ? partsOf(node)[1] : node.lastChild;
  if (!body) return perhaps(node, scope, run);
  // Each turn has variables of its own, which functions that it makes keep.
  let own = new Scope(scope, run.region);
  if (first?.name === 'VariableDeclaration') executeStatement(first, own, run);
  else if (first) run.evaluate(first, own);
  const turns = new Turns(labelOf(node, run), run);
  for (let i = 0; ; i++) {
    const isTrue = test && !(isDo && i === 0) ? truthOf(run.evaluate(test, own)) : true;
    if (isTrue === false) return turns.end;
    if (isTrue instanceof Unknown || i >= maxTurns) {
      const hole =
        isTrue instanceof Unknown
          ? isTrue
          : run.unknown(node, 'How often this runs is known only when the program runs.');
      for (const name of own.names.keys()) own.names.set(name, hole);
      const end = again(hole, run, inner => executeStatement(body, inner, run), own);
      return turns.end ?? end;
    }
    const turn = own;
    if (turns.take(node, () => executeStatement(body, new Scope(turn, run.region), run))) return turns.end;
    own = new Scope(scope, run.region);
    for (const [name, value] of turn.names) own.names.set(name, value);
    if (update) run.evaluate(update, own);
  }
}

function labeled(node: SyntaxNode, scope: Scope, run: ScriptRun): Completion | undefined {
  const end = executeStatement(node.lastChild!, scope, run);
  const label = node.getChild('Label');
  return end?.kind === 'break' && label && end.label === run.textOf(label) ? undefined : end;
}

/** A jump, with its label where it has one. */
function jump(node: SyntaxNode, kind: 'break' | 'continue', run: ScriptRun): Completion {
  const label = node.getChild('Label');
  return label ? { kind, label: run.textOf(label) } : { kind };
}

function itemsOf(over: Value, isKeys: boolean): readonly Value[] | undefined {
  if (over instanceof Collection && isKeys) return undefined;
  if (over instanceof Arr && !over.hole) return isKeys ? over.items.map((_, i) => String(i)) : over.items;
  if (over instanceof Obj && !over.hole && !over.of && isKeys) return [...over.members.keys()];
  return typeof over === 'string' && !isKeys ? [...over] : undefined;
}

/** What may run any number of times: its second turn sees what the first may have changed. */
function again(
  hole: Unknown,
  run: ScriptRun,
  read: (scope: Scope) => Completion | undefined,
  scope: Scope,
): Completion | undefined {
  const turn = () => run.within(hole, () => read(new Scope(scope, run.region)));
  run.silently(turn);
  const end = turn();
  const isOwn = end && (end.kind === 'break' || end.kind === 'continue') && end.label === undefined;
  return end && end.kind !== 'throw' && !isOwn ? { kind: 'maybe' } : undefined;
}

/** Statements that may run in part, never or often. */
function perhaps(node: SyntaxNode, scope: Scope, run: ScriptRun): Completion | undefined {
  const hole = run.unknown(node, 'Whether and how often this runs is known only when the program runs.');
  return again(hole, run, inner => walk(node, inner, run), scope);
}

function walk(node: SyntaxNode, scope: Scope, run: ScriptRun): Completion | undefined {
  let end: Completion | undefined;
  for (const part of partsOf(node)) {
    if (part.name === 'VariableDefinition')
      scope.names.set(run.textOf(part), run.unknown(part, 'This is known only when the program runs.'));
    else if (/Statement$|Declaration$|^Block$/.test(part.name)) end = executeStatement(part, scope, run) ?? end;
    else if (/Clause$|Body$|Label$|^ForSpec$/.test(part.name)) end = walk(part, scope, run) ?? end;
    else if (isExpression(part)) run.evaluate(part, scope);
  }
  return end;
}
