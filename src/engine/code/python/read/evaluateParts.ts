import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue, pyFloat, pyInt } from '../../../core/pyValue.ts';
import type { ImportProblem } from '../../../parsers/interchange.ts';
import { literalEval, pyStr } from '../../../python/index.ts';
import type { Named } from './resolveName.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import { type Argument, childrenOf, itemsOf, type PyNode, unwrap } from './syntax.ts';

/** Reads expressions of a Python text without running them, as far as the parts of an expression need it. */
export interface Expressions {
  readonly text: string;
  /** What an instance of a class of the text holds, by its named arguments. */
  readonly instanceValue: (owner: ScopedNode, fields: PyDict) => PyValue | undefined;
  /** The text of a node. */
  textOf(node: { readonly from: number; readonly to: number }): string;
  /** What an expression names, through assignments of one name to another. */
  resolve(node: PyNode, scope: Scope): Named;
  /** What an attribute of a class of the text is; `undefined`: the class has none of this name. */
  attributeOf(owner: ScopedNode, name: string): Named | undefined;
  /** The value of an expression; `undefined` where it was reported. */
  value(node: PyNode, scope: Scope): PyValue | undefined;
  /** The values of named arguments. */
  keywords(args: readonly Argument[], scope: Scope): PyDict;
  /** A text, or `undefined` without a word where the expression is not one. */
  plainText(node: PyNode): string | undefined;
  /** Reports once for each place what has no counterpart in a definition. */
  report(
    node: { readonly from: number; readonly to: number },
    message: string,
    severity?: ImportProblem['severity'],
  ): void;
  /** Reports, and gives no value. */
  refuse(node: PyNode, message: string): undefined;
  /** A value that takes its share of what may be made of the text. */
  charge<T extends PyValue>(node: PyNode, value: T | undefined): T | undefined;
  /** Takes a share of what may be made of the text; false, and a report, where there is no more. */
  spend(node: PyNode, size: number): boolean;
}

/** The text of a string, of several side by side, or of an f-string whose placeholders are texts or integers of the text. */
export function readText(node: PyNode, scope: Scope, evaluator: Expressions): string | undefined {
  const parts = node.name === 'ContinuedString' ? childrenOf(node) : [node];
  const texts: string[] = [];
  for (const part of parts) {
    const isFormat = part.name === 'FormatString';
    const value = isFormat ? readFormat(part, scope, evaluator) : literalEval(evaluator.textOf(part));
    if (typeof value !== 'string') return isFormat ? undefined : evaluator.refuse(part, noText);
    texts.push(value);
  }
  return texts.join('');
}

const noText = 'This text is not taken over: it is bytes, not closed, or has escapes by name.';

/** An f-string: what stands between its placeholders is a string of the same quotes. */
function readFormat(node: PyNode, scope: Scope, evaluator: Expressions): string | undefined {
  const source = evaluator.textOf(node);
  const [, prefix = '', quotes = ''] = /^([a-zA-Z]*)('''|"""|'|")/.exec(source) ?? [];
  const texts: string[] = [];
  let from = node.from + prefix.length + quotes.length;
  const literal = (to: number): boolean => {
    const raw = evaluator.text.slice(from, to).replaceAll('{{', '{').replaceAll('}}', '}');
    const value = literalEval(`${prefix.replace(/f/i, '')}${quotes}${raw}${quotes}`);
    if (typeof value === 'string') texts.push(value);
    return typeof value === 'string';
  };
  for (const placeholder of childrenOf(node).filter(({ name }) => name === 'FormatReplacement')) {
    const [, expression, ...rest] = childrenOf(placeholder);
    const isPlain = expression && rest.length === 1 && evaluator.textOf(rest[0]!) === '}';
    const inner = isPlain ? evaluator.value(expression, scope) : undefined;
    if (isPlain && inner === undefined) return undefined;
    const value = plainText(inner);
    if (value === undefined)
      return evaluator.refuse(node, 'A placeholder of this f-string is filled when it runs; write the text itself.');
    if (!literal(placeholder.from)) return evaluator.refuse(node, noText);
    if (!evaluator.spend(node, value.length)) return undefined;
    texts.push(value);
    from = placeholder.to;
  }
  const isClosed = quotes !== '' && source.length >= from - node.from + quotes.length && source.endsWith(quotes);
  return isClosed && literal(node.to - quotes.length) ? texts.join('') : evaluator.refuse(node, noText);
}

/** What a placeholder prints of a text, an integer or a boolean; `undefined` for all others. */
function plainText(value: PyValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean' || Number.isInteger(value)
    ? pyStr(value as PyValue)
    : undefined;
}

/** Texts or lists joined by `+`, dicts by `|`. The left side may be long, so it is not read recursively. */
export function readBinary(node: PyNode, scope: Scope, evaluator: Expressions): PyValue | undefined {
  const parts: PyNode[] = [];
  let left: PyNode = node;
  let sign = '';
  while (left.name === 'BinaryExpression') {
    const [first, operator, second] = childrenOf(left);
    const own = operator ? evaluator.textOf(operator) : '';
    if (!first || !second || (own !== '+' && own !== '|') || (sign !== '' && own !== sign))
      return evaluator.refuse(node, refusal(node));
    sign = own;
    parts.push(second);
    left = unwrap(first);
  }
  parts.push(left);
  const values: PyValue[] = [];
  for (const part of parts.reverse()) {
    const value = evaluator.value(part, scope);
    if (value === undefined) return undefined;
    values.push(value);
  }
  if (sign === '+' && values.every(value => typeof value === 'string')) return evaluator.charge(node, values.join(''));
  if (sign === '+' && values.every(isPyList)) return evaluator.charge(node, values.flat());
  if (sign === '|' && values.every(isPyDict))
    return evaluator.charge(node, new Map(values.flatMap(value => [...value])));
  return evaluator.refuse(node, refusal(node));
}

/** A number with a sign. */
export function readSigned(node: PyNode, scope: Scope, evaluator: Expressions): PyValue | undefined {
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

/** The items of a list, tuple or set, without those that cannot be read. */
export function readList(node: PyNode, scope: Scope, evaluator: Expressions): PyValue | undefined {
  const items: PyValue[] = [];
  const nodes = itemsOf(node);
  for (let i = 0; i < nodes.length; i++) {
    const item = nodes[i]!;
    if (item.name === '*') {
      const spread = nodes[++i];
      const value = spread && evaluator.value(spread, scope);
      if (spread && value !== undefined && isPyList(value)) for (const one of value) items.push(one);
      else if (spread) evaluator.report(spread, 'What is spread here is not a list of the text.');
      continue;
    }
    const value = evaluator.value(item, scope);
    if (value !== undefined) items.push(value);
  }
  return evaluator.charge(node, items);
}

/** The items of a dict, without those that cannot be read. */
export function readDict(node: PyNode, scope: Scope, evaluator: Expressions): PyValue | undefined {
  const dict = new Map<string, PyValue>();
  const nodes = itemsOf(node);
  for (let i = 0; i < nodes.length; i++) {
    const first = nodes[i]!;
    if (first.name === '**') {
      const spread = nodes[++i];
      const value = spread && evaluator.value(spread, scope);
      if (value !== undefined && isPyDict(value)) for (const [key, item] of value) dict.set(key, item);
      continue;
    }
    if (nodes[i + 1]?.name !== ':') continue;
    const second = nodes[i + 2];
    i += 2;
    const key = evaluator.value(first, scope);
    if (key === undefined || !second) continue;
    if (typeof key !== 'string') {
      evaluator.report(first, 'A key that is not text is not taken over.');
      continue;
    }
    const value = evaluator.value(second, scope);
    if (value !== undefined) dict.set(key, value);
  }
  return evaluator.charge(node, dict);
}

const refusals: Readonly<Record<string, string>> = {
  ConditionalExpression: 'This depends on a condition; write the value that is meant.',
  LambdaExpression: 'This is a function; its value is not known.',
  AwaitExpression: 'This is known only when the program runs.',
};

/** Why an expression of this kind is not read. */
export function refusal({ name, type }: PyNode): string {
  if (type.isError) return 'Not valid Python.';
  if (name.endsWith('ComprehensionExpression')) return 'This is computed; write the value itself.';
  return refusals[name] ?? 'This is computed; only literals are read.';
}
