import { classNameOf } from '../../../code/python/read/classFacts.ts';
import { modelKeys } from '../../../code/python/read/modelKeys.ts';
import { enumMembers, type ModelReader } from '../../../code/python/read/modelReader.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { argumentsOf, childOf, childrenOf, itemsOf, type PyNode, unwrap } from '../../../code/python/read/syntax.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';

/** `enum=Mood`: a class of the text, or what `Enum("Mood", {…})` makes. */
export function readEnum(key: string, place: ScopedNode, models: ModelReader, config: Map<string, PyValue>): boolean {
  const { evaluator } = models;
  const named = evaluator.resolve(place.node, place.scope);
  const made = named.kind === 'class' ? enumMembers(named, models) : functionalEnum(named, models);
  if (made.size === 0) {
    const name = evaluator.textOf(place.node);
    evaluator.report(place.node, `\`${name}\` is not an enum of this text; it is not taken over.`);
    return false;
  }
  const name = named.kind === 'class' ? classNameOf(named.node, evaluator) : evaluator.textOf(place.node);
  config.set(
    key,
    new Map<string, PyValue>([
      ['name', name],
      ['members', made],
    ]),
  );
  return true;
}

function functionalEnum(named: ReturnType<ModelReader['evaluator']['resolve']>, { evaluator }: ModelReader): PyDict {
  const call = named.kind === 'value' ? unwrap(named.node) : undefined;
  const callee = call?.name === 'CallExpression' ? call.firstChild : undefined;
  if (named.kind !== 'value' || !callee || evaluator.importedName(callee, named.scope) !== 'Enum') return new Map();
  const [, members] = argumentsOf(childOf(call!, 'ArgList'), evaluator.text);
  const value = members && evaluator.value(members.value, named.scope);
  return value !== undefined && isPyDict(value) ? value : new Map();
}

/** `ResponseSchema(name=…, description=…)`, or a name for one. */
export function responseSchema({ node, scope }: ScopedNode, { evaluator }: ModelReader): PyDict | undefined {
  const named = evaluator.resolve(node, scope);
  const place =
    named.kind === 'value' ? { node: unwrap(named.node), scope: named.scope } : { node: unwrap(node), scope };
  const callee = place.node.name === 'CallExpression' ? place.node.firstChild : undefined;
  if (!callee || evaluator.importedName(callee, place.scope) !== 'ResponseSchema') {
    evaluator.report(
      node,
      `\`${evaluator.textOf(node)}\` is not a \`ResponseSchema\` of this text; it is not taken over.`,
    );
    return undefined;
  }
  const schema = new Map<string, PyValue>();
  for (const { name, value, spread } of argumentsOf(childOf(place.node, 'ArgList'), evaluator.text)) {
    const read = spread || name === undefined ? undefined : evaluator.value(value, place.scope);
    if (name !== undefined && read !== undefined) schema.set(name, read);
  }
  return schema;
}

/** The items of a list that stands there or is named there. */
export function listed(node: PyNode, scope: ScopedNode['scope'], { evaluator }: ModelReader): readonly ScopedNode[] {
  const named = evaluator.resolve(node, scope);
  const list =
    named.kind === 'value' ? { node: unwrap(named.node), scope: named.scope } : { node: unwrap(node), scope };
  if (list.node.name !== 'ArrayExpression' && list.node.name !== 'TupleExpression') {
    evaluator.report(node, 'This is not a list of this text.');
    return [];
  }
  return itemsOf(list.node).map(item => ({ node: item, scope: list.scope }));
}

/** `{"joke": Joke}` */
export function namedModels(node: PyNode, scope: ScopedNode['scope'], models: ModelReader): PyDict {
  const parts = childrenOf(node).filter(({ name }) => !'{},:'.includes(name));
  const found = new Map<string, PyValue>();
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const name = models.evaluator.value(parts[i]!, scope);
    const keys = modelKeys({ node: parts[i + 1]!, scope }, models);
    if (typeof name === 'string' && keys) found.set(name, keys);
  }
  return found;
}
