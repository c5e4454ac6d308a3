import { classNameOf, type Member, membersOf } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { Scope, ScopedNode } from '../../../code/python/read/scopes.ts';
import { argumentsOf, childOf, childrenOf, itemsOf, type PyNode, unwrap } from '../../../code/python/read/syntax.ts';
import { dictAt, referenceName } from '../../../code/python/schemaFacts.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { ToolKind } from '../tool.ts';
import {
  ownFields,
  textMethods,
  tokenAttributes,
  toolKindOf,
  toolMethods,
  untakenAttributes,
  withoutTitles,
} from './toolFacts.ts';

/** A tool class as a definition has it. */
export interface ReadTool {
  readonly kind: ToolKind;
  readonly request: string;
  readonly config: ReadonlyMap<string, PyValue>;
}

/** Reads a class of the text that derives from Langroid's `ToolMessage`; `undefined`: it does not. */
export function readTool(place: ScopedNode, models: ModelReader): ReadTool | undefined {
  const line = models.line(place);
  const kind = toolKindOf(place, models);
  if (!line || !kind) return undefined;
  const whole = models.schemaOf(place);
  const root = referenceName(whole.get('$ref'));
  const definitions = dictAt(whole, '$defs');
  const full: PyDict =
    root === undefined ? whole : new Map([['$defs', definitions] as const, ...dictAt(definitions, root)]);
  const properties = dictAt(full, 'properties');
  const request = dictAt(properties, 'request').get('default');
  const purpose = dictAt(properties, 'purpose').get('default');
  const config = new Map<string, PyValue>([['request', typeof request === 'string' ? request : '']]);
  if (typeof purpose === 'string') config.set('purpose', purpose);
  config.set('schema', withoutTitles(ownFields(full)));
  for (const each of line.classes) {
    const scope = models.scopeIn(each);
    for (const member of membersOf(each.node, models.evaluator)) {
      if (member.kind === 'assignment') readAttribute(member, scope, config, models);
      else if (member.kind === 'function') readMethod(member, each, config, models);
      else if (member.name === 'Config') readConfig(member.node, scope, config, models);
    }
  }
  return { kind, request: typeof request === 'string' ? request : '', config };
}

function readAttribute(
  { name, value: node }: Extract<Member, { kind: 'assignment' }>,
  scope: Scope,
  config: Map<string, PyValue>,
  { evaluator }: ModelReader,
): void {
  const key = Object.entries(tokenAttributes).find(([, attribute]) => attribute === name)?.[0];
  if (node && untakenAttributes.includes(name) && evaluator.textOf(node) !== 'None')
    evaluator.report(node, `\`${name}\` is not taken over: a definition has no key for it.`);
  if (!node || (key === undefined && name !== '_allow_llm_use')) return;
  const value = evaluator.value(node, scope);
  if (key !== undefined && typeof value === 'number') config.set(key, value);
  else if (key === undefined && value === false) config.set('use', false);
}

/** An XML tool's root element, as older versions of Langroid have it. */
function readConfig(node: PyNode, scope: Scope, config: Map<string, PyValue>, { evaluator }: ModelReader): void {
  for (const member of membersOf(node, evaluator)) {
    if (member.kind !== 'assignment' || member.name !== 'root_element' || !member.value) continue;
    const value = evaluator.value(member.value, scope);
    if (typeof value === 'string') config.set('root_element', value);
  }
}

function readMethod(
  { name, node }: Extract<Member, { kind: 'function' }>,
  owner: ScopedNode,
  config: Map<string, PyValue>,
  models: ModelReader,
): void {
  const key = Object.entries(textMethods).find(([, [method]]) => method === name)?.[0];
  const { evaluator } = models;
  if (key === undefined && name !== 'examples') {
    if (toolMethods.has(name))
      evaluator.report(
        childOf(node, 'VariableName') ?? node,
        `\`${name}\` takes the place of Langroid’s own method; it is code, which is not taken over.`,
      );
    return;
  }
  const scope = models.scopeIn({ node, scope: owner.scope });
  const body = childOf(node, 'Body');
  const result = body && childrenOf(body).findLast(child => child.name === 'ReturnStatement');
  const value = result && childrenOf(result)[1];
  if (!value) {
    evaluator.report(childOf(node, 'VariableName') ?? node, `What \`${name}\` returns is known only when it runs.`);
    return;
  }
  if (key !== undefined) {
    const text = evaluator.value(value, scope);
    if (typeof text === 'string') config.set(key, text);
    return;
  }
  const named = evaluator.resolve(value, scope);
  const list = named.kind === 'value' ? named : { node: value, scope };
  if (list.node.name !== 'ArrayExpression') {
    evaluator.report(value, 'The examples are not a list of calls; they are not taken over.');
    return;
  }
  const examples = itemsOf(list.node).flatMap(item => readExample(unwrap(item), list.scope, owner, models) ?? []);
  config.delete('examples');
  if (itemsOf(list.node).length > 0) config.set('examples', examples);
}

/** `cls(…)`, or a tuple of a thought and that. A list in a list, so that nothing spreads it. */
function readExample(node: PyNode, scope: Scope, owner: ScopedNode, models: ModelReader): [PyValue] | undefined {
  const { evaluator } = models;
  if (node.name === 'TupleExpression') {
    const [first, second] = itemsOf(node);
    const thought = first && evaluator.value(first, scope);
    const example = second && readExample(unwrap(second), scope, owner, models);
    return typeof thought === 'string' && example ? [[thought, example[0]]] : undefined;
  }
  const callee = node.name === 'CallExpression' ? node.firstChild : undefined;
  const name = callee ? evaluator.textOf(callee) : '';
  const isOwn = name === 'cls' || name === classNameOf(owner.node, evaluator);
  if (!isOwn) {
    evaluator.report(node, 'An example is a call of the class, or a thought and such a call; this is not taken over.');
    return undefined;
  }
  return [evaluator.keywords(argumentsOf(childOf(node, 'ArgList'), evaluator.text), scope)];
}
