import { isPydantic } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { type Argument, argumentsOf, childOf, itemsOf, type PyNode } from '../../../code/python/read/syntax.ts';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import { parserParameters, requiredParameters, taggedContentParameters } from './parserClasses.ts';
import { type Bindings, boundPlace } from './subclassCalls.ts';

/** How a call that a subclass makes of its base class is read. */
export interface CallReading {
  /** What the parameters of the function around the call stand for. */
  readonly bindings?: Bindings;
  /** Whether the first argument is the instance. */
  readonly isSelfGiven?: boolean;
  /** Whether there is no such call, so that the class's defaults count. */
  readonly hasNoArguments?: boolean;
}

/** The keys of a constructor call of AgentScope, without `type`; `undefined`, and an error, where one that it needs is missing. */
export function readParser(
  type: string,
  { node, scope }: ScopedNode,
  models: ModelReader,
  { bindings = new Map(), isSelfGiven = false, hasNoArguments = false }: CallReading = {},
): ReadonlyMap<string, PyValue> | undefined {
  const { evaluator } = models;
  const { parameters, positional } = parserParameters.get(type)!;
  const config = new Map<string, PyValue>();
  const tags: PyNode[] = [];
  const named: Argument[] = [];
  let index = 0;
  const args = hasNoArguments ? [] : argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  for (const argument of args.slice(isSelfGiven ? 1 : 0)) {
    const isPositional = argument.name === undefined && argument.spread !== '**';
    if (isPositional && positional) tags.push(...tagNodes(argument, scope, evaluator));
    else if (isPositional && argument.spread) evaluator.report(argument.value, 'Spread arguments are not taken over.');
    else if (isPositional) named.push({ ...argument, name: parameters[index++] ?? '' });
    else named.push(argument);
  }
  if (positional)
    config.set(
      'tagged_contents',
      tags.flatMap(tag => readTag({ node: tag, scope }, evaluator) ?? []),
    );
  for (const { name, value, spread } of named) {
    if (spread) readSpread(value, scope, parameters, config, evaluator);
    else if (name === undefined || !parameters.includes(name))
      evaluator.report(
        value,
        name ? `\`${type}\` has no parameter \`${name}\`.` : `\`${type}\` takes no more arguments.`,
      );
    else {
      const at = boundPlace({ node: value, scope }, bindings, evaluator);
      const isHint = name === 'content_hint' && type === 'MarkdownJsonDictParser';
      const model = isHint ? modelOf(at.node, at.scope, models) : undefined;
      const read = model ? models.schemaOf(model) : evaluator.value(at.node, at.scope);
      if (read !== undefined) config.set(model ? 'content_schema' : name, read);
    }
  }
  return hasAll(type, node, config, evaluator) ? config : undefined;
}

function modelOf(node: PyNode, scope: ScopedNode['scope'], models: ModelReader): ScopedNode | undefined {
  const named = models.evaluator.resolve(node, scope);
  return named.kind === 'class' && isPydantic(models.line(named)) ? named : undefined;
}

/** The expressions that a positional argument gives as tags: one, or those of a list that is spread. */
function tagNodes({ value, spread }: Argument, scope: ScopedNode['scope'], evaluator: Evaluator): readonly PyNode[] {
  const named = evaluator.resolve(value, scope);
  if (!spread) return named.kind === 'value' ? [named.node] : [value];
  if (named.kind === 'value' && (named.node.name === 'ArrayExpression' || named.node.name === 'TupleExpression'))
    return itemsOf(named.node);
  evaluator.report(value, 'The tags that are spread here are not a list of this text.');
  return [];
}

function readTag({ node, scope }: ScopedNode, evaluator: Evaluator): PyValue | undefined {
  const named = evaluator.resolve(node, scope);
  const call = named.kind === 'value' ? named.node : node;
  const at = named.kind === 'value' ? named.scope : scope;
  const callee = call.name === 'CallExpression' ? call.firstChild : undefined;
  if (!callee || evaluator.importedName(callee, at) !== 'TaggedContent') {
    evaluator.report(node, 'A tag is a call of `TaggedContent`; this is not taken over.');
    return undefined;
  }
  const tag = new Map<string, PyValue>();
  for (const [i, { name = taggedContentParameters[i], value, spread }] of argumentsOf(
    childOf(call, 'ArgList'),
    evaluator.text,
  ).entries()) {
    if (spread) readSpread(value, at, taggedContentParameters, tag, evaluator);
    else if (name === undefined || !taggedContentParameters.includes(name))
      evaluator.report(value, `\`TaggedContent\` has no parameter \`${name ?? ''}\`.`);
    else {
      const read = evaluator.value(value, at);
      if (read !== undefined) tag.set(name, read);
    }
  }
  return hasAll('TaggedContent', call, tag, evaluator) ? tag : undefined;
}

function readSpread(
  node: PyNode,
  scope: ScopedNode['scope'],
  parameters: readonly string[],
  config: Map<string, PyValue>,
  evaluator: Evaluator,
): void {
  const value = evaluator.value(node, scope);
  if (value === undefined) return;
  if (!isPyDict(value)) evaluator.report(node, 'What is spread here is not a dict.');
  else
    for (const [key, item] of value)
      if (parameters.includes(key)) config.set(key, item);
      else evaluator.report(node, `There is no parameter \`${key}\`, which is spread here; it is not taken over.`);
}

function hasAll(type: string, node: PyNode, config: ReadonlyMap<string, PyValue>, evaluator: Evaluator): boolean {
  const missing = requiredParameters[type]?.filter(name => !config.has(name)) ?? [];
  if (missing.length === 0) return true;
  const names = missing.map(name => `\`${name}\``).join(', ');
  evaluator.report(node, `\`${type}\` needs ${names}, which cannot be read here.`, 'error');
  return false;
}
