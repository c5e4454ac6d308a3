import type { Tree, TreeCursor } from '@lezer/common';
import { addTo } from '../../../core/addTo.ts';
import { importsOf } from './imports.ts';
import { Attributes } from './resolveName.ts';
import type { Binding, Bound, Scope, ScopedNode } from './scopes.ts';
import { type Assignment, assignmentOf, childrenOf, type PyNode } from './syntax.ts';

/** What a Python text has that could be read as a definition. */
export interface Outline {
  readonly module: Scope;
  /** The modules of a tree that joins those of several files; else the one. */
  readonly modules: readonly Scope[];
  readonly calls: readonly ScopedNode[];
  readonly classes: readonly ScopedNode[];
  /** Where the text is not Python. */
  readonly errors: readonly { readonly from: number; readonly to: number }[];
  /** The inner scope of a class by the place of its node. */
  readonly inner: ReadonlyMap<number, Scope>;
  readonly attributes: Attributes;
}

const changing = 'a name that changes';
/** Methods of lists, dicts and sets that change them. */
const changingMethods: ReadonlySet<string> = new Set([
  ...['append', 'extend', 'insert', 'update', 'setdefault', 'pop', 'popitem', 'remove', 'clear', 'add', 'discard'],
  ...['sort', 'reverse'],
]);
const conditional = new Set(['IfStatement', 'ForStatement', 'WhileStatement', 'TryStatement', 'MatchStatement']);
const scoped = new Map<string, Scope['kind']>([
  ['ClassDefinition', 'class'],
  ['FunctionDefinition', 'function'],
  ['LambdaExpression', 'function'],
  ['ArrayComprehensionExpression', 'function'],
  ['SetComprehensionExpression', 'function'],
  ['DictionaryComprehensionExpression', 'function'],
  ['ComprehensionExpression', 'function'],
]);

const changed: Bound = { kind: 'other', what: changing };
const unpacked: Bound = { kind: 'other', what: 'one of several values' };

/** Walks a tree once, and notes what each name of each scope is bound to. Not recursive; linear. */
export function outlineOf(tree: Tree, text: string): Outline {
  return new OutlineReader(tree, text).read();
}

class OutlineReader {
  readonly #text: string;
  readonly #cursor: TreeCursor;
  #module: Scope;
  readonly #modules: Scope[];
  readonly #calls: ScopedNode[] = [];
  readonly #classes: ScopedNode[] = [];
  readonly #errors: { readonly from: number; readonly to: number }[] = [];
  readonly #inner = new Map<number, Scope>();
  readonly #attributes = new Attributes();
  /** Where the cursor is. */
  #scope: Scope;
  /** How many conditions are open there. */
  #conditions = 0;

  constructor(tree: Tree, text: string) {
    this.#text = text;
    this.#cursor = tree.cursor();
    this.#module = { kind: 'module', node: tree.topNode, names: new Map() };
    this.#modules = [this.#module];
    this.#scope = this.#module;
  }

  read(): Outline {
    const cursor = this.#cursor;
    for (;;) {
      this.#enter();
      if (cursor.firstChild()) continue;
      for (;;) {
        this.#leave();
        if (cursor.nextSibling()) break;
        if (!cursor.parent()) return this.#outline();
      }
    }
  }

  #outline(): Outline {
    return {
      module: this.#modules[0]!,
      modules: this.#modules,
      calls: this.#calls,
      classes: this.#classes,
      errors: this.#errors,
      inner: this.#inner,
      attributes: this.#attributes,
    };
  }

  #enter(): void {
    const { name, type, from, to } = this.#cursor;
    if (type.isError) this.#errors.push({ from, to });
    if (name === 'Script' && this.#cursor.node.parent) this.#openModule(this.#cursor.node);
    this.#readStatement(name);
    const kind = scoped.get(name);
    if (kind) this.#open(kind, this.#cursor.node);
    if (name === 'ForStatement' || (kind && name.endsWith('ComprehensionExpression')))
      this.#bindNames(loopTargets(childrenOf(this.#cursor.node)), changing);
    if (conditional.has(name)) this.#conditions++;
  }

  #leave(): void {
    const { name } = this.#cursor;
    if (conditional.has(name)) this.#conditions--;
    if (scoped.has(name)) this.#scope = this.#scope.parent ?? this.#module;
  }

  #readStatement(name: string): void {
    const cursor = this.#cursor;
    switch (name) {
      case 'AssignStatement':
        this.#bindAssignment(assignmentOf(cursor.node));
        break;
      case 'UpdateStatement':
      case 'NamedExpression': {
        const [target] = childrenOf(cursor.node);
        this.#bindNames(target ? [target] : [], changing);
        if (target) this.#assign(target, changed);
        break;
      }
      case 'DeleteStatement':
      case 'ScopeStatement':
        this.#bindNames(childrenOf(cursor.node), changing);
        break;
      case 'WithStatement':
      case 'TryStatement':
        this.#bindNames(after(childrenOf(cursor.node), 'as'), changing);
        break;
      case 'ParamList':
        // What stands after `=` is a default.
        this.#bindNames(
          childrenOf(cursor.node).filter((_, i, all) => all[i - 1]?.name !== 'AssignOp'),
          'a parameter',
        );
        break;
      case 'ImportStatement':
        for (const { local, path, from } of importsOf(cursor.node, node => this.#nameOf(node)))
          this.#bind(local, { kind: 'import', path }, from);
        break;
      case 'CallExpression':
        this.#calls.push({ node: cursor.node, scope: this.#scope });
        this.#bindChange(cursor.node.firstChild);
        break;
    }
  }

  /** A file of several has names of its own. */
  #openModule(node: PyNode): void {
    this.#module = { kind: 'module', node, names: new Map() };
    this.#modules.push(this.#module);
    this.#scope = this.#module;
    this.#conditions = 0;
  }

  /** Binds the name of a class or a function, and goes into its scope. */
  #open(kind: Scope['kind'], node: PyNode): void {
    const scope = this.#scope;
    const own = childrenOf(node).find(child => child.name === 'VariableName');
    if (own && node.name === 'ClassDefinition') {
      this.#bind(this.#nameOf(own), { kind: 'class', node, scope }, node.from);
      this.#classes.push({ node, scope });
    } else if (own && node.name === 'FunctionDefinition')
      this.#bind(this.#nameOf(own), { kind: 'other', what: 'a function' }, node.from);
    this.#scope = { kind, parent: scope, node, names: new Map() };
    this.#inner.set(node.from, this.#scope);
  }

  #nameOf(node: PyNode): string {
    return this.#text.slice(node.from, node.to);
  }

  #bind(name: string, bound: Bound, from: number, scope = this.#scope): void {
    const before = scope.names.get(name)?.at(-1);
    const other = bound.kind === 'other' ? bound.what : before?.other;
    addTo<string, Binding>(scope.names, name, {
      from,
      bound,
      isConditional: this.#conditions > 0 || before?.isConditional === true,
      isImport: bound.kind === 'import' && before?.isImport !== false,
      ...(other !== undefined && { other }),
    });
  }

  #bindNames(nodes: readonly PyNode[], what: string): void {
    for (const node of nodes)
      if (node.name === 'VariableName') this.#bind(this.#nameOf(node), { kind: 'other', what }, node.from);
  }

  #bindAssignment({ targets, isUnpacking, value }: Assignment): void {
    const scope = this.#scope;
    for (const target of targets) {
      const bound: Bound = value !== undefined && !isUnpacking ? { kind: 'value', node: value, scope } : unpacked;
      if (target.name !== 'VariableName') this.#assign(target, bound);
      // An annotation alone binds nothing.
      else if (bound.kind === 'value' || isUnpacking) this.#bind(this.#nameOf(target), bound, target.from);
    }
  }

  /** An attribute of an object that is assigned, or an item of what a name is. */
  #assign(target: PyNode, bound: Bound): void {
    const [object, operator, property] = target.name === 'MemberExpression' ? childrenOf(target) : [];
    if (object?.name === 'VariableName' && property?.name === 'PropertyName')
      this.#attributes.assign(this.#scope, this.#nameOf(object), this.#nameOf(property), bound);
    else if (object && operator?.name === '[') this.#change(object);
  }

  /** A call of a method that changes its object. */
  #bindChange(callee: PyNode | null): void {
    const [object, , property] = callee?.name === 'MemberExpression' ? childrenOf(callee) : [];
    if (object && property?.name === 'PropertyName' && changingMethods.has(this.#nameOf(property)))
      this.#change(object);
  }

  /** Something is done to what a name or an attribute is, wherever that is bound. */
  #change(object: PyNode): void {
    if (object.name === 'MemberExpression') this.#assign(object, changed);
    if (object.name !== 'VariableName') return;
    const name = this.#nameOf(object);
    let owner: Scope | undefined = this.#scope;
    while (owner && !owner.names.has(name)) owner = owner.parent;
    const bound = owner?.names.get(name)?.at(-1)?.bound;
    // Of other objects nothing is known that could change.
    const isCollection = bound?.kind === 'value' && /^(?:[[{]|(?:dict|list|set)\()/.test(this.#nameOf(bound.node));
    if (owner && isCollection) this.#bind(name, changed, object.from, owner);
  }
}

/** The nodes right after a word. */
function after(children: readonly PyNode[], word: string): readonly PyNode[] {
  return children.filter((_, i) => children[i - 1]?.name === word);
}

/** The names between `for` and `in`. */
function loopTargets(children: readonly PyNode[]): readonly PyNode[] {
  let isTarget = false;
  return children.filter(({ name }) => {
    if (name === 'for') isTarget = true;
    else if (name === 'in') isTarget = false;
    return isTarget;
  });
}
