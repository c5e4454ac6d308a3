import { dedent } from '../../python/dedent.ts';
import { literalEval } from '../../python/literalEval.ts';
import {
  isPyDict,
  isPyList,
  type PyDict,
  PyFloat,
  PyOpaque,
  type PyValue,
  pyFloat,
  pyInt,
} from '../../python/value.ts';
import type { ImportProblem } from '../interchange.ts';
import { cleanDoc } from './docstring.ts';
import { lookUp, type Place, type Scope } from './scopes.ts';
import { type Argument, argumentsOf, childOf, childrenOf, itemsOf, type PyNode, spanOf, unwrap } from './syntax.ts';

/** What an expression names. */
export type Named =
  | { readonly kind: 'class' | 'value'; readonly node: PyNode; readonly scope: Scope }
  /** Something from another module (or of Python itself): its dotted path. */
  | { readonly kind: 'import'; readonly path: string }
  | { readonly kind: 'member'; readonly owner: Place; readonly name: string }
  | { readonly kind: 'unknown'; readonly what: string };

/** Expressions nest no deeper than this, names of names included; Python itself takes 200 brackets. */
const maxDepth = 200;
const maxHops = 50;

/** Reads expressions without running them. What cannot be read is reported at its place, and is `undefined`. */
export class Evaluator {
  readonly text: string;
  readonly problems: ImportProblem[] = [];
  /** Where values come from that only a class of the text knows, such as members of an enum. */
  memberValue: (owner: Place, name: string) => PyValue | undefined = () => undefined;
  /** What an instance of a class of the text holds, by its named arguments. */
  instanceValue: (owner: Place, given: PyDict) => PyValue | undefined = () => undefined;
  readonly #reported = new Set<number>();
  readonly #known = new Map<number, { readonly value: PyValue | undefined; readonly size: number }>();
  /** What may still be made of the text, so that names of names do not grow without end. */
  #budget: number;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
    this.#budget = 4 * text.length + 100_000;
  }

  /** Says once for each place what cannot be taken over. */
  report(
    node: { readonly from: number; readonly to: number },
    message: string,
    severity: ImportProblem['severity'] = 'warning',
  ): void {
    if (this.#reported.has(node.from)) return;
    this.#reported.add(node.from);
    this.problems.push({ message, span: spanOf(node), severity });
  }

  /** The text of a node. */
  textOf(node: { readonly from: number; readonly to: number }): string {
    return this.text.slice(node.from, node.to);
  }

  /** What an expression names, through assignments of one name to another. */
  resolve(given: PyNode, scope: Scope, hops = 0): Named {
    const node = unwrap(given);
    if (hops > maxHops) return { kind: 'unknown', what: 'a name of a name of a name' };
    if (node.name === 'VariableName') {
      const name = this.textOf(node);
      const bound = lookUp(name, node.from, scope);
      if (bound === undefined) return { kind: 'import', path: name };
      if (typeof bound === 'string') return { kind: 'unknown', what: bound };
      if (bound.kind === 'value') return this.resolve(bound.node, bound.scope, hops + 1);
      return bound.kind === 'other' ? { kind: 'unknown', what: bound.what } : bound;
    }
    if (node.name === 'MemberExpression') {
      const property = childOf(node, 'PropertyName');
      const object = node.firstChild;
      if (property && object) {
        const owner = this.resolve(object, scope, hops + 1);
        const name = this.textOf(property);
        if (owner.kind === 'import') return { kind: 'import', path: `${owner.path}.${name}` };
        if (owner.kind === 'class') return { kind: 'member', owner, name };
        if (owner.kind === 'member' && name === 'value') return owner;
        return { kind: 'unknown', what: 'an attribute' };
      }
    }
    return { kind: 'value', node, scope };
  }

  /** The last part of the dotted path of what an expression names from another module; `undefined`: it is of the text itself. */
  importedName(node: PyNode, scope: Scope): string | undefined {
    const named = this.resolve(node, scope);
    return named.kind === 'import' ? named.path.slice(named.path.lastIndexOf('.') + 1) : undefined;
  }

  /** The value of an expression; `undefined` where it was reported. A list or dict is read without the items that cannot be. */
  value(given: PyNode, scope: Scope): PyValue | undefined {
    const node = unwrap(given);
    if (this.#depth >= maxDepth) return this.#refuse(node, 'This is nested too deeply to be read.');
    this.#depth++;
    try {
      return this.#read(node, scope);
    } finally {
      this.#depth--;
    }
  }

  /** A text, or `undefined` without a word where the expression is none. */
  plainText(given: PyNode): string | undefined {
    const node = unwrap(given);
    if (node.name !== 'String') return undefined;
    const value = literalEval(this.textOf(node));
    return typeof value === 'string' ? value : undefined;
  }

  #read(node: PyNode, scope: Scope): PyValue | undefined {
    switch (node.name) {
      case 'String':
      case 'FormatString':
      case 'ContinuedString':
        return this.#charge(node, this.#string(node));
      case 'Number':
        return this.#charge(
          node,
          plain(literalEval(this.textOf(node))) ?? this.#refuse(node, 'This number is not taken over.'),
        );
      case 'Boolean':
        return this.textOf(node) === 'True';
      case 'None':
        return null;
      case 'UnaryExpression':
        return this.#signed(node, scope);
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
        return this.#list(node, scope);
      case 'DictionaryExpression':
        return this.#dict(node, scope);
      case 'BinaryExpression':
        return this.#sum(node, scope);
      case 'CallExpression':
        return this.#call(node, scope);
      case 'VariableName':
      case 'MemberExpression':
        return this.#name(node, scope);
      default:
        return this.#refuse(node, refusal(node));
    }
  }

  #refuse(node: PyNode, message: string): undefined {
    this.report(node, message);
    return undefined;
  }

  #charge<T extends PyValue>(node: PyNode, value: T | undefined): T | undefined {
    this.#budget -= typeof value === 'string' ? value.length + 1 : 1;
    return this.#budget < 0 ? this.#refuse(node, 'The text makes values that are too large.') : value;
  }

  #string(node: PyNode): string | undefined {
    const parts = node.name === 'ContinuedString' ? childrenOf(node) : [node];
    const texts: string[] = [];
    for (const part of parts) {
      let source = this.textOf(part);
      if (part.name === 'FormatString') {
        if (childOf(part, 'FormatReplacement'))
          return this.#refuse(part, 'The placeholders of an f-string are filled when it runs; write the text itself.');
        source = source
          .replace(/^[a-zA-Z]+/, prefix => prefix.replace(/f/i, ''))
          .replaceAll('{{', '{')
          .replaceAll('}}', '}');
      }
      const value = literalEval(source);
      if (typeof value !== 'string')
        return this.#refuse(part, 'This text is not taken over: it is bytes, not closed, or has escapes by name.');
      texts.push(value);
    }
    return texts.join('');
  }

  #signed(node: PyNode, scope: Scope): PyValue | undefined {
    const [operator, operand] = childrenOf(node);
    const value =
      operand &&
      (operand.name === 'Number' ||
        operand.name === 'CallExpression' ||
        operand.name === 'MemberExpression' ||
        operand.name === 'UnaryExpression')
        ? this.value(operand, scope)
        : undefined;
    const sign = operator ? this.textOf(operator) : '';
    if (value === undefined) return this.#refuse(node, refusal(node));
    if (sign === '+') return value;
    if (sign === '-') {
      if (typeof value === 'bigint') return pyInt(-value);
      if (value instanceof PyFloat) return pyFloat(-value.value);
      if (typeof value === 'number') return value === 0 ? 0 : -value;
    }
    return this.#refuse(node, refusal(node));
  }

  #list(node: PyNode, scope: Scope): PyValue | undefined {
    const items: PyValue[] = [];
    const nodes = itemsOf(node);
    for (let i = 0; i < nodes.length; i++) {
      const item = nodes[i]!;
      if (item.name === '*') {
        const spread = nodes[++i];
        const value = spread && this.value(spread, scope);
        if (spread && value !== undefined && isPyList(value)) for (const one of value) items.push(one);
        else if (spread) this.report(spread, 'What is spread here is no list of the text.');
        continue;
      }
      const value = this.value(item, scope);
      if (value !== undefined) items.push(value);
    }
    return this.#charge(node, items);
  }

  #dict(node: PyNode, scope: Scope): PyValue | undefined {
    const dict = new Map<string, PyValue>();
    const nodes = itemsOf(node);
    for (let i = 0; i < nodes.length; i++) {
      const first = nodes[i]!;
      if (first.name === '**') {
        const spread = nodes[++i];
        const value = spread && this.value(spread, scope);
        if (value !== undefined && isPyDict(value)) for (const [key, item] of value) dict.set(key, item);
        continue;
      }
      if (nodes[i + 1]?.name !== ':') continue;
      const second = nodes[i + 2];
      i += 2;
      const key = this.value(first, scope);
      if (key === undefined || !second) continue;
      if (typeof key !== 'string') {
        this.report(first, 'A key that is no text is not taken over.');
        continue;
      }
      const value = this.value(second, scope);
      if (value !== undefined) dict.set(key, value);
    }
    return this.#charge(node, dict);
  }

  /** Texts, or lists, joined by `+`. The left side may be long, so it is not read recursively. */
  #sum(node: PyNode, scope: Scope): PyValue | undefined {
    const parts: PyNode[] = [];
    let left: PyNode = node;
    while (left.name === 'BinaryExpression') {
      const [first, operator, second] = childrenOf(left);
      if (!first || !operator || !second || this.textOf(operator) !== '+') return this.#refuse(node, refusal(node));
      parts.push(second);
      left = unwrap(first);
    }
    parts.push(left);
    const values: PyValue[] = [];
    for (const part of parts.reverse()) {
      const value = this.value(part, scope);
      if (value === undefined) return undefined;
      values.push(value);
    }
    if (values.every(value => typeof value === 'string')) return this.#charge(node, values.join(''));
    if (values.every(isPyList)) return this.#charge(node, values.flat());
    return this.#refuse(node, refusal(node));
  }

  #name(node: PyNode, scope: Scope): PyValue | undefined {
    const named = this.resolve(node, scope);
    switch (named.kind) {
      case 'value': {
        const known = this.#known.get(named.node.from);
        if (!known) {
          const before = this.#budget;
          // A value that names itself is none.
          this.#known.set(named.node.from, { value: undefined, size: 0 });
          const value = this.value(named.node, named.scope);
          this.#known.set(named.node.from, { value, size: before - this.#budget });
          if (value === undefined) this.report(node, `\`${this.textOf(node)}\` cannot be read.`);
          return value;
        }
        this.#budget -= known.size;
        if (this.#budget < 0) return this.#refuse(node, 'The text makes values that are too large.');
        if (known.value === undefined) this.report(node, `\`${this.textOf(node)}\` cannot be read.`);
        return known.value;
      }
      case 'member': {
        const value = this.memberValue(named.owner, named.name);
        return value ?? this.#refuse(node, `\`${this.textOf(node)}\` is no member of an enum in this text.`);
      }
      case 'import': {
        const float = { 'math.nan': Number.NaN, 'math.inf': Number.POSITIVE_INFINITY }[named.path];
        return float ?? this.#refuse(node, `\`${this.textOf(node)}\` comes from elsewhere; only this text is read.`);
      }
      case 'class':
        return this.#refuse(node, `\`${this.textOf(node)}\` is a class, not a value.`);
      default:
        return this.#refuse(node, `This is ${named.what}; its value is known only when the program runs.`);
    }
  }

  #call(node: PyNode, scope: Scope): PyValue | undefined {
    const callee = node.firstChild;
    const args = argumentsOf(childOf(node, 'ArgList'), this.text);
    const named = callee ? this.resolve(callee, scope) : undefined;
    if (named?.kind === 'class') {
      const given = this.keywords(args, scope);
      const value = this.instanceValue(named, given);
      if (value !== undefined) return this.#charge(node, value);
    }
    const path = named?.kind === 'import' ? named.path : '';
    const [first] = args;
    if (path === 'float' && first && args.length === 1) return this.#float(node, first, scope);
    if (path === 'dict' && args.every(({ name }) => name !== undefined)) return this.keywords(args, scope);
    if ((path === 'list' || path === 'dict' || path === 'tuple') && args.length === 0)
      return path === 'dict' ? new Map() : [];
    const clean = /(?:^|\.)(dedent|cleandoc)$/.exec(path)?.[1];
    if (clean !== undefined && first && args.length === 1) {
      const value = this.value(first.value, scope);
      if (typeof value === 'string') return clean === 'dedent' ? dedent(value) : cleanDoc(value);
      return undefined;
    }
    // `"…".strip()` of a text.
    const method = callee?.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
    if (method && args.length === 0 && ['strip', 'lstrip', 'rstrip'].includes(this.textOf(method))) {
      const value = this.value(callee!.firstChild!, scope);
      if (typeof value === 'string') return strip(value, this.textOf(method));
      return undefined;
    }
    return this.#refuse(node, 'This is a call; nothing of the text is run, so its value is not known.');
  }

  /** The values of named arguments. */
  keywords(args: readonly Argument[], scope: Scope): PyDict {
    const dict = new Map<string, PyValue>();
    for (const { name, value: node, spread } of args) {
      const value = this.value(node, scope);
      if (value === undefined) continue;
      if (name !== undefined) dict.set(name, value);
      else if (spread === '**' && isPyDict(value)) for (const [key, item] of value) dict.set(key, item);
    }
    return dict;
  }

  #float(node: PyNode, argument: Argument, scope: Scope): PyValue | undefined {
    const value = this.value(argument.value, scope);
    if (value instanceof PyFloat) return value;
    if (typeof value === 'number' || typeof value === 'bigint') return pyFloat(Number(value));
    const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
    if (/^[+-]?(?:inf|infinity)$/.test(word))
      return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    if (/^[+-]?nan$/.test(word)) return Number.NaN;
    return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/.test(word)
      ? pyFloat(Number(word))
      : this.#refuse(node, refusal(node));
  }
}

/** Numbers that JSON has. */
function plain(value: PyValue | undefined): PyValue | undefined {
  return value instanceof PyOpaque ? undefined : value;
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

function refusal({ name, type }: PyNode): string {
  if (type.isError) return 'This is no Python.';
  if (name.endsWith('ComprehensionExpression')) return 'This is computed; write the value itself.';
  return refusals[name] ?? 'This is computed; only literals are read.';
}
