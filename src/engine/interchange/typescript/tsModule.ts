import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import { toJsonText } from '../../python/jsonDumps.ts';
import { fromPlain, isPyDict, isPyList, type PyValue, pyFloat, pyInt } from '../../python/value.ts';
import type { Span } from '../../span.ts';
import type { ImportProblem } from '../interchange.ts';
import { unescapeLiteral } from './literals.ts';

/** The parser keeps a copy of its stack for each way to read on, so that it would be slow where brackets nest deeper. */
const maxNesting = 500;
/** Characters of a module. */
const maxLength = 2_000_000;
/** How deep expressions are followed, through constants as well. */
const maxDepth = 400;

/** How many constants lead from one to the next. */
const maxHops = 50;

const typescript = parser.configure({ dialect: 'ts', strict: true });

/** A module's syntax tree with its constants. Nothing of it is run. */
export class TsModule {
  readonly root: SyntaxNode;
  /** The initializers of the module's `const`, `let` and `var`, by name. */
  readonly constants = new Map<string, SyntaxNode>();
  /** Names under which zod is imported. */
  readonly zod = new Set<string>();
  readonly #text: string;
  readonly #values = new Map<string, PyValue | undefined>();

  constructor(text: string, root: SyntaxNode) {
    this.#text = text;
    this.root = root;
    for (const statement of children(root)) {
      const inner = statement.name === 'ExportDeclaration' ? statement.getChild('VariableDeclaration') : statement;
      if (inner?.name === 'VariableDeclaration') this.#declare(inner);
      if (statement.name === 'ImportDeclaration') this.#import(statement);
    }
    if (this.zod.size === 0) this.zod.add('z');
  }

  /** The source of a node. */
  source(node: SyntaxNode): string {
    return this.#text.slice(node.from, node.to);
  }

  /** The value of a constant expression; `undefined` where it is none. Of a number with a point or an exponent the float. */
  value(node: SyntaxNode | null | undefined, depth = 0): PyValue | undefined {
    if (!node || depth > maxDepth) return undefined;
    const inner = (name: string) => this.value(node.getChild(name), depth + 1);
    switch (node.name) {
      case 'String':
        return unescapeLiteral(this.source(node).slice(1, -1));
      case 'TemplateString':
        return node.getChild('Interpolation') ? undefined : unescapeLiteral(this.#template(node));
      case 'TaggedTemplateExpression':
        return this.#rawTemplate(node);
      case 'Number':
        return numberValue(this.source(node));
      case 'BooleanLiteral':
        return this.source(node) === 'true';
      case 'null':
        return null;
      case 'ParenthesizedExpression':
      case 'PostfixExpression':
      case 'BinaryExpression':
        return isTypeOnly(node) ? this.value(expressionsOf(node)[0], depth + 1) : undefined;
      case 'UnaryExpression':
        return this.source(node).startsWith('-') ? negated(this.value(expressionsOf(node)[0], depth + 1)) : undefined;
      case 'ArrayExpression':
        return this.#list(node, depth);
      case 'ObjectExpression':
        return this.#object(node, depth);
      case 'VariableName':
        return this.#constant(this.source(node), depth);
      case 'CallExpression': {
        const isStringify = this.source(node).startsWith('JSON.stringify(');
        const given = isStringify ? this.value(argumentsOf(node)[0], depth + 1) : inner('ParenthesizedExpression');
        return given === undefined ? undefined : isStringify ? toJsonText(given) : given;
      }
      default:
        return undefined;
    }
  }

  /** Whether an expression is a call that begins with zod's name, or with a constant that does. */
  isZod(node: SyntaxNode): boolean {
    let call: SyntaxNode | undefined = node;
    for (let hops = 0; call?.name === 'CallExpression' && hops < maxHops; hops++) {
      let inner: SyntaxNode | null = call;
      while (inner && (inner.name === 'CallExpression' || inner.name === 'MemberExpression')) inner = inner.firstChild;
      if (inner?.name !== 'VariableName') return false;
      const name = this.source(inner);
      if (this.zod.has(name)) return true;
      call = this.constants.get(name);
    }
    return false;
  }

  #template(node: SyntaxNode): string {
    return this.source(node).slice(1, -1).replace(/\r\n?/g, '\n');
  }

  #rawTemplate(node: SyntaxNode): string | undefined {
    const template = node.getChild('TemplateString');
    if (!template || template.getChild('Interpolation') || !this.source(node).startsWith('String.raw'))
      return undefined;
    return this.#template(template);
  }

  #list(node: SyntaxNode, depth: number): PyValue | undefined {
    const items = expressionsOf(node).map(item => this.value(item, depth + 1));
    return items.every(item => item !== undefined) ? items : undefined;
  }

  #object(node: SyntaxNode, depth: number): PyValue | undefined {
    const members = new Map<string, PyValue>();
    for (const property of node.getChildren('Property')) {
      const { key, value } = this.member(property);
      const built = this.value(value, depth + 1);
      if (key === undefined || built === undefined) return undefined;
      members.set(key, built);
    }
    return members;
  }

  /** A property of an object: its key where that is known, and the node of its value (a getter's is what it returns). */
  member(property: SyntaxNode): { readonly key?: string; readonly value?: SyntaxNode } {
    const parts = children(property);
    const definition = property.getChild('PropertyDefinition');
    const block = property.getChild('Block');
    if (block) {
      const value = block.getChild('ReturnStatement');
      const returned = value ? expressionsOf(value)[0] : undefined;
      return { ...(definition && { key: this.source(definition) }), ...(returned && { value: returned }) };
    }
    const colon = parts.findIndex(({ name }) => name === ':');
    if (colon === -1) return definition ? { key: this.source(definition), value: definition } : {};
    const key = parts.slice(0, colon).find(({ name }) => name !== '[' && name !== ']');
    const value = parts.slice(colon + 1).find(isExpression);
    const name = key?.name === 'PropertyDefinition' ? this.source(key) : this.value(key);
    const text = typeof name === 'number' ? String(name) : name;
    return { ...(typeof text === 'string' && { key: text }), ...(value && { value }) };
  }

  #constant(name: string, depth: number): PyValue | undefined {
    if (this.#values.has(name)) return this.#values.get(name);
    // What names itself has no value.
    this.#values.set(name, undefined);
    const value = this.value(this.constants.get(name), depth + 1);
    this.#values.set(name, value);
    return value;
  }

  #declare(declaration: SyntaxNode): void {
    let name: string | undefined;
    let isInitializer = false;
    for (const part of children(declaration)) {
      if (part.name === 'VariableDefinition') name = this.source(part);
      else if (part.name === 'Equals') isInitializer = true;
      else if (part.name === ',') isInitializer = false;
      else if (isInitializer && name !== undefined && isExpression(part)) {
        this.constants.set(name, part);
        isInitializer = false;
      }
    }
  }

  #import(statement: SyntaxNode): void {
    const from = statement.getChild('String');
    const path = from ? this.source(from).slice(1, -1) : '';
    if (path !== 'zod' && !path.startsWith('zod/')) return;
    const group = statement.getChild('ImportGroup');
    for (const name of [
      ...statement.getChildren('VariableDefinition'),
      ...(group?.getChildren('VariableDefinition') ?? []),
    ])
      this.zod.add(this.source(name));
  }
}

/** Reads the module that stands within `span` of a text, or says why not. Never throws. */
export function readModule(text: string, { start, end }: Span): TsModule | ImportProblem {
  const problem = (message: string, from: number): ImportProblem => ({
    message,
    span: { start: start + from, end: Math.min(text.length, start + from + 1) },
    severity: 'error',
  });
  if (end - start > maxLength)
    return problem('This is larger than 2 MB, which is more than ParserLens reads as TypeScript.', 0);
  const part = text.slice(start, end);
  const deep = tooDeep(part);
  if (deep !== undefined)
    return problem(`Nested deeper than ${maxNesting} levels, which is more than ParserLens reads.`, deep);
  try {
    return new TsModule(part, typescript.parse(part).topNode);
  } catch (error) {
    if (error instanceof RangeError) return problem('Nested deeper than ParserLens reads.', 0);
    const place = /(\d+)$/.exec(error instanceof SyntaxError ? error.message : '');
    if (!place) throw error;
    return problem('This cannot be read as TypeScript from here on.', Math.min(Number(place[1]), part.length));
  }
}

function tooDeep(text: string): number | undefined {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[([{)\]}]/g)) {
    if (!'([{'.includes(bracket)) depth = Math.max(0, depth - 1);
    else if (++depth > maxNesting) return index;
  }
  return undefined;
}

/** The children of a node. */
export function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}

/** The expressions among the children of a node. */
export function expressionsOf(node: SyntaxNode): SyntaxNode[] {
  return children(node).filter(isExpression);
}

/** The arguments of a call. */
export function argumentsOf(call: SyntaxNode): SyntaxNode[] {
  const list = call.getChild('ArgList');
  return list ? expressionsOf(list) : [];
}

/** Types, operators and punctuation are none. */
function isExpression({ name }: SyntaxNode): boolean {
  return /^(?:String|Number|BooleanLiteral|null|RegExp|TemplateString|VariableName|ArrowFunction|[A-Z]\w*Expression)$/.test(
    name,
  );
}

/** `x as const`, `x satisfies T`, `x!`, `(x)`: the same value. */
function isTypeOnly(node: SyntaxNode): boolean {
  if (node.name === 'BinaryExpression') return node.getChild('as') !== null || node.getChild('satisfies') !== null;
  return expressionsOf(node).length === 1 && !node.getChild('ArithOp');
}

function numberValue(source: string): PyValue | undefined {
  const digits = source.replaceAll('_', '');
  if (/^(?:\d+|0[xob][\da-f]+)n?$/i.test(digits)) {
    // Number() first: BigInt() is quadratic in the digits and most integers are short.
    const number = Number(digits);
    return Number.isSafeInteger(number)
      ? number
      : digits.length > 4300
        ? undefined
        : pyInt(BigInt(digits.replace(/n$/, '')));
  }
  const number = Number(digits);
  return Number.isNaN(number) ? undefined : pyFloat(number);
}

function negated(value: PyValue | undefined): PyValue | undefined {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean')
    return undefined;
  if (isPyDict(value) || isPyList(value)) return undefined;
  if (typeof value === 'bigint') return pyInt(-value);
  if (typeof value === 'number') return fromPlain(value === 0 ? 0 : -value);
  return 'value' in value ? pyFloat(-value.value) : undefined;
}
