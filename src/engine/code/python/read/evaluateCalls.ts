import { isPyDict, isPyList, PyFloat, type PyValue, pyFloat } from '../../../core/pyValue.ts';
import { dedent, jsonDumps, pyStr, stripSpan } from '../../../python/index.ts';
import { cleanDoc } from '../docstring.ts';
import { type Expressions, refusal } from './evaluateParts.ts';
import type { Scope } from './scopes.ts';
import { type Argument, argumentsOf, childOf, type PyNode } from './syntax.ts';

/** A call whose value is known without running it: `float("nan")`, `dict(a=1)`, `dedent("…")`, `json.dumps({…})`, `"…".strip()`, an instance of a class of the text. */
export function readCall(node: PyNode, scope: Scope, evaluator: Expressions): PyValue | undefined {
  const callee = node.firstChild;
  const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  const named = callee ? evaluator.resolve(callee, scope) : undefined;
  if (named?.kind === 'class') {
    const fields = evaluator.keywords(args, scope);
    const value = evaluator.instanceValue(named, fields);
    if (value !== undefined) return evaluator.charge(node, value);
  }
  const path = named?.kind === 'import' ? named.path : '';
  const [first] = args;
  if (path === 'float' && first && args.length === 1) return readFloat(node, first, scope, evaluator);
  if (path === 'dict' && args.every(({ name }) => name !== undefined)) return evaluator.keywords(args, scope);
  if ((path === 'list' || path === 'tuple') && first && args.length === 1) {
    const value = evaluator.value(first.value, scope);
    if (value !== undefined && isPyList(value)) return evaluator.charge(node, value);
    if (value !== undefined && isPyDict(value)) return evaluator.charge(node, [...value.keys()]);
    return value === undefined ? undefined : evaluator.refuse(node, refusal(node));
  }
  if (path === 'json.dumps' && first) return readDumps(node, args, scope, evaluator);
  if ((path === 'list' || path === 'dict' || path === 'tuple') && args.length === 0)
    return path === 'dict' ? new Map() : [];
  const clean = /(?:^|\.)(dedent|cleandoc)$/.exec(path)?.[1];
  if (clean !== undefined && first && args.length === 1) {
    const value = evaluator.value(first.value, scope);
    if (typeof value === 'string') return clean === 'dedent' ? dedent(value) : cleanDoc(value);
    return undefined;
  }
  const method = callee?.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
  const name = method ? evaluator.textOf(method) : '';
  // Langroid's `ToolMessage.name()` and `ToolMessage.default_value("request")`.
  const field = name === 'name' ? 'request' : name === 'default_value' && first && evaluator.plainText(first.value);
  const owner = callee?.firstChild && field ? evaluator.resolve(callee.firstChild, scope) : undefined;
  if (field && owner?.kind === 'class' && !evaluator.attributeOf(owner, name)) {
    const value = evaluator.attributeOf(owner, field);
    if (value?.kind === 'value') return evaluator.value(value.node, value.scope);
  }
  if (callee?.firstChild && methods.has(name)) {
    const owner = evaluator.value(callee.firstChild, scope);
    const values = args.map(({ value, spread }) => (spread ? undefined : evaluator.value(value, scope)));
    if (owner === undefined) return undefined;
    const isPlain = args.every(arg => arg.name === undefined && !arg.spread);
    const value = isPlain && values.every(each => each !== undefined) ? applyMethod(owner, name, values) : undefined;
    if (value !== undefined) return evaluator.charge(node, value);
  }
  return evaluator.refuse(node, unknownCall);
}

const unknownCall = 'This is a call; nothing of the text is run, so its value is not known.';
const methods: ReadonlySet<string> = new Set(['strip', 'lstrip', 'rstrip', 'join', 'keys', 'values', 'copy', 'format']);

/** What a method gives of a value; `undefined` where it would raise, or the method is not known. */
function applyMethod(owner: PyValue, name: string, args: readonly PyValue[]): PyValue | undefined {
  const [first] = args;
  if (typeof owner !== 'string') {
    if (args.length > 0 || (!isPyDict(owner) && !isPyList(owner))) return undefined;
    if (name === 'copy') return owner;
    if (!isPyDict(owner)) return undefined;
    return name === 'keys' ? [...owner.keys()] : name === 'values' ? [...owner.values()] : undefined;
  }
  if (name === 'join')
    return first !== undefined && isPyList(first) && first.every(item => typeof item === 'string')
      ? first.join(owner)
      : undefined;
  if (name === 'format') return formatted(owner, args);
  if (args.length > 0 || !name.endsWith('strip')) return undefined;
  const { start, end } = stripSpan(owner);
  if (start === end) return '';
  return owner.slice(name === 'rstrip' ? 0 : start, name === 'lstrip' ? owner.length : end);
}

/** `"… {} …".format("a", 1)`; `undefined` where a field has a name or a form of its own. */
function formatted(text: string, args: readonly PyValue[]): string | undefined {
  const parts = text.split(/(\{\{|\}\}|\{\}|\{|\})/);
  const isPlain = args.every(arg => typeof arg === 'string' || Number.isInteger(arg));
  const fields = parts.filter(part => part === '{}').length;
  if (!isPlain || fields !== args.length || parts.some(part => part === '{' || part === '}')) return undefined;
  let next = 0;
  return parts
    .map(part => (part === '{}' ? pyStr(args[next++] ?? null) : part === '{{' || part === '}}' ? part.charAt(0) : part))
    .join('');
}

/** `json.dumps(…)` with the arguments that change no more than blanks and escapes. */
function readDumps(node: PyNode, args: readonly Argument[], scope: Scope, evaluator: Expressions): string | undefined {
  const [first, ...others] = args;
  const isPlain = first !== undefined && first.name === undefined && !first.spread;
  const value = isPlain ? evaluator.value(first.value, scope) : undefined;
  const options = evaluator.keywords(others, scope);
  const indent = options.get('indent') ?? null;
  const isKnown = others.every(({ name }) => name === 'indent' || name === 'ensure_ascii');
  // What is wrong with the value itself is said already.
  if (value === undefined && isPlain) return undefined;
  if (
    value === undefined ||
    !isKnown ||
    !(indent === null || (typeof indent === 'number' && indent >= 0 && indent <= 16))
  )
    return evaluator.refuse(node, unknownCall);
  return evaluator.charge(
    node,
    jsonDumps(value, {
      ensureAscii: options.get('ensure_ascii') !== false,
      ...(indent !== null && { indent }),
    }),
  );
}

function readFloat(node: PyNode, argument: Argument, scope: Scope, evaluator: Expressions): PyValue | undefined {
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
