import { classNameOf } from '../../../code/python/read/classFacts.ts';
import { classKeys, modelKeys } from '../../../code/python/read/modelKeys.ts';
import { enumMembers, type ModelReader } from '../../../code/python/read/modelReader.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import {
  argumentsOf,
  barMembers,
  childOf,
  childrenOf,
  itemsOf,
  type PyNode,
  unwrap,
} from '../../../code/python/read/syntax.ts';
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

/** The schema of a strategy: a class, several of a union (`A | B`, `Union[A, B]`), or a dictionary as it stands. What is none of these is reported. */
export function readStrategySchema({ node, scope }: ScopedNode, models: ModelReader): PyValue | undefined {
  const { evaluator } = models;
  const members = unionMembers(node, evaluator.text);
  if (members.length > 0) {
    const read = members.flatMap(member => readStrategySchema({ node: member, scope }, models) ?? []);
    return read.length === members.length ? read : undefined;
  }
  const named = evaluator.resolve(node, scope);
  if (named.kind === 'value' && unionMembers(named.node, evaluator.text).length > 0)
    return readStrategySchema(named, models);
  if (named.kind === 'class' || makesTypedDict(named, models)) return classKeys({ node, scope }, models);
  const value = evaluator.value(node, scope);
  return value !== undefined && isPyDict(value) ? value : undefined;
}

/** Whether a value is what a call of `TypedDict` makes. */
function makesTypedDict(named: ReturnType<ModelReader['evaluator']['resolve']>, { evaluator }: ModelReader): boolean {
  const callee = named.kind === 'value' && named.node.name === 'CallExpression' ? named.node.firstChild : null;
  return named.kind === 'value' && callee !== null && evaluator.importedName(callee, named.scope) === 'TypedDict';
}

function unionMembers(node: PyNode, text: string): readonly PyNode[] {
  const inner = unwrap(node);
  if (inner.name === 'BinaryExpression') return barMembers(inner, text);
  if (inner.name !== 'MemberExpression' || !/^(?:\w+\.)?Union\s*\[/.test(text.slice(inner.from, inner.to))) return [];
  return itemsOf(inner).slice(1);
}

/** The value of `handle_errors`: a truth value, a text, or the names of exceptions. A function is reported. */
export function readHandling({ node, scope }: ScopedNode, { evaluator }: ModelReader): PyValue | undefined {
  const inner = unwrap(node);
  const nameOf = (each: PyNode) => (each.name === 'VariableName' ? evaluator.textOf(each) : undefined);
  if (inner.name === 'TupleExpression') return itemsOf(inner).flatMap(each => nameOf(each) ?? []);
  const name = nameOf(inner);
  if (name !== undefined && evaluator.resolve(inner, scope).kind !== 'value') return new Map([['class', name]]);
  return evaluator.value(node, scope);
}

/** What `create_agent(…)` has its model answer with. */
export interface AgentStrategy {
  /** The call that makes a strategy in place, or any other argument. */
  readonly strategy: ScopedNode;
  readonly model: PyValue | undefined;
  /** The other tools, by their names. */
  readonly tools: readonly PyValue[];
}

/** The parts of a call of `create_agent` with a `response_format`; `undefined`: it is another call. */
export function agentStrategy({ node, scope }: ScopedNode, { evaluator }: ModelReader): AgentStrategy | undefined {
  const callee = node.firstChild;
  if (callee?.name !== 'VariableName' && callee?.name !== 'MemberExpression') return undefined;
  const resolved = evaluator.resolve(callee, scope);
  if (resolved.kind !== 'import' || !/^langchain\.agents(?:\.|$).*create_agent$/.test(resolved.path)) return undefined;
  const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  const at = (name: string, place: number) =>
    args.find(each => each.name === name) ??
    (args[place]?.name === undefined && !args[place]?.spread ? args[place] : undefined);
  const format = args.find(each => each.name === 'response_format');
  if (!format) return undefined;
  const model = at('model', 0);
  const listed = at('tools', 1);
  const list = listed && unwrap(listed.value);
  const tools = list?.name === 'ArrayExpression' ? itemsOf(list).filter(({ name }) => name === 'VariableName') : [];
  return {
    strategy: { node: format.value, scope },
    // A model that is an object has no name here.
    model: model && unwrap(model.value).name === 'String' ? evaluator.value(model.value, scope) : undefined,
    tools: tools.map(tool => {
      const named = new Map<string, PyValue>([['name', evaluator.textOf(tool)]]);
      return new Map<string, PyValue>([
        ['type', 'function'],
        ['function', named],
      ]);
    }),
  };
}
