import type { SyntaxNode } from '@lezer/common';
import { expressionsOf } from '../../../code/typescript/tsSyntax.ts';
import { partsOf } from '../values/scriptFiles.ts';
import type { ScriptRun } from '../values/scriptRun.ts';
import { isPrimitive, maxText, textOf, truthOf, unknownIn } from '../values/scriptTexts.ts';
import { Arr, Class, Fn, Obj, type Scope, Unknown, type Value } from '../values/scriptValues.ts';

/** `a + b`, `a && b`, `a as T` and the like. The left side may be long, so it is not read recursively. */
export function binary(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const rights: SyntaxNode[] = [];
  let left: SyntaxNode = node;
  while (left.name === 'BinaryExpression') {
    rights.push(left);
    left = left.firstChild!;
  }
  let value = run.evaluate(left, scope);
  for (const each of rights.reverse()) value = joined(value, each, scope, run);
  return value;
}

function joined(left: Value, node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const [, sign, right] = partsOf(node);
  if (!sign || sign.name === 'as' || sign.name === 'satisfies') return left;
  const operator = run.textOf(sign);
  if (sign.name === 'LogicOp' && /^(?:&&|\|\||\?\?)$/.test(operator)) return lazily(operator, left, right, scope, run);
  return operate(operator, left, run.evaluate(right, scope), node, run);
}

function lazily(operator: string, left: Value, right: SyntaxNode | undefined, scope: Scope, run: ScriptRun): Value {
  const isTrue = truthOf(left);
  if (left instanceof Unknown || isTrue instanceof Unknown) {
    const hole = left as Unknown;
    return hole.with([run.within(hole, () => run.evaluate(right, scope))]);
  }
  const isRight = operator === '&&' ? isTrue : operator === '||' ? !isTrue : left === undefined || left === null;
  return isRight ? run.evaluate(right, scope) : left;
}

/** What an operator makes of two values. */
export function operate(operator: string, left: Value, right: Value, node: SyntaxNode, run: ScriptRun): Value {
  const hole = unknownIn([left, right]);
  if (hole) return hole;
  if (operator === '===' || operator === '!==') {
    const isSame = left === right;
    return operator === '===' ? isSame : !isSame;
  }
  if (operator === 'in' && right instanceof Obj && !right.hole && !right.of && typeof left === 'string')
    return right.members.has(left);
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) {
    const [first, second] = [textOf(left), textOf(right)];
    if (first !== undefined && second !== undefined && first.length + second.length <= maxText) return first + second;
    return run.unknown(node, 'This text is known only when the program runs.');
  }
  if (!isPrimitive(left) || !isPrimitive(right))
    return run.unknown(node, `\`${operator}\` of these values is not read.`);
  try {
    return computed(operator, left, right) ?? run.unknown(node, `\`${operator}\` is not read.`);
  } catch {
    return run.unknown(node, `\`${operator}\` of these values fails.`);
  }
}

// JavaScript's own operators are what is read here, so that they are used on values of any type.
function computed(operator: string, a: unknown, b: unknown): Value {
  const [x, y] = [a as number, b as number];
  if (typeof a === 'bigint' || typeof b === 'bigint') return undefined;
  switch (operator) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    case '%':
      return x % y;
    case '**':
      return x ** y;
    case '<':
      return x < y;
    case '>':
      return x > y;
    case '<=':
      return x <= y;
    case '>=':
      return x >= y;
    case '==':
      return (a ?? null) === (b ?? null) || (typeof a === typeof b ? a === b : undefined);
    case '!=':
      return (a ?? null) === (b ?? null)
        ? false
        : typeof a === typeof b || a == null || b == null
          ? a !== b
          : undefined;
    case '&':
      return x & y;
    case '|':
      return x | y;
    case '^':
      return x ^ y;
    case '<<':
      return x << y;
    case '>>':
      return x >> y;
    case '>>>':
      return x >>> y;
    default:
      return undefined;
  }
}

/** `!a`, `-a`, `typeof a`, `void a`. */
export function unary(node: SyntaxNode, scope: Scope, run: ScriptRun): Value {
  const [sign] = partsOf(node);
  const [operand] = expressionsOf(node).slice(-1);
  const operator = sign ? run.textOf(sign) : '';
  const value = run.evaluate(operand ?? partsOf(node)[1], scope);
  if (value instanceof Unknown) return operator === 'void' ? undefined : value;
  switch (operator) {
    case '!':
      return !truthOf(value);
    case 'void':
      return undefined;
    case 'typeof':
      if (value instanceof Fn || value instanceof Class) return 'function';
      if (value instanceof Obj || value instanceof Arr) return 'object';
      return isPrimitive(value) ? typeof value : run.unknown(node, 'The type of this is not read.');
    case '-':
    case '+':
      if (typeof value === 'number') return operator === '-' ? -value : value;
      if (typeof value === 'string' && operator === '+') return Number(value);
      break;
  }
  return run.unknown(node, `\`${operator}\` of this is not read.`);
}
