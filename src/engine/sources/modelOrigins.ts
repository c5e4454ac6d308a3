import { membersOf } from '../code/python/read/classFacts.ts';
import type { Evaluator } from '../code/python/read/pythonEvaluator.ts';
import { argumentsOf, type PyNode, spanOf } from '../code/python/read/syntax.ts';
import type { Origin } from './sourceData.ts';

/**
 * Where the parts of the schema of a class were written: each property at its field, its description at the argument that says it.
 * `nodes`: the class and those that it derives from, the first of all first.
 */
export function modelOrigins(
  nodes: readonly PyNode[],
  at: Origin['at'],
  evaluator: Evaluator,
): readonly (readonly [string, Origin])[] {
  const fields = new Map<string, Origin>();
  for (const node of nodes)
    for (const member of membersOf(node, evaluator)) {
      if (member.kind !== 'assignment') continue;
      const description = descriptionIn(member.node, evaluator.text);
      fields.set(member.name, {
        at: spanOf(member.node),
        ...(description && { items: new Map([['description', { at: spanOf(description) }]]) }),
      });
    }
  return fields.size > 0 ? [['properties', { at, items: fields }]] : [];
}

/** The value of `description=…` in a field: of its `Field(…)`, in the annotation or behind it. */
function descriptionIn(node: PyNode, text: string): PyNode | undefined {
  let found: PyNode | undefined;
  node.cursor().iterate(each => {
    if (!found && each.name === 'ArgList')
      found = argumentsOf(each.node, text).find(({ name }) => name === 'description')?.value;
    return found === undefined;
  });
  return found;
}
