import { membersOf } from '../../../code/python/read/classFacts.ts';
import type { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import type { Scope, ScopedNode } from '../../../code/python/read/scopes.ts';
import { argumentsOf, childOf, childrenOf, type PyNode } from '../../../code/python/read/syntax.ts';
import type { CustomClass } from './customClass.ts';
import { filterParameters, parserParameters } from './parserClasses.ts';

/** What the parameters of a function stand for: expressions with the scope that they are read in. */
export type Bindings = ReadonlyMap<string, ScopedNode>;

/** The expression that a name stands for where it is a parameter; any other as it is. */
export function boundPlace(place: ScopedNode, bindings: Bindings, evaluator: Evaluator): ScopedNode {
  const { node } = place;
  return (node.name === 'VariableName' ? bindings.get(evaluator.textOf(node)) : undefined) ?? place;
}

/** The `__init__` of each class of the text that has one, the most derived last, with the scope of their classes. */
export function initsOf({ classes }: CustomClass, evaluator: Evaluator): readonly ScopedNode[] {
  return classes.flatMap(({ node }) => {
    const scope = evaluator.inner.get(node.from);
    const init = membersOf(node, evaluator).find(({ kind, name }) => kind === 'function' && name === '__init__');
    return scope && init ? [{ node: init.node, scope }] : [];
  });
}

/** What a call of a class gives to the parameters of its `__init__`, which is that of AgentScope's class where the text has none. What they do not take is reported. */
export function callBindings(
  custom: CustomClass,
  init: ScopedNode | undefined,
  { node, scope }: ScopedNode,
  evaluator: Evaluator,
): Bindings {
  const { concrete, bases, name: className } = custom;
  const usual =
    concrete !== undefined
      ? parserParameters.get(concrete)!.parameters
      : bases.includes('DictFilterMixin')
        ? filterParameters
        : [];
  const parameters = init ? parametersOf(init.node, evaluator) : usual;
  return boundArguments(argumentsOf(childOf(node, 'ArgList'), evaluator.text), parameters, scope, className, evaluator);
}

/** Arguments by the parameters that take them. */
export function boundArguments(
  args: ReturnType<typeof argumentsOf>,
  parameters: readonly string[],
  scope: Scope,
  className: string,
  evaluator: Evaluator,
): Bindings {
  const bound = new Map<string, ScopedNode>();
  let index = 0;
  for (const { name, value, spread } of args) {
    const parameter = spread ? undefined : (name ?? parameters[index++]);
    if (spread) evaluator.report(value, 'Spread arguments are not taken over.');
    else if (parameter === undefined) evaluator.report(value, `\`${className}\` takes no more arguments.`);
    else if (!parameters.includes(parameter))
      evaluator.report(value, `\`${className}\` has no parameter \`${parameter}\`.`);
    else bound.set(parameter, { node: value, scope });
  }
  return bound;
}

/** The names of a method's parameters, `self` and what is spread left out. */
export function parametersOf(node: PyNode, evaluator: Evaluator): readonly string[] {
  const list = childOf(node, 'ParamList');
  const children = list ? childrenOf(list) : [];
  const names = children.filter(
    ({ name }, i) => name === 'VariableName' && !/^(?:AssignOp|\*\*?)$/.test(children[i - 1]?.name ?? ''),
  );
  return names.slice(1).map(each => evaluator.textOf(each));
}

/** The parameters of a function that have a default, which is read in the scope around it. */
export function defaultsOf({ node, scope }: ScopedNode, evaluator: Evaluator): Bindings {
  const list = childOf(node, 'ParamList');
  const defaults = new Map<string, ScopedNode>();
  let name: string | undefined;
  let isDefault = false;
  for (const child of list ? childrenOf(list) : []) {
    if (isDefault && name !== undefined) defaults.set(name, { node: child, scope });
    else if (child.name === 'VariableName') name = evaluator.textOf(child);
    isDefault = child.name === 'AssignOp';
  }
  return defaults;
}

/** The statements of a function, without texts that stand alone (its docstring) and `pass`. */
export function statementsOf(node: PyNode): readonly PyNode[] {
  const body = childOf(node, 'Body');
  const all = body ? childrenOf(body).filter(({ name }) => name !== ':') : [];
  return all
    .flatMap(each => (each.name === 'StatementGroup' ? childrenOf(each).filter(({ name }) => name !== ';') : [each]))
    .filter(
      ({ name, firstChild }) =>
        name !== 'PassStatement' && !(name === 'ExpressionStatement' && firstChild?.name === 'String'),
    );
}

/** The class whose `__init__` a call is: `super`, or its name; `undefined`: it is another call. */
export function initBase(call: PyNode, scope: Scope, evaluator: Evaluator): string | undefined {
  const callee = call.firstChild;
  const property = callee?.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
  const object = callee?.firstChild;
  if (!property || !object || evaluator.textOf(property) !== '__init__') return undefined;
  if (object.name === 'CallExpression' && object.firstChild && evaluator.textOf(object.firstChild) === 'super')
    return 'super';
  return evaluator.importedName(object, scope) ?? evaluator.textOf(object);
}
