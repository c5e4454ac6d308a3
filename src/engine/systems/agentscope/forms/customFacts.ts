import { membersOf } from '../../../code/python/read/classFacts.ts';
import type { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import type { Scope, ScopedNode } from '../../../code/python/read/scopes.ts';
import { argumentsOf, assignmentOf, childOf, childrenOf, type PyNode } from '../../../code/python/read/syntax.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { CustomClass } from './customClass.ts';
import { filterParameters, parserParameters } from './parserClasses.ts';
import {
  type Bindings,
  boundPlace,
  callBindings,
  defaultsOf,
  initBase,
  initsOf,
  statementsOf,
} from './subclassCalls.ts';

/** What a class says of itself: its literal attributes, and its methods as they are written. */
export interface CustomFacts {
  /** Attributes of the class and of `__init__`, with the defaults of its parameters. What is not a literal is reported. */
  readonly attributes: ReadonlyMap<string, PyValue>;
  /** The statements that make an attribute or a method, by its name. */
  readonly sources: ReadonlyMap<string, PyNode>;
  readonly methods: ReadonlyMap<string, PyNode>;
}

/** Reads a class and those of the text that it derives from; with a call of it, what the call gives to `__init__`. Nothing is run; linear in their text. */
export function customFactsOf(custom: CustomClass, evaluator: Evaluator, call?: ScopedNode): CustomFacts {
  const attributes = new Map<string, PyValue>();
  const sources = new Map<string, PyNode>();
  const methods = new Map<string, PyNode>();
  const set = (name: string, source: PyNode, value: PyValue | undefined) => {
    sources.set(name, source);
    if (value === undefined) attributes.delete(name);
    else attributes.set(name, value);
  };
  const inits = initsOf(custom, evaluator);
  const last = inits.at(-1);
  const bindings = call && callBindings(custom, last, call, evaluator);
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
      if (member.name === '__init__')
        readInit(
          member.node,
          scope,
          custom,
          evaluator,
          set,
          member.node.from === last?.node.from ? bindings : undefined,
        );
    }
  }
  // Without an `__init__` in the text the arguments are those of the base class's.
  if (!last) for (const [name, { node, scope }] of bindings ?? []) set(name, node, evaluator.value(node, scope));
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

function readInit(
  node: PyNode,
  outer: Scope,
  { bases, concrete }: CustomClass,
  evaluator: Evaluator,
  set: (name: string, source: PyNode, value: PyValue | undefined) => void,
  callArguments: Bindings | undefined,
): void {
  const scope = evaluator.inner.get(node.from) ?? outer;
  const bindings = new Map([...defaultsOf({ node, scope: outer }, evaluator), ...(callArguments ?? [])]);
  const read = (value: PyNode) => {
    const at = boundPlace({ node: value, scope }, bindings, evaluator);
    return evaluator.value(at.node, at.scope);
  };
  for (const statement of statementsOf(node)) {
    const call = statement.name === 'ExpressionStatement' ? statement.firstChild : undefined;
    const base = call?.name === 'CallExpression' ? initBase(call, scope, evaluator) : undefined;
    const attribute = statement.name === 'AssignStatement' ? selfAttribute(statement, evaluator) : undefined;
    if (attribute) set(attribute.name, statement, read(attribute.value));
    else if (call && base !== undefined) {
      const list = argumentsOf(childOf(call, 'ArgList'), evaluator.text);
      const isFilter = base === 'DictFilterMixin' || (base === 'super' && bases.includes('DictFilterMixin'));
      const isConcrete = concrete !== undefined && (base === concrete || base === 'super');
      const parameters = isConcrete ? parserParameters.get(concrete)!.parameters : isFilter ? filterParameters : [];
      let index = base === 'super' ? 0 : -1;
      for (const { name, value, spread } of list) {
        const parameter = name ?? (spread ? undefined : parameters[index]);
        const isSelf = name === undefined && index++ === -1;
        if (parameter !== undefined && parameters.includes(parameter)) set(parameter, statement, read(value));
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
