import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { cleanDoc } from '../docstring.ts';
import type { Evaluator } from './pythonEvaluator.ts';
import type { ScopedNode } from './scopes.ts';
import { type Assignment, argumentsOf, assignmentOf, childOf, childrenOf, type PyNode } from './syntax.ts';

/** What a class derives from, as far as it matters here. */
export type ClassKind = 'model' | 'root model' | 'enum' | 'framework' | DataKind;

/** Classes with fields that are not Pydantic's, of which Pydantic makes a schema. */
export type DataKind = 'dataclass' | 'typeddict';

/** Whether a class is Pydantic's own: what takes nothing but models does not take the others. */
export function isPydantic(line: ClassLine | undefined): boolean {
  return line !== undefined && dataKindOf(line) === undefined;
}

/** What a class with fields is that is not Pydantic's; `undefined`: another. */
export function dataKindOf({ kind }: ClassLine): DataKind | undefined {
  return kind === 'dataclass' || kind === 'typeddict' ? kind : undefined;
}

const kinds: Readonly<Record<string, ClassKind>> = {
  BaseModel: 'model',
  BaseSettings: 'model',
  RootModel: 'root model',
  Enum: 'enum',
  IntEnum: 'enum',
  StrEnum: 'enum',
  TypedDict: 'typeddict',
};
const maxBases = 50;

/** A class of the text with those of the text that it derives from, the first of all first. */
export interface ClassLine {
  readonly kind: ClassKind;
  readonly classes: readonly ScopedNode[];
  /** The framework's class that they derive from. Absent: another kind. */
  readonly base?: ModelBase;
}

/** A model of a framework that users' classes derive from. */
export interface ModelBase {
  readonly name: string;
  /** The fields that every class has which derives from it, by name. */
  readonly fields: ReadonlyMap<string, ModelField>;
  readonly config: ReadonlyMap<string, PyValue>;
  /** Its methods: a field of such a name without a value of its own has the method for its default. */
  readonly methods: ReadonlySet<string>;
}

export interface ModelField {
  readonly key: string;
  readonly schema: PyDict;
  readonly isRequired: boolean;
}

/** What a class is; `undefined`: nothing that is known here. `bases`: classes of frameworks that count as well. */
export function lineOf(place: ScopedNode, evaluator: Evaluator, bases: readonly ModelBase[]): ClassLine | undefined {
  const { classes, meaning } = derivation(place, evaluator, (path): Omit<ClassLine, 'classes'> | undefined => {
    const last = path.slice(path.lastIndexOf('.') + 1);
    const kind = Object.hasOwn(kinds, last) ? kinds[last] : undefined;
    const base = bases.find(({ name }) => name === last);
    return kind !== undefined ? { kind } : base && { kind: 'framework', base };
  });
  if (meaning && /model$|^framework$/.test(meaning.kind)) refuseTypes(classes, evaluator);
  if (meaning) return { ...meaning, classes };
  return classes.some(each => isDataclass(each, evaluator)) ? { kind: 'dataclass', classes } : undefined;
}

/** A base whose type parameters are filled in has other fields than its class says. */
function refuseTypes(classes: readonly ScopedNode[], evaluator: Evaluator): void {
  for (const { node, scope } of classes)
    for (const { name, value } of argumentsOf(childOf(node, 'ArgList'), evaluator.text)) {
      const bare = withoutTypes(value);
      if (name !== undefined || bare === value || evaluator.resolve(bare, scope).kind !== 'class') continue;
      evaluator.report(
        value,
        `\`${evaluator.textOf(value)}\` is a class whose types are filled in, which is not read.`,
      );
    }
}

/**
 * A class with those of the text that it derives from, the first of all first, and what the base from another module means
 * that the first of them has. `meaningOf`: what such a base is, by its dotted path; `undefined`: it does not count.
 */
export function derivation<T>(
  place: ScopedNode,
  evaluator: Evaluator,
  meaningOf: (path: string) => T | undefined,
): { readonly classes: readonly ScopedNode[]; readonly meaning?: T } {
  const line = linearized(place, evaluator, new Map());
  for (const current of line)
    for (const { name, value } of basesOf(current, evaluator)) {
      const named = name === undefined ? evaluator.resolve(withoutTypes(value), current.scope) : undefined;
      const meaning = named?.kind === 'import' ? meaningOf(named.path) : undefined;
      if (meaning !== undefined) return { classes: line.toReversed(), meaning };
    }
  return { classes: line.toReversed() };
}

/** `Base` of `Base[int]`. */
function withoutTypes(node: PyNode): PyNode {
  return childOf(node, '[') && node.firstChild ? node.firstChild : node;
}

/** The classes of the text that a class derives from. */
function parentsOf(place: ScopedNode, evaluator: Evaluator): readonly ScopedNode[] {
  return basesOf(place, evaluator).flatMap(({ name, value }) => {
    const named = name === undefined ? evaluator.resolve(withoutTypes(value), place.scope) : undefined;
    return named?.kind === 'class' ? [named] : [];
  });
}

/** Python's order of a class and those that it derives from (C3), the class itself first; one that derives from itself ends there. */
function linearized(
  place: ScopedNode,
  evaluator: Evaluator,
  linesByClass: Map<number, readonly ScopedNode[]>,
): readonly ScopedNode[] {
  const before = linesByClass.get(place.node.from);
  if (before) return before;
  linesByClass.set(place.node.from, []);
  if (linesByClass.size > maxBases) return [place];
  const parents = parentsOf(place, evaluator);
  const lines = [...parents.map(parent => linearized(parent, evaluator, linesByClass)), parents];
  const line = [place, ...merged(lines)].slice(0, maxBases);
  linesByClass.set(place.node.from, line);
  return line;
}

/** Lines merged into one that keeps the order of each; what Python refuses ends where it does. */
function merged(lines: readonly (readonly ScopedNode[])[]): readonly ScopedNode[] {
  const rest = lines.map(line => [...line]);
  const found: ScopedNode[] = [];
  const isSame = (one: ScopedNode, other: ScopedNode | undefined) => one.node.from === other?.node.from;
  for (;;) {
    const next = rest
      .flatMap(([head]) => head ?? [])
      .find(head => rest.every(line => !line.slice(1).some(each => isSame(head, each))));
    if (!next) return found;
    found.push(next);
    for (const line of rest) if (isSame(next, line[0])) line.shift();
  }
}

/** Whether `@dataclass` stands above a class, also with arguments. */
function isDataclass({ node, scope }: ScopedNode, evaluator: Evaluator): boolean {
  const around = node.parent?.name === 'DecoratedStatement' ? childrenOf(node.parent) : [];
  return around
    .filter(({ name }) => name === 'Decorator')
    .some(decorator => {
      // The grammar has the parts of a dotted name side by side.
      const [first, ...others] = childrenOf(decorator).filter(({ name }) => /^(?:Variable|Property)Name$/.test(name));
      const named = first && evaluator.resolve(first, scope);
      if (named?.kind !== 'import') return false;
      return [named.path, ...others.map(each => evaluator.textOf(each))].join('.').endsWith('.dataclass');
    });
}

/** The bases and named arguments of a class. */
export function basesOf({ node }: ScopedNode, evaluator: Evaluator) {
  return argumentsOf(childOf(node, 'ArgList'), evaluator.text);
}

export function classNameOf(node: PyNode, evaluator: Evaluator): string {
  const name = childOf(node, 'VariableName');
  return name ? evaluator.textOf(name) : '';
}

/** A statement in the body of a class. */
export type Member =
  | ({ readonly kind: 'assignment'; readonly name: string; readonly node: PyNode } & Assignment)
  | { readonly kind: 'function'; readonly name: string; readonly node: PyNode; readonly decorators: readonly string[] }
  | { readonly kind: 'class'; readonly name: string; readonly node: PyNode };

/** The members of a class in their order; other statements are left out. */
export function membersOf(node: PyNode, evaluator: Evaluator): readonly Member[] {
  const found: Member[] = [];
  const add = (statement: PyNode, decorators: readonly string[]): void => {
    const name = childOf(statement, 'VariableName');
    const text = name ? evaluator.textOf(name) : '';
    if (statement.name === 'AssignStatement' && name)
      found.push({ kind: 'assignment', name: text, node: statement, ...assignmentOf(statement) });
    else if (statement.name === 'FunctionDefinition')
      found.push({ kind: 'function', name: text, node: statement, decorators });
    else if (statement.name === 'ClassDefinition') found.push({ kind: 'class', name: text, node: statement });
    else if (statement.name === 'StatementGroup') for (const child of childrenOf(statement)) add(child, []);
    else if (statement.name === 'DecoratedStatement') {
      const names = childrenOf(statement).filter(child => child.name === 'Decorator');
      const last = childrenOf(statement).at(-1);
      if (last && last.name !== 'DecoratedStatement')
        add(
          last,
          names.map(one => evaluator.textOf(one)),
        );
    }
  };
  const body = childOf(node, 'Body');
  for (const statement of body ? childrenOf(body) : []) add(statement, []);
  return found;
}

/** The docstring of a class or function as it is written; `undefined`: it has none. */
function docstringOf(node: PyNode, evaluator: Evaluator): string | undefined {
  const body = childOf(node, 'Body');
  const first = body && childrenOf(body).find(({ name }) => name !== ':');
  const text = first?.name === 'ExpressionStatement' ? first.firstChild : undefined;
  return text ? evaluator.plainText(text) : undefined;
}

/** The description of a class, from its docstring. */
export function describe(place: ScopedNode, evaluator: Evaluator): readonly (readonly [string, PyValue])[] {
  const doc = docstringOf(place.node, evaluator);
  const description = doc === undefined ? '' : cleanDoc(doc);
  return description === '' ? [] : [['description', description]];
}
