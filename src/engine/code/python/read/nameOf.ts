import type { Evaluator } from './pythonEvaluator.ts';
import { assignmentOf, childOf, childrenOf, type PyNode } from './syntax.ts';

/** What an expression is called where it stands: its variable, attribute, argument, key or function; `undefined`: nothing calls it. */
export function nameOfExpression(node: PyNode, evaluator: Evaluator): string | undefined {
  let inner = node;
  let parent = node.parent;
  while (parent?.name === 'ParenthesizedExpression') {
    inner = parent;
    parent = parent.parent;
  }
  const children = parent ? childrenOf(parent) : [];
  if (parent?.name === 'AssignStatement') {
    const { targets, isUnpacking } = assignmentOf(parent);
    // `a, b = x, y`
    const commas = children.filter(({ to, name }) => to <= inner.from && name === ',').length;
    return nameOfTarget(targets[isUnpacking ? commas - targets.length + 1 : 0], evaluator);
  }
  const at = children.findIndex(({ from }) => from === inner.from);
  const before = children[at - 2];
  if (parent?.name === 'ArgList' && children[at - 1]?.name === 'AssignOp' && before) return evaluator.textOf(before);
  if (parent?.name === 'DictionaryExpression' && children[at - 1]?.name === ':' && before)
    return evaluator.plainText(before);
  if (parent?.name !== 'ReturnStatement') return undefined;
  let up: PyNode | null = parent;
  while (up && up.name !== 'FunctionDefinition') up = up.parent;
  const name = up && childOf(up, 'VariableName');
  return name ? evaluator.textOf(name) : undefined;
}

function nameOfTarget(target: PyNode | undefined, evaluator: Evaluator): string | undefined {
  if (target?.name === 'VariableName') return evaluator.textOf(target);
  if (target?.name !== 'MemberExpression') return undefined;
  const property = childOf(target, 'PropertyName');
  const key = childOf(target, 'String');
  return property ? evaluator.textOf(property) : key && evaluator.plainText(key);
}

const directive = /^(?:type:|noqa|pylint|fmt:|isort|mypy|pyright|ruff|!|-\*-|TODO|FIXME|XXX|[^\p{L}\p{N}]*$)/u;
const maxLines = 20;

/** The comment right above the statement that a node is in, on one line; `undefined`: there is none that is meant to be read. */
export function commentAbove(node: PyNode, text: string): string | undefined {
  let statement = node;
  while (statement.parent && !/^(?:Script|Body|StatementGroup)$/.test(statement.parent.name))
    statement = statement.parent;
  const lines: string[] = [];
  let end = text.lastIndexOf('\n', statement.from - 1);
  while (end >= 0 && lines.length < maxLines) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = end === 0 ? '' : text.slice(start, end).trim();
    if (!line.startsWith('#')) break;
    const words = line.replace(/^#+/, '').trim();
    if (directive.test(words)) break;
    lines.unshift(words);
    end = start - 1;
  }
  return lines.length > 0 ? lines.join(' ') : undefined;
}
