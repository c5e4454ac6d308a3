import { childOf, childrenOf, type PyNode } from '../../../code/python/read/syntax.ts';
import { literalEval } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';

/** What a call is named in `FILE#NAME`: its variable, attribute, key or function, with the class or function around. A name stays when lines above it move. */
export function nameOfPlace(place: PyNode, run: Run): string {
  const { text } = run.program;
  const textOf = ({ from, to }: PyNode) => text.slice(from, to);
  let suffix = '';
  let node: PyNode = place;
  for (let parent = node.parent; parent; node = parent, parent = parent.parent) {
    const children = childrenOf(parent);
    const at = children.findIndex(({ from }) => from === node.from);
    const own = nameIn(parent, children, at, node, place, run);
    if (own === undefined) continue;
    suffix = own.suffix + suffix;
    if (own.name !== undefined) return qualified(own.name, parent, textOf) + suffix;
  }
  const callee = place.firstChild;
  return (callee ? textOf(callee) : 'parser') + suffix;
}

/** What a part of the path to the top says: a name, which ends it, or something behind the name. */
function nameIn(
  parent: PyNode,
  children: readonly PyNode[],
  at: number,
  node: PyNode,
  place: PyNode,
  run: Run,
): { name?: string; suffix: string } | undefined {
  const { text } = run.program;
  const textOf = ({ from, to }: PyNode) => text.slice(from, to);
  switch (parent.name) {
    case 'AssignStatement': {
      const targets = targetOf(children, at, textOf);
      return targets === undefined ? undefined : { name: targets, suffix: '' };
    }
    case 'NamedExpression':
      return { name: textOf(children[0]!), suffix: '' };
    case 'DictionaryExpression': {
      const key = children[at - 1]?.name === ':' ? children[at - 2] : undefined;
      return key && { suffix: `[${keyText(textOf(key))}]` };
    }
    case 'ArrayExpression':
    case 'TupleExpression':
    case 'SetExpression': {
      const items = children.filter(({ name }) => !'()[]{},'.includes(name));
      return { suffix: `[${items.findIndex(({ from }) => from === node.from)}]` };
    }
    case 'ArrayComprehensionExpression':
    case 'DictionaryComprehensionExpression':
    case 'SetComprehensionExpression': {
      const key = run.comprehended.get(parent.from);
      return key === undefined
        ? undefined
        : { suffix: `[${typeof key === 'string' ? JSON.stringify(key) : String(key)}]` };
    }
    case 'ParamList': {
      const owner = childOf(parent.parent!, 'VariableName');
      const parameter = children[at - 2];
      return { name: `${owner ? textOf(owner) : 'lambda'}.${parameter ? textOf(parameter) : 'default'}`, suffix: '' };
    }
    case 'ReturnStatement':
    case 'YieldStatement':
      return { name: '', suffix: '' };
    case 'ArgList': {
      const call = parent.parent;
      const callee = call?.firstChild;
      if (!callee || (node.from === place.from && call === place)) return undefined;
      const argument = children[at - 1]?.name === 'AssignOp' ? children[at - 2] : undefined;
      const taker = textOf(callee)
        .replace(/^self\./, '')
        .replaceAll(/\s+/g, '');
      return { name: argument ? `${taker}.${textOf(argument)}` : taker, suffix: '' };
    }
    default:
      return undefined;
  }
}

/** `a`, `self.a` as `.a`, `a[b]`; of several targets the one in the value's place. */
function targetOf(children: readonly PyNode[], at: number, textOf: (node: PyNode) => string): string | undefined {
  const sign = children.findIndex(({ name }) => name === 'AssignOp');
  if (sign < 0 || at < sign) return undefined;
  const last = children.findLastIndex(({ name }) => name === 'AssignOp');
  const index = children.slice(last + 1, at).filter(({ name }) => name === ',').length;
  const isTuple = children.slice(last + 1).some(({ name }) => name === ',');
  const end = children.findIndex(({ name }, i) => i > 0 && (name === 'AssignOp' || name === 'TypeDef'));
  const targets = children.slice(0, end).filter(({ name }) => name !== ',');
  const target = targets[isTuple && targets.length > 1 ? index : 0];
  if (!target) return undefined;
  const name = textOf(target).replaceAll(/\s+/g, '');
  return name.replace(/^(?:self|cls)\./, '.').replaceAll(/\['([^'\\\]]*)'\]/g, '["$1"]');
}

function keyText(source: string): string {
  const value = literalEval(source);
  return typeof value === 'string' ? JSON.stringify(value) : source.replaceAll(/\s+/g, '');
}

/** A name with the class and functions around it; an attribute of `self` is its class's, and `__init__` is left out. */
function qualified(name: string, node: PyNode, textOf: (node: PyNode) => string): string {
  const isOwn = name.startsWith('.');
  const parts: string[] = [];
  for (let at = node.parent; at; at = at.parent) {
    if (at.name !== 'ClassDefinition' && at.name !== 'FunctionDefinition') continue;
    if (at.name === 'FunctionDefinition' && isOwn) continue;
    const own = childOf(at, 'VariableName');
    if (own && (at.name === 'ClassDefinition' || textOf(own) !== '__init__')) parts.unshift(textOf(own));
  }
  const rest = isOwn ? name.slice(1) : name;
  // A default stands in the function whose name it begins with.
  const last = parts.at(-1);
  const inner = rest.startsWith('__init__.')
    ? rest.slice('__init__.'.length)
    : last !== undefined && rest.startsWith(`${last}.`)
      ? rest.slice(last.length + 1)
      : rest;
  return [...parts, ...(inner === '' ? [] : [inner])].join('.');
}
