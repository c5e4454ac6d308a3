import { childOf, type PyNode } from '../code/python/read/syntax.ts';
import { parametersOf } from './parameters.ts';

const dependent = new WeakMap<object, ReadonlySet<string>>();

/** Whether an expression in a function uses a parameter of it, of a function around it, or what is made of one. */
export function dependsOnParameters(node: PyNode, fn: PyNode, text: string): boolean {
  const names = dependentNames(fn, text);
  let found = false;
  node.cursor().iterate(({ name, from, to }) => {
    if (name === 'VariableName' && names.has(text.slice(from, to))) found = true;
    return !found;
  });
  return found;
}

/** The names in a function that are its parameters or made of them; `self` is none. Quadratic in the length of a chain of assignments, at most three times through the function. */
function dependentNames(fn: PyNode, text: string): ReadonlySet<string> {
  const key = fn.tree ?? fn;
  const known = dependent.get(key);
  if (known) return known;
  const names = new Set<string>();
  for (let at: PyNode | null = fn; at; at = at.parent)
    if (at.name === 'FunctionDefinition' || at.name === 'LambdaExpression')
      for (const [i, { name }] of parametersOf(at, text).entries())
        if (i > 0 || (name !== 'self' && name !== 'cls')) names.add(name);
  const body = childOf(fn, 'Body');
  for (let round = 0; body && round < 3; round++) {
    const before = names.size;
    body.cursor().iterate(each => {
      if (/^(?:Assign|Update|For|With)Statement$|^NamedExpression$|Comprehension/.test(each.name))
        addTargets(each.node, names, text);
      return true;
    });
    if (names.size === before) break;
  }
  dependent.set(key, names);
  return names;
}

/** Adds what a statement assigns from something dependent. */
function addTargets(node: PyNode, names: Set<string>, text: string): void {
  const targets: string[] = [];
  let uses = false;
  let isTarget = node.name === 'ForStatement' ? false : !/Comprehension|With/.test(node.name);
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === 'Body') break;
    if (child.name === 'for' || child.name === 'as') isTarget = true;
    else if (child.name === 'in' || child.name === 'AssignOp' || child.name === 'UpdateOp') isTarget = false;
    else
      child.cursor().iterate(each => {
        if (each.name !== 'VariableName') return true;
        const name = text.slice(each.from, each.to);
        if (isTarget) targets.push(name);
        if (names.has(name)) uses = true;
        return true;
      });
  }
  if (uses) for (const name of targets) if (name !== 'self' && name !== 'cls') names.add(name);
}
