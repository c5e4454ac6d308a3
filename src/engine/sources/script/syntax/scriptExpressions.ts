import type { SyntaxNode } from '@lezer/common';
import { unescapeLiteral } from '../../../code/typescript/literals.ts';
import { expressionsOf } from '../../../code/typescript/tsSyntax.ts';
import { classOf, superCall } from '../calls/scriptClasses.ts';
import { callSuper, superMember } from '../calls/scriptMembers.ts';
import { callMethod } from '../calls/scriptMethods.ts';
import { callNative, nativeNamed } from '../calls/scriptNatives.ts';
import { assign, ownerAndKey } from '../calls/scriptTargets.ts';
import { partsOf } from '../values/scriptFiles.ts';
import type { Arguments, ScriptRun } from '../values/scriptRun.ts';
import { bounded, textOf, truthOf } from '../values/scriptTexts.ts';
import { Arr, Fn, Native, Obj, Pattern, Promised, type Scope, Unknown, type Value } from '../values/scriptValues.ts';
import { array, listed, object } from './scriptLiterals.ts';
import { binary, operate, unary } from './scriptOperators.ts';

/** What an expression is. */
export function evaluateExpression(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  switch (node.name) {
    case 'String':
      return unescapeLiteral(run.textOf(node).slice(1, -1));
    case 'Number':
      return numberOf(run.textOf(node)) ?? run.unknown(node, 'This number is not read.');
    case 'BooleanLiteral':
      return run.textOf(node) === 'true';
    case 'null':
      return null;
    case 'RegExp':
      return patternOf(run.textOf(node));
    case 'TemplateString':
      return template(node, scope, run);
    case 'TaggedTemplateExpression':
      return tagged(node, scope, run);
    case 'VariableName':
    case 'PropertyDefinition':
      return variable(node, scope, run);
    case 'this':
      return run.frame.self ?? run.unknown(node, '`this` is known only when the program runs.');
    case 'ParenthesizedExpression':
    case 'PrefixCast':
    case 'InstantiationExpression':
      return run.evaluate(
        node.name === 'InstantiationExpression'
          ? node.firstChild
          : (expressionsOf(node).at(-1) ?? node.getChild('this')),
        scope,
      );
    case 'SequenceExpression':
      return expressionsOf(node)
        .map(each => run.evaluate(each, scope))
        .at(-1);
    case 'BinaryExpression':
      return binary(node, scope, run);
    case 'UnaryExpression':
      return node.getChild('delete')
        ? removed(node, scope, run)
        : /^(?:\+\+|--)/.test(run.textOf(node))
          ? prefix(node, scope, run)
          : unary(node, scope, run);
    case 'PostfixExpression':
      return postfix(node, scope, run);
    case 'AssignmentExpression':
      return assignment(node, scope, run);
    case 'ConditionalExpression':
      return conditional(node, scope, run);
    case 'ArrayExpression':
      return array(node, scope, run);
    case 'ObjectExpression':
      return object(node, scope, run);
    case 'ArrowFunction':
    case 'FunctionExpression':
      return functionOf(node, scope, run);
    case 'ClassExpression': {
      const made = classOf(node, scope, run);
      run.meet(made);
      return made;
    }
    case 'MemberExpression':
      return memberOf(node, scope, run);
    case 'CallExpression':
      return call(node, scope, run);
    case 'NewExpression':
      return construct(node, scope, run);
    case 'AwaitExpression':
      return awaited(run.evaluate(partsOf(node)[1], scope));
    default:
      for (const part of partsOf(node)) if (/Expression$|^Arrow|JSX/.test(part.name)) run.evaluate(part, scope);
      return run.unknown(node, 'This is known only when the program runs.');
  }
}

function functionOf(node: SyntaxNode, scope: Scope, run: ScriptRun): Fn {
  const { self, home } = run.frame;
  const made = node.name === 'ArrowFunction' ? new Fn(node, scope, self, home) : new Fn(node, scope, undefined);
  run.meet(made);
  return made;
}

function awaited(value: Value): Value {
  return value instanceof Promised ? awaited(value.value) : value;
}

function numberOf(source: string): number | bigint | undefined {
  const digits = source.replaceAll('_', '');
  if (digits.length > 1000 || /^0\d/.test(digits)) return undefined;
  if (digits.endsWith('n') && !/^0x/i.test(digits)) return BigInt(digits.slice(0, -1));
  const number = Number(digits);
  return Number.isNaN(number) ? undefined : number;
}

function patternOf(source: string): Value {
  const end = source.lastIndexOf('/');
  return new Pattern(source.slice(1, end), source.slice(end + 1));
}

function template(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const texts: string[] = [];
  let from = node.from + 1;
  let hole: Unknown | undefined;
  const literal = (to: number) => unescapeLiteral(run.textOf({ from, to }).replace(/\r\n?/g, '\n'));
  for (const part of node.getChildren('Interpolation')) {
    const value = run.evaluate(partsOf(part)[1], scope);
    const text = value instanceof Unknown ? undefined : textOf(value);
    if (text === undefined)
      hole ??= value instanceof Unknown ? value : run.unknown(part, 'This text is known only when the program runs.');
    texts.push(literal(part.from), text ?? '');
    from = part.to;
  }
  texts.push(literal(node.to - 1));
  return hole ?? bounded(texts) ?? run.unknown(node, 'This text is too long.');
}

function tagged(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const text = node.getChild('TemplateString');
  const tag = node.firstChild;
  if (text && tag && run.textOf(tag) === 'String.raw' && !scope.owner('String') && !text.getChild('Interpolation'))
    return run.textOf(text).slice(1, -1).replace(/\r\n?/g, '\n');
  if (text) run.evaluate(text, scope);
  return run.unknown(node, 'What a tag makes of a template is not read.');
}

function variable(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const name = run.textOf(node);
  const owner = scope.owner(name);
  const link = owner?.links.get(name);
  if (owner?.names.has(name)) return owner.names.get(name);
  if (link) return link();
  if (name === 'undefined') return undefined;
  if (name === 'NaN') return Number.NaN;
  if (name === 'Infinity') return Number.POSITIVE_INFINITY;
  return nativeNamed(name, node, run);
}

function removed(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const target = expressionsOf(node)[0];
  if (target?.name !== 'MemberExpression') return true;
  const { owner, key } = ownerAndKey(target, scope, run);
  if (owner instanceof Obj && typeof key === 'string' && run.change(owner, node)) owner.members.delete(key);
  else if (owner instanceof Unknown) run.escape(owner, node);
  else if (owner instanceof Obj || owner instanceof Arr)
    owner.hole ??= run.unknown(node, 'What is deleted here is not followed.');
  return true;
}

function prefix(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const [sign, operand] = partsOf(node);
  if (!sign || !operand) return run.unknown(node, 'This is not read.');
  const value = operate(run.textOf(sign).charAt(0), run.evaluate(operand, scope), 1, node, run);
  assign(operand, value, scope, run);
  return value;
}

function postfix(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const [operand, sign] = partsOf(node);
  const value = run.evaluate(operand, scope);
  if (!operand || sign?.name !== 'ArithOp') return value;
  assign(operand, operate(run.textOf(sign).charAt(0), value, 1, node, run), scope, run);
  return value;
}

function assignment(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const [target, sign, right] = partsOf(node);
  if (!target || !sign) return run.unknown(node, 'This is not read.');
  const operator = run.textOf(sign).slice(0, -1);
  if (operator === '') {
    const value = run.evaluate(right, scope);
    assign(target, value, scope, run);
    return value;
  }
  const before = run.evaluate(target, scope);
  if (/^(?:&&|\|\||\?\?)$/.test(operator)) {
    const isTrue = truthOf(before);
    const goesOn = operator === '??' ? before === undefined || before === null : operator === '&&' ? isTrue : !isTrue;
    if (!(before instanceof Unknown) && !goesOn) return before;
    const value = run.evaluate(right, scope);
    const after = before instanceof Unknown ? before : value;
    assign(target, after, scope, run);
    return after;
  }
  const value = operate(operator, before, run.evaluate(right, scope), node, run);
  assign(target, value, scope, run);
  return value;
}

function conditional(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const [condition, , yes, , no] = partsOf(node);
  const isTrue = truthOf(run.evaluate(condition, scope));
  if (!(isTrue instanceof Unknown)) return run.evaluate(isTrue ? yes : no, scope);
  const both = [yes, no].map(each => run.within(isTrue, () => run.evaluate(each, scope)));
  return both[0] === both[1] ? both[0] : new Unknown(isTrue.reason, isTrue.at, isTrue.isParameter).with(both);
}

function memberOf(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  if (node.firstChild?.name === 'super') return superMember(node, run);
  const { owner, key } = ownerAndKey(node, scope, run);
  if (
    (owner === undefined || owner === null) &&
    /\?\./.test(run.textOf({ from: node.firstChild!.to, to: node.to }).slice(0, 40))
  )
    return undefined;
  return run.member(owner, key, node);
}

function argumentsOf(node: SyntaxNode, scope: Scope, run: ScriptRun): Arguments {
  const list = node.getChild('ArgList');
  if (!list) return { values: [], spread: undefined, places: [] };
  const { values, spread, nodes } = listed(list, scope, run);
  return { values, spread, places: nodes.map(each => run.place(each)) };
}

function call(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  let callee = node.firstChild;
  while (callee && /^(?:Instantiation|Parenthesized)Expression$/.test(callee.name))
    callee = callee.name === 'InstantiationExpression' ? callee.firstChild : (expressionsOf(callee)[0] ?? null);
  if (!callee) return run.unknown(node, 'This is not read.');
  if (callee.name === 'super') return superCall(argumentsOf(node, scope, run), node, run);
  if (callee.name === 'MemberExpression' && callee.firstChild?.name === 'super')
    return callSuper(callee, argumentsOf(node, scope, run), node, run);
  if (callee.name === 'MemberExpression') {
    const { owner, key } = ownerAndKey(callee, scope, run);
    const isOptional = run.textOf({ from: callee.from, to: node.to }).includes('?.');
    if (isOptional && (owner === undefined || owner === null)) return undefined;
    const isPlain = owner instanceof Obj && !owner.of && !owner.hole;
    if (isPlain && isOptionalCall(callee, run) && run.member(owner, key, node) === undefined) return undefined;
    const args = argumentsOf(node, scope, run);
    return callMethod(owner, key, args, node, run);
  }
  const name = callee.name === 'VariableName' ? run.textOf(callee) : '';
  const isGlobal = name !== '' && !scope.owner(name);
  if (name === 'eval' && isGlobal) run.patch(name);
  if (name === 'require' && isGlobal) {
    const [first] = argumentsOf(node, scope, run).values;
    return typeof first === 'string'
      ? run.requireModule(first, node)
      : run.unknown(node, 'What is required is known only when the program runs.');
  }
  const of = run.evaluate(callee, scope);
  const given = argumentsOf(node, scope, run);
  if (of === undefined && isOptionalCall(callee, run)) return undefined;
  return callValue(of, given, node, run);
}

function isOptionalCall({ to }: SyntaxNode, run: ScriptRun): boolean {
  return run.textOf({ from: to, to: to + 2 }) === '?.';
}

/** Calls what is not a method. */
function callValue(of: Value, args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  if (of instanceof Fn) return run.call(of, args, node);
  if (of instanceof Native) return callNative(of.path, args, node, run);
  for (const value of [of, ...args.values]) run.escape(value, node, of instanceof Unknown ? of : undefined);
  return of instanceof Unknown
    ? of.with(args.values)
    : run.unknown(node, 'What this call gives is known only when the program runs.');
}

function construct(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const callee = partsOf(node).find(({ name }) => name !== 'new');
  const of = run.evaluate(callee, scope);
  return run.construct(of, argumentsOf(node, scope, run), node);
}
