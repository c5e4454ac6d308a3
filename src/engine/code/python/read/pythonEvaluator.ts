import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../../core/pyValue.ts';
import type { ImportProblem } from '../../../parsers/interchange.ts';
import { literalEval } from '../../../python/index.ts';
import { readCall } from './evaluateCalls.ts';
import { type Expressions, readBinary, readDict, readList, readSigned, readText, refusal } from './evaluateParts.ts';
import { Attributes, attributeOf, type Named, type NameSources, resolveName } from './resolveName.ts';
import type { Scope, ScopedNode } from './scopes.ts';
import { type Argument, type PyNode, spanOf, unwrap } from './syntax.ts';

/** Expressions nest no deeper than this, names of names included; Python itself takes 200 brackets. */
const maxDepth = 200;
/** Nobody reads more problems of one text. */
const maxProblems = 1000;
const mathConstants: ReadonlyMap<string, number> = new Map([
  ['math.nan', Number.NaN],
  ['math.inf', Number.POSITIVE_INFINITY],
]);

/** Reads expressions without running them. What cannot be read is reported at its place, and is `undefined`. */
export class Evaluator implements Expressions, NameSources {
  readonly text: string;
  readonly attributes: Attributes;
  readonly inner: ReadonlyMap<number, Scope>;
  readonly problems: ImportProblem[] = [];
  /** Where values come from that only a class of the text knows, such as members of an enum. */
  memberValue: (owner: ScopedNode, name: string) => PyValue | undefined = () => undefined;
  /** Whether a class of the text is an enum, whose members are not attributes. */
  isEnum: (owner: ScopedNode) => boolean = () => false;
  /** What an instance of a class of the text holds, by its named arguments. */
  instanceValue: (owner: ScopedNode, fields: PyDict) => PyValue | undefined = () => undefined;
  readonly #reported = new Set<number>();
  readonly #values = new Map<number, { readonly value: PyValue | undefined; readonly size: number }>();
  /** What may still be made of the text, so that names of names do not grow without end. */
  #budget: number;
  #isSpent = false;
  #depth = 0;

  constructor(text: string, attributes = new Attributes(), inner: ReadonlyMap<number, Scope> = new Map()) {
    this.text = text;
    this.attributes = attributes;
    this.inner = inner;
    this.#budget = 4 * text.length + 100_000;
  }

  /** Says once for each place what cannot be taken over. */
  report(
    node: { readonly from: number; readonly to: number },
    message: string,
    severity: ImportProblem['severity'] = 'warning',
  ): void {
    if (this.#reported.has(node.from) || this.problems.length >= maxProblems) return;
    this.#reported.add(node.from);
    this.problems.push({ message, span: spanOf(node), severity });
  }

  /** The text of a node. */
  textOf(node: { readonly from: number; readonly to: number }): string {
    return this.text.slice(node.from, node.to);
  }

  /** What an expression names, through assignments of one name to another. */
  resolve(node: PyNode, scope: Scope): Named {
    return resolveName(node, scope, this);
  }

  /** What an attribute of a class of the text is; `undefined`: the class has none of this name. */
  attributeOf(owner: ScopedNode, name: string): Named | undefined {
    return attributeOf(owner, name, this);
  }

  /** The last part of the dotted path of what an expression names from another module; `undefined`: it is of the text itself. */
  importedName(node: PyNode, scope: Scope): string | undefined {
    const named = this.resolve(node, scope);
    return named.kind === 'import' ? named.path.slice(named.path.lastIndexOf('.') + 1) : undefined;
  }

  /** The value of an expression; `undefined` where it was reported. A list or dict is read without the items that cannot be. */
  value(expression: PyNode, scope: Scope): PyValue | undefined {
    const node = unwrap(expression);
    if (this.#depth >= maxDepth) return this.refuse(node, 'This is nested too deeply to be read.');
    this.#depth++;
    try {
      return this.#read(node, scope);
    } finally {
      this.#depth--;
    }
  }

  /** A text, or `undefined`, without a report, where the expression is not one. */
  plainText(expression: PyNode): string | undefined {
    const node = unwrap(expression);
    if (node.name !== 'String') return undefined;
    const value = literalEval(this.textOf(node));
    return typeof value === 'string' ? value : undefined;
  }

  #read(node: PyNode, scope: Scope): PyValue | undefined {
    switch (node.name) {
      case 'String':
      case 'FormatString':
      case 'ContinuedString':
        return this.charge(node, readText(node, scope, this));
      case 'Number':
        return this.charge(
          node,
          plain(literalEval(this.textOf(node))) ?? this.refuse(node, 'This number is not taken over.'),
        );
      case 'Boolean':
        return this.textOf(node) === 'True';
      case 'None':
        return null;
      case 'UnaryExpression':
        return readSigned(node, scope, this);
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
        return readList(node, scope, this);
      case 'DictionaryExpression':
        return readDict(node, scope, this);
      case 'BinaryExpression':
        return readBinary(node, scope, this);
      case 'CallExpression':
        return readCall(node, scope, this);
      case 'VariableName':
      case 'MemberExpression':
        return this.#name(node, scope);
      default:
        return this.refuse(node, refusal(node));
    }
  }

  /** Reports, and gives no value. */
  refuse(node: PyNode, message: string): undefined {
    this.report(node, message);
    return undefined;
  }

  /** A value that takes its share of what may be made of the text. */
  charge<T extends PyValue>(node: PyNode, value: T | undefined): T | undefined {
    const size = value === undefined ? 0 : sizeOf(value);
    return this.spend(node, size + 1) ? value : undefined;
  }

  /** Takes a share of what may be made of the text; false, and a report, where there is no more. */
  spend(node: PyNode, size: number): boolean {
    this.#budget -= size;
    if (this.#budget < 0 && !this.#isSpent) {
      this.#isSpent = true;
      this.report(node, 'The text makes values that are too large; from here on they are left out.');
    }
    return this.#budget >= 0;
  }

  #name(node: PyNode, scope: Scope): PyValue | undefined {
    const named = this.resolve(node, scope);
    switch (named.kind) {
      case 'value': {
        const cached = this.#values.get(named.node.from);
        if (!cached) {
          const before = this.#budget;
          // A value that names itself cannot be known.
          this.#values.set(named.node.from, { value: undefined, size: 0 });
          const value = this.value(named.node, named.scope);
          this.#values.set(named.node.from, { value, size: before - this.#budget });
          if (value === undefined) this.report(node, `\`${this.textOf(node)}\` cannot be read.`);
          return value;
        }
        if (!this.spend(node, cached.size)) return undefined;
        if (cached.value === undefined) this.report(node, `\`${this.textOf(node)}\` cannot be read.`);
        return cached.value;
      }
      case 'member': {
        const value = this.memberValue(named.owner, named.name);
        return value ?? this.refuse(node, `\`${this.textOf(node)}\` is not a member of an enum in this text.`);
      }
      case 'import': {
        const float = mathConstants.get(named.path);
        return float ?? this.refuse(node, `\`${this.textOf(node)}\` comes from elsewhere; only this text is read.`);
      }
      case 'class':
        return this.refuse(node, `\`${this.textOf(node)}\` is a class, not a value.`);
      default:
        return this.refuse(node, `This is ${named.what}; its value is known only when the program runs.`);
    }
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
}

function sizeOf(value: PyValue): number {
  if (typeof value === 'string' || isPyList(value)) return value.length;
  return isPyDict(value) ? value.size : 0;
}

/** Numbers that JSON has. */
function plain(value: PyValue | undefined): PyValue | undefined {
  return value instanceof PyOpaque ? undefined : value;
}
