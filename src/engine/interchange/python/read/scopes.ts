import type { Tree } from '@lezer/common';
import { Attributes } from './attributes.ts';
import { type Assignment, assignmentOf, childrenOf, type PyNode } from './syntax.ts';

/** What a name is bound to. */
export type Bound =
  | { readonly kind: 'value' | 'class'; readonly node: PyNode; readonly scope: Scope }
  | { readonly kind: 'import'; readonly path: string }
  | { readonly kind: 'other'; readonly what: string };

/** A binding at its place, and whether the name could be something else there, because of it or of those before it. */
export interface Binding {
  readonly from: number;
  readonly bound: Bound;
  readonly isConditional: boolean;
  readonly isImport: boolean;
  readonly other?: string;
}

/** The names of a module, class or function. */
export interface Scope {
  readonly kind: 'module' | 'class' | 'function';
  readonly parent?: Scope;
  readonly node: PyNode;
  /** In the order of the text. */
  readonly names: Map<string, Binding[]>;
}

/** A node with the scope that its names are looked up in. */
export interface Place {
  readonly node: PyNode;
  readonly scope: Scope;
}

/** What a Python text has that could be read as a definition. */
export interface Outline {
  readonly module: Scope;
  readonly calls: readonly Place[];
  readonly classes: readonly Place[];
  /** Where the text is no Python. */
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

/** Walks a tree once, and notes what each name of each scope is bound to. Not recursive; linear. */
export function outlineOf(tree: Tree, text: string): Outline {
  const root = tree.topNode;
  const module: Scope = { kind: 'module', node: root, names: new Map() };
  const calls: Place[] = [];
  const classes: Place[] = [];
  const errors: { from: number; to: number }[] = [];
  const inner = new Map<number, Scope>();
  const attributes = new Attributes();
  let scope = module;
  let conditions = 0;
  const cursor = tree.cursor();
  const nameOf = (node: PyNode) => text.slice(node.from, node.to);
  const bind = (name: string, bound: Bound, from: number) => {
    const list = scope.names.get(name);
    const before = list?.at(-1);
    const other = bound.kind === 'other' ? bound.what : before?.other;
    const binding: Binding = {
      from,
      bound,
      isConditional: conditions > 0 || before?.isConditional === true,
      isImport: bound.kind === 'import' && before?.isImport !== false,
      ...(other !== undefined && { other }),
    };
    if (list) list.push(binding);
    else scope.names.set(name, [binding]);
  };
  const bindNames = (nodes: readonly PyNode[], what: string) => {
    for (const node of nodes) if (node.name === 'VariableName') bind(nameOf(node), { kind: 'other', what }, node.from);
  };

  const enter = () => {
    const { name } = cursor;
    if (cursor.type.isError) errors.push({ from: cursor.from, to: cursor.to });
    switch (name) {
      case 'AssignStatement':
        bindAssignment(assignmentOf(cursor.node));
        break;
      case 'UpdateStatement':
      case 'NamedExpression': {
        const [target] = childrenOf(cursor.node);
        bindNames(target ? [target] : [], changing);
        if (target) assign(target, { kind: 'other', what: changing });
        break;
      }
      case 'DeleteStatement':
      case 'ScopeStatement':
        bindNames(childrenOf(cursor.node), changing);
        break;
      case 'WithStatement':
      case 'TryStatement':
        bindNames(after(childrenOf(cursor.node), 'as'), changing);
        break;
      case 'ParamList':
        // What stands after `=` is a default.
        bindNames(
          childrenOf(cursor.node).filter((_, i, all) => all[i - 1]?.name !== 'AssignOp'),
          'a parameter',
        );
        break;
      case 'ImportStatement':
        for (const { local, path, from } of importsOf(cursor.node, nameOf)) bind(local, { kind: 'import', path }, from);
        break;
      case 'CallExpression':
        calls.push({ node: cursor.node, scope });
        bindChange(cursor.node.firstChild, name => changingMethods.has(name));
        break;
    }
    const kind = scoped.get(name);
    if (kind) {
      const node = cursor.node;
      const own = childrenOf(node).find(child => child.name === 'VariableName');
      if (own && name === 'ClassDefinition') {
        bind(nameOf(own), { kind: 'class', node, scope }, node.from);
        classes.push({ node, scope });
      } else if (own && name === 'FunctionDefinition')
        bind(nameOf(own), { kind: 'other', what: 'a function' }, node.from);
      scope = { kind, parent: scope, node, names: new Map() };
      inner.set(node.from, scope);
    }
    if (name === 'ForStatement' || (kind && name.endsWith('ComprehensionExpression')))
      bindNames(loopTargets(childrenOf(cursor.node)), changing);
    if (conditional.has(name)) conditions++;
  };
  /** An attribute of an object that is assigned, or an item of what a name is. */
  const assign = (target: PyNode, bound: Bound) => {
    const [object, operator, property] = target.name === 'MemberExpression' ? childrenOf(target) : [];
    if (object?.name === 'VariableName' && property?.name === 'PropertyName')
      attributes.assign(scope, nameOf(object), nameOf(property), bound);
    else if (object && operator?.name === '[') change(object);
  };
  /** Something is done to what a name or an attribute is, wherever that is bound. */
  const change = (object: PyNode) => {
    if (object.name === 'MemberExpression') assign(object, { kind: 'other', what: changing });
    if (object.name !== 'VariableName') return;
    const here = scope;
    let owner: Scope | undefined = scope;
    while (owner && !owner.names.has(nameOf(object))) owner = owner.parent;
    const bound = owner?.names.get(nameOf(object))?.at(-1)?.bound;
    // Of other objects nothing is known that could change.
    const isCollection = bound?.kind === 'value' && /^(?:[[{]|(?:dict|list|set)\()/.test(nameOf(bound.node));
    if (!owner || !isCollection) return;
    scope = owner;
    bind(nameOf(object), { kind: 'other', what: changing }, object.from);
    scope = here;
  };
  const bindChange = (callee: PyNode | null, isChange: (name: string) => boolean) => {
    const [object, , property] = callee?.name === 'MemberExpression' ? childrenOf(callee) : [];
    if (object && property?.name === 'PropertyName' && isChange(nameOf(property))) change(object);
  };
  const bindAssignment = ({ targets, isUnpacking, value }: Assignment) => {
    for (const target of targets) {
      const isValue = value !== undefined && !isUnpacking;
      if (target.name !== 'VariableName') {
        assign(
          target,
          isValue ? { kind: 'value', node: value, scope } : { kind: 'other', what: 'one of several values' },
        );
        continue;
      }
      if (isValue) bind(nameOf(target), { kind: 'value', node: value, scope }, target.from);
      else if (isUnpacking) bind(nameOf(target), { kind: 'other', what: 'one of several values' }, target.from);
    }
  };
  const leave = () => {
    if (conditional.has(cursor.name)) conditions--;
    if (scoped.has(cursor.name)) scope = scope.parent ?? module;
  };

  for (;;) {
    enter();
    if (cursor.firstChild()) continue;
    for (;;) {
      leave();
      if (cursor.nextSibling()) break;
      if (!cursor.parent()) return { module, calls, classes, errors, inner, attributes };
    }
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

/** The names that an import statement binds, each with the dotted path of what it is. */
function importsOf(
  node: PyNode,
  nameOf: (node: PyNode) => string,
): readonly { local: string; path: string; from: number }[] {
  const found: { local: string; path: string; from: number }[] = [];
  const [first, ...children] = childrenOf(node);
  let module: string | undefined;
  let path: string[] = [];
  let local: string | undefined;
  let start = node.from;
  let isAlias = false;
  const isFrom = first?.name === 'from';
  const close = () => {
    if (path.length > 0 && (!isFrom || module !== undefined))
      found.push({
        local: local ?? path[0]!,
        path: module === undefined ? (local === undefined ? path[0]! : path.join('.')) : `${module}.${path.join('.')}`,
        from: start,
      });
    path = [];
    local = undefined;
    isAlias = false;
  };
  for (const child of children) {
    if (child.name === 'import') {
      module = isFrom ? path.join('.') : undefined;
      path = [];
    } else if (child.name === ',') close();
    else if (child.name === 'as') isAlias = true;
    else if (child.name === 'VariableName') {
      if (isAlias) local = nameOf(child);
      else {
        if (path.length === 0) start = child.from;
        path.push(nameOf(child));
      }
    }
  }
  close();
  return found;
}

/**
 * What a name is where it is used: the last binding before it in its own scope, or the last one of an outer scope.
 * `undefined`: nothing in the text binds it. A text says why it cannot be known.
 */
export function lookUp(name: string, at: number, from: Scope): Bound | string | undefined {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    const bindings = scope.names.get(name);
    if (!bindings || (scope.kind === 'class' && scope !== from)) continue;
    const count = scope === from ? countBefore(bindings, at) : bindings.length;
    const last = bindings[count - 1];
    if (!last) {
      const { bound } = bindings[0]!;
      return bound.kind === 'class' ? bound : bound.kind === 'other' ? bound.what : 'a name that has no value yet';
    }
    if (last.other !== undefined) return last.other;
    return count > 1 && last.isConditional && !last.isImport ? 'a name that depends on a condition' : last.bound;
  }
  return undefined;
}

function countBefore(bindings: readonly Binding[], at: number): number {
  let low = 0;
  let high = bindings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bindings[middle]!.from < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
