import { dedent } from '../../python/dedent.ts';
import { literalEval } from '../../python/literalEval.ts';
import { PyFloat, type PyValue, pyFloat, pyInt } from '../../python/value.ts';
import { cleanDoc } from './docstring.ts';
import type { Evaluator } from './evaluate.ts';
import type { Scope } from './scopes.ts';
import { type Argument, argumentsOf, childOf, childrenOf, type PyNode } from './syntax.ts';

/** The text of a string, of several side by side, or of an f-string without placeholders. */
export function readText(node: PyNode, evaluator: Evaluator): string | undefined {
  const parts = node.name === 'ContinuedString' ? childrenOf(node) : [node];
  const texts: string[] = [];
  for (const part of parts) {
    let source = evaluator.textOf(part);
    if (part.name === 'FormatString') {
      if (childOf(part, 'FormatReplacement'))
        return evaluator.refuse(
          part,
          'The placeholders of an f-string are filled when it runs; write the text itself.',
        );
      source = source
        .replace(/^[a-zA-Z]+/, prefix => prefix.replace(/f/i, ''))
        .replaceAll('{{', '{')
        .replaceAll('}}', '}');
    }
    const value = literalEval(source);
    if (typeof value !== 'string')
      return evaluator.refuse(part, 'This text is not taken over: it is bytes, not closed, or has escapes by name.');
    texts.push(value);
  }
  return texts.join('');
}

/** A number with a sign. */
export function readSigned(node: PyNode, scope: Scope, evaluator: Evaluator): PyValue | undefined {
  const [operator, operand] = childrenOf(node);
  const value =
    operand &&
    (operand.name === 'Number' ||
      operand.name === 'CallExpression' ||
      operand.name === 'MemberExpression' ||
      operand.name === 'UnaryExpression')
      ? evaluator.value(operand, scope)
      : undefined;
  const sign = operator ? evaluator.textOf(operator) : '';
  if (value === undefined) return evaluator.refuse(node, refusal(node));
  if (sign === '+') return value;
  if (sign === '-') {
    if (typeof value === 'bigint') return pyInt(-value);
    if (value instanceof PyFloat) return pyFloat(-value.value);
    if (typeof value === 'number') return value === 0 ? 0 : -value;
  }
  return evaluator.refuse(node, refusal(node));
}

/** A call whose value is known without running it: `float("nan")`, `dict(a=1)`, `dedent("…")`, an instance of a class of the text. */
export function readCall(node: PyNode, scope: Scope, evaluator: Evaluator): PyValue | undefined {
  const callee = node.firstChild;
  const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  const named = callee ? evaluator.resolve(callee, scope) : undefined;
  if (named?.kind === 'class') {
    const given = evaluator.keywords(args, scope);
    const value = evaluator.instanceValue(named, given);
    if (value !== undefined) return evaluator.charge(node, value);
  }
  const path = named?.kind === 'import' ? named.path : '';
  const [first] = args;
  if (path === 'float' && first && args.length === 1) return readFloat(node, first, scope, evaluator);
  if (path === 'dict' && args.every(({ name }) => name !== undefined)) return evaluator.keywords(args, scope);
  if ((path === 'list' || path === 'dict' || path === 'tuple') && args.length === 0)
    return path === 'dict' ? new Map() : [];
  const clean = /(?:^|\.)(dedent|cleandoc)$/.exec(path)?.[1];
  if (clean !== undefined && first && args.length === 1) {
    const value = evaluator.value(first.value, scope);
    if (typeof value === 'string') return clean === 'dedent' ? dedent(value) : cleanDoc(value);
    return undefined;
  }
  // `"…".strip()` of a text.
  const method = callee?.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
  if (method && args.length === 0 && ['strip', 'lstrip', 'rstrip'].includes(evaluator.textOf(method))) {
    const value = evaluator.value(callee!.firstChild!, scope);
    if (typeof value === 'string') return strip(value, evaluator.textOf(method));
    return undefined;
  }
  return evaluator.refuse(node, 'This is a call; nothing of the text is run, so its value is not known.');
}

function readFloat(node: PyNode, argument: Argument, scope: Scope, evaluator: Evaluator): PyValue | undefined {
  const value = evaluator.value(argument.value, scope);
  if (value instanceof PyFloat) return value;
  if (typeof value === 'number' || typeof value === 'bigint') return pyFloat(Number(value));
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (/^[+-]?(?:inf|infinity)$/.test(word))
    return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^[+-]?nan$/.test(word)) return Number.NaN;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/.test(word)
    ? pyFloat(Number(word))
    : evaluator.refuse(node, refusal(node));
}

function strip(text: string, method: string): string {
  if (method === 'strip') return text.trim();
  return method === 'lstrip' ? text.trimStart() : text.trimEnd();
}

const refusals: Readonly<Record<string, string>> = {
  ConditionalExpression: 'This depends on a condition; write the value that is meant.',
  LambdaExpression: 'This is a function; its value is not known.',
  AwaitExpression: 'This is known only when the program runs.',
};

/** Why an expression of this kind is not read. */
export function refusal({ name, type }: PyNode): string {
  if (type.isError) return 'This is no Python.';
  if (name.endsWith('ComprehensionExpression')) return 'This is computed; write the value itself.';
  return refusals[name] ?? 'This is computed; only literals are read.';
}
