import type { SyntaxNode } from '@lezer/common';
import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import { toJsonText } from '../../python/index.ts';
import { negated, numberValue, unescapeLiteral } from './literals.ts';
import { argumentsOf, bareExpression, children, expressionsOf, isExpression, isTypeOnly } from './tsSyntax.ts';

/** How deep expressions are followed, through constants as well. */
const maxDepth = 400;

/** How many constants lead from one to the next. */
const maxHops = 50;

/** What a short text may be made of. */
const minBudget = 100_000;

/** Methods and functions that use schemas, and give none. */
const using: ReadonlySet<string> = new Set([
  ...['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'spa', 'encode', 'decode', 'encodeAsync', 'decodeAsync'],
  ...['safeEncode', 'safeDecode', 'isOptional', 'isNullable', 'toJSONSchema', 'config', 'registry', 'setErrorMap'],
  ...['prettifyError', 'treeifyError', 'formatError', 'flattenError', 'fromJSONSchema'],
]);

/** A module's syntax tree with its constants. Nothing of it is run. */
export class TsModule {
  readonly root: SyntaxNode;
  /** The initializers of `const`, `let` and `var` by name: the module's own, and those inside of functions whose name is used once. */
  readonly constants = new Map<string, SyntaxNode>();
  /** Names under which zod is imported. */
  readonly zod = new Set<string>();
  readonly fault?: number;
  readonly #text: string;
  readonly #values = new Map<string, { readonly value: PyValue | undefined; readonly size: number }>();
  /** What may still be made of the text, so that constants of constants do not grow without end. */
  #budget: number;

  /** `fault` is where the text is not TypeScript, if it is read all the same. */
  constructor(text: string, root: SyntaxNode, fault?: number) {
    this.#text = text;
    this.root = root;
    if (fault !== undefined) this.fault = fault;
    this.#budget = 4 * text.length + minBudget;
    const inner: SyntaxNode[] = [];
    const enums: SyntaxNode[] = [];
    root.cursor().iterate(({ name, node }) => {
      if (name === 'ImportDeclaration') this.#import(node);
      else if (name === 'EnumDeclaration') enums.push(node);
      else if (name === 'VariableDeclaration') {
        const parent = node.parent?.name === 'ExportDeclaration' ? node.parent.parent : node.parent;
        if (parent?.parent) inner.push(node);
        else for (const [constant, value] of this.#declared(node)) this.constants.set(constant, value);
      }
    });
    const local = inner.flatMap(node => this.#declared(node));
    const counts = new Map<string, number>();
    for (const [name] of local) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [name, value] of local)
      if (counts.get(name) === 1 && !this.constants.has(name)) this.constants.set(name, value);
    for (const node of enums) this.#enumerate(node);
    this.zod.add('z');
  }

  /** The source of a node. */
  source(node: SyntaxNode): string {
    return this.#text.slice(node.from, node.to);
  }

  /** The value of a constant expression; `undefined` where it is not constant. Of a number with a point or an exponent the float. */
  value(node: SyntaxNode | null | undefined, depth = 0): PyValue | undefined {
    if (!node || depth > maxDepth) return undefined;
    // A text costs its length.
    this.#budget -= /String/.test(node.name) ? 1 + node.to - node.from : 1;
    if (this.#budget < 0) return undefined;
    switch (node.name) {
      case 'String':
        return unescapeLiteral(this.source(node).slice(1, -1));
      case 'TemplateString':
        return this.#template(node, depth);
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
      case 'PrefixCast':
        return isTypeOnly(node) ? this.value(expressionsOf(node)[0], depth + 1) : undefined;
      case 'BinaryExpression':
        return isTypeOnly(node) ? this.value(expressionsOf(node)[0], depth + 1) : this.#joined(node, depth);
      case 'MemberExpression':
        return this.#member(node, depth);
      case 'UnaryExpression':
        return this.source(node).startsWith('-') ? negated(this.value(expressionsOf(node)[0], depth + 1)) : undefined;
      case 'ArrayExpression':
        return this.#list(node, depth);
      case 'ObjectExpression':
        return this.#object(node, depth);
      case 'VariableName':
      case 'PropertyDefinition':
        return this.#constant(this.source(node), depth);
      case 'CallExpression': {
        const isStringify = this.source(node).startsWith('JSON.stringify(');
        const printed = isStringify ? this.value(argumentsOf(node)[0], depth + 1) : undefined;
        return printed === undefined ? undefined : toJsonText(printed);
      }
      default:
        return undefined;
    }
  }

  /** Whether an expression is a call that gives a zod schema. */
  isZod(node: SyntaxNode): boolean {
    return this.beginsWithZod(node) && !this.#isUse(node);
  }

  /** Whether an expression is a call that begins with zod's name, or with a constant that does and gives a schema. */
  beginsWithZod(node: SyntaxNode): boolean {
    let call: SyntaxNode | undefined = node;
    for (let hops = 0; call?.name === 'CallExpression' && hops < maxHops; hops++) {
      if (hops > 0 && this.#isUse(call)) return false;
      let inner: SyntaxNode | null = call;
      while (inner && /^(?:Call|Member|Instantiation)Expression$/.test(inner.name)) inner = inner.firstChild;
      if (inner?.name !== 'VariableName') return false;
      const name = this.source(inner);
      if (this.zod.has(name)) return true;
      call = this.constants.get(name);
    }
    return false;
  }

  #isUse(call: SyntaxNode): boolean {
    const method = call.getChild('MemberExpression')?.getChild('PropertyName');
    return method !== null && method !== undefined && using.has(this.source(method));
  }

  /** A template whose substitutions are texts or integers. */
  #template(node: SyntaxNode, depth: number): string | undefined {
    const texts: string[] = [];
    let from = node.from + 1;
    for (const part of node.getChildren('Interpolation')) {
      const value = this.value(expressionsOf(part)[0], depth + 1);
      if (typeof value !== 'string' && typeof value !== 'number') return undefined;
      texts.push(unescapeLiteral(unixLines(this.#text.slice(from, part.from))), String(value));
      from = part.to;
    }
    texts.push(unescapeLiteral(unixLines(this.#text.slice(from, node.to - 1))));
    return this.#whole(texts);
  }

  #rawTemplate(node: SyntaxNode): string | undefined {
    const template = node.getChild('TemplateString');
    if (!template || template.getChild('Interpolation') || !this.source(node).startsWith('String.raw'))
      return undefined;
    return unixLines(this.source(template).slice(1, -1));
  }

  /** Texts joined by `+`. The left side may be long, so it is not read recursively. */
  #joined(node: SyntaxNode, depth: number): string | undefined {
    const texts: string[] = [];
    let left: SyntaxNode = node;
    for (;;) {
      const operator = left.name === 'BinaryExpression' ? left.getChild('ArithOp') : null;
      const [first, second] = operator && this.source(operator) === '+' ? expressionsOf(left) : [];
      const text = this.value(second ?? left, depth + 1);
      if (typeof text !== 'string') return undefined;
      texts.push(text);
      if (!first || !second) return this.#whole(texts.reverse());
      left = first;
    }
  }

  /** Texts put together, as long as they may be. */
  #whole(texts: readonly string[]): string | undefined {
    this.#budget -= texts.reduce((sum, { length }) => sum + length, 0);
    return this.#budget < 0 ? undefined : texts.join('');
  }

  /** A member of a constant object or of an enum. */
  #member(node: SyntaxNode, depth: number): PyValue | undefined {
    const [object, index] = expressionsOf(node);
    const property = node.getChild('PropertyName');
    const owner = this.value(object, depth + 1);
    const key = property ? this.source(property) : this.value(index, depth + 1);
    return owner !== undefined && isPyDict(owner) && typeof key === 'string' ? owner.get(key) : undefined;
  }

  /** An enum with the values of its members; of a member whose value is computed nothing is known. */
  #enumerate(node: SyntaxNode): void {
    const name = node.getChild('TypeDefinition');
    const members = new Map<string, PyValue>();
    let next: PyValue | undefined = 0;
    const parts = children(node.getChild('EnumBody') ?? node);
    for (const [i, part] of parts.entries()) {
      if (part.name !== 'PropertyName' && part.name !== 'String') continue;
      if (parts[i - 1]?.name === 'Equals') continue;
      const key = part.name === 'String' ? this.value(part) : this.source(part);
      const value: PyValue | undefined = parts[i + 1]?.name === 'Equals' ? this.value(parts[i + 2]) : next;
      next = typeof value === 'number' ? value + 1 : undefined;
      if (typeof key !== 'string' || value === undefined) return;
      members.set(key, value);
    }
    if (name) this.#values.set(this.source(name), { value: members, size: members.size });
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
    const cached = this.#values.get(name);
    if (cached) {
      this.#budget -= cached.size;
      return this.#budget < 0 ? undefined : cached.value;
    }
    // What names itself has no value.
    this.#values.set(name, { value: undefined, size: 0 });
    const before = this.#budget;
    const value = this.value(this.constants.get(name), depth + 1);
    this.#values.set(name, { value, size: before - this.#budget });
    return value;
  }

  #declared(declaration: SyntaxNode): [string, SyntaxNode][] {
    const found: [string, SyntaxNode][] = [];
    let name: string | undefined;
    let isInitializer = false;
    for (const part of children(declaration)) {
      if (part.name === 'VariableDefinition') name = this.source(part);
      else if (part.name === 'Equals') isInitializer = true;
      else if (part.name === ',') isInitializer = false;
      else if (isInitializer && name !== undefined && isExpression(part)) {
        found.push([name, bareExpression(part)]);
        isInitializer = false;
      }
    }
    return found;
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

function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
