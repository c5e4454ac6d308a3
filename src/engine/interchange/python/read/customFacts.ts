import type { PyValue } from '../../../core/pyValue.ts';
import { membersOf } from './classFacts.ts';
import type { CustomClass } from './customClass.ts';
import type { Evaluator } from './evaluator.ts';
import type { Scope } from './scopes.ts';
import { argumentsOf, assignmentOf, childOf, childrenOf, type PyNode } from './syntax.ts';

/** What a class says of itself: its literal attributes, and its methods as they are written. */
export interface CustomFacts {
  /** Attributes of the class and of `__init__`, with the defaults of its parameters. What is no literal is reported. */
  readonly attributes: ReadonlyMap<string, PyValue>;
  /** The statements that make an attribute or a method, by its name. */
  readonly sources: ReadonlyMap<string, PyNode>;
  readonly methods: ReadonlyMap<string, PyNode>;
}

/** The parameters of AgentScope's `DictFilterMixin`, in their order. */
export const filterParameters: readonly string[] = ['keys_to_memory', 'keys_to_content', 'keys_to_metadata'];

/** Reads a class and those of the text that it derives from. Nothing is run; linear in their text. */
export function customFactsOf(custom: CustomClass, evaluator: Evaluator): CustomFacts {
  const attributes = new Map<string, PyValue>();
  const sources = new Map<string, PyNode>();
  const methods = new Map<string, PyNode>();
  const set = (name: string, source: PyNode, value: PyValue | undefined) => {
    sources.set(name, source);
    if (value === undefined) attributes.delete(name);
    else attributes.set(name, value);
  };
  for (const { node } of custom.classes) {
    const scope = evaluator.inner.get(node.from);
    if (!scope) continue;
    for (const member of membersOf(node, evaluator)) {
      if (member.kind === 'assignment' && member.value && !member.name.startsWith('__'))
        set(member.name, member.node, evaluator.value(member.value, scope));
      if (member.kind !== 'function') continue;
      methods.set(member.name, member.node);
      const isInstruction = member.name === 'format_instruction';
      if (isInstruction) set(member.name, member.node, returned(member.node, evaluator));
      if (member.name === '__init__') readInit(member.node, scope, custom, evaluator, set);
    }
  }
  return { attributes, sources, methods };
}

/** What a function gives that only returns an expression. */
function returned(node: PyNode, evaluator: Evaluator): PyValue | undefined {
  const statements = statementsOf(node);
  const [only] = statements;
  const value = only?.name === 'ReturnStatement' ? childrenOf(only)[1] : undefined;
  const scope = evaluator.inner.get(node.from);
  if (statements.length === 1 && value && scope) return evaluator.value(value, scope);
  evaluator.report(node, 'This instruction is made when the program runs; port it in the module.');
  return undefined;
}

/** The statements of a function, without texts that stand alone (its docstring) and `pass`. */
function statementsOf(node: PyNode): readonly PyNode[] {
  const body = childOf(node, 'Body');
  const all = body ? childrenOf(body).filter(({ name }) => name !== ':') : [];
  return all
    .flatMap(each => (each.name === 'StatementGroup' ? childrenOf(each).filter(({ name }) => name !== ';') : [each]))
    .filter(
      ({ name, firstChild }) =>
        name !== 'PassStatement' && !(name === 'ExpressionStatement' && firstChild?.name === 'String'),
    );
}

function readInit(
  node: PyNode,
  outer: Scope,
  { bases }: CustomClass,
  evaluator: Evaluator,
  set: (name: string, source: PyNode, value: PyValue | undefined) => void,
): void {
  const scope = evaluator.inner.get(node.from) ?? outer;
  const defaults = defaultsOf(node, evaluator);
  const read = (value: PyNode) => {
    const given = value.name === 'VariableName' ? defaults.get(evaluator.textOf(value)) : undefined;
    return given ? evaluator.value(given, outer) : evaluator.value(value, scope);
  };
  for (const statement of statementsOf(node)) {
    const call = statement.name === 'ExpressionStatement' ? statement.firstChild : undefined;
    const base = call?.name === 'CallExpression' ? initBase(call, scope, evaluator) : undefined;
    const attribute = statement.name === 'AssignStatement' ? selfAttribute(statement, evaluator) : undefined;
    if (attribute) set(attribute.name, statement, read(attribute.value));
    else if (call && base !== undefined) {
      const list = argumentsOf(childOf(call, 'ArgList'), evaluator.text);
      const isFilter = base === 'DictFilterMixin' || (base === 'super' && bases.includes('DictFilterMixin'));
      let index = base === 'super' ? 0 : -1;
      for (const { name, value, spread } of list) {
        const parameter = name ?? (spread ? undefined : filterParameters[index]);
        const isSelf = name === undefined && index++ === -1;
        if (isFilter && parameter !== undefined && filterParameters.includes(parameter))
          set(parameter, statement, read(value));
        else if (!isSelf) evaluator.report(value, 'What is given to the base class here is not carried over.');
      }
    } else evaluator.report(statement, 'This part of `__init__` is not carried over; port it in the module.');
  }
}

/** `self.name = value`. */
function selfAttribute(statement: PyNode, evaluator: Evaluator) {
  const { targets, isUnpacking, value } = assignmentOf(statement);
  const [target] = targets;
  const property = target?.name === 'MemberExpression' ? childOf(target, 'PropertyName') : undefined;
  const object = target?.firstChild;
  if (!value || !property || isUnpacking || targets.length !== 1 || !object || evaluator.textOf(object) !== 'self')
    return undefined;
  return { name: evaluator.textOf(property), value };
}

/** The class whose `__init__` a call is: `super`, or its name; `undefined`: it is another call. */
function initBase(call: PyNode, scope: Scope, evaluator: Evaluator): string | undefined {
  const callee = call.firstChild;
  const property = callee?.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
  const object = callee?.firstChild;
  if (!property || !object || evaluator.textOf(property) !== '__init__') return undefined;
  if (object.name === 'CallExpression' && object.firstChild && evaluator.textOf(object.firstChild) === 'super')
    return 'super';
  return evaluator.importedName(object, scope) ?? evaluator.textOf(object);
}

/** The parameters of a function that have a default. */
function defaultsOf(node: PyNode, evaluator: Evaluator): ReadonlyMap<string, PyNode> {
  const list = childOf(node, 'ParamList');
  const defaults = new Map<string, PyNode>();
  let name: string | undefined;
  let isDefault = false;
  for (const child of list ? childrenOf(list) : []) {
    if (isDefault && name !== undefined) defaults.set(name, child);
    else if (child.name === 'VariableName') name = evaluator.textOf(child);
    isDefault = child.name === 'AssignOp';
  }
  return defaults;
}
