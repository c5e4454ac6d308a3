import { toIdentifier, toSnakeCase } from '../../../code/python/identifiers.ts';
import { classNameOf } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import { nameOfExpression } from '../../../code/python/read/nameOf.ts';
import type { Outline } from '../../../code/python/read/outline.ts';
import type { PythonReading } from '../../../code/python/read/readPython.ts';
import { classAround, type Scope, type ScopedNode } from '../../../code/python/read/scopes.ts';
import { type Argument, argumentsOf, childOf, itemsOf, type PyNode } from '../../../code/python/read/syntax.ts';
import { dictAt } from '../../../code/python/schemaFacts.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import type { ToolKind } from '../tool.ts';
import { readTool } from './readTool.ts';
import { agentSettings, enableParameters, toolBases, toolKindOf } from './toolFacts.ts';

/** A definition of Langroid's tools. */
export interface ReadTools {
  readonly name: string;
  readonly type: string;
  readonly config: ReadonlyMap<string, PyValue>;
  readonly node: PyNode;
  /** The node whose comment describes it. */
  readonly described: PyNode;
}

/** A tool class, and how an agent enables it. */
interface EnabledTool {
  readonly place: ScopedNode;
  readonly flags: ReadonlyMap<string, PyValue>;
}

/** An agent as the text has it. */
interface AgentGroup {
  readonly name: string;
  readonly node: PyNode;
  readonly settings?: ReadonlyMap<string, PyValue>;
  readonly tools: EnabledTool[];
}

/** The tools of a text: a definition for each agent that enables some, and one for those that no agent enables. */
function readTools(
  outline: Outline,
  models: ModelReader,
  isMeant: (place: ScopedNode) => boolean,
  fileName: string,
): readonly ReadTools[] {
  const groups = agentGroups(outline, models, isMeant);
  const enabled = new Set(groups.flatMap(({ tools }) => tools.map(({ place }) => place.node.from)));
  const tools = outline.classes.filter(
    place => toolKindOf(place, models) && (isMeant(place) || enabled.has(place.node.from)),
  );
  // A tool inside another one is a type of its fields.
  const inner = new Set(tools.flatMap(place => innerNames(place, models)));
  const others = tools.filter(
    place =>
      !enabled.has(place.node.from) && !inner.has(models.keyOf(place)) && readTool(place, models)?.request !== '',
  );
  const found: ReadTools[] = [];
  for (const { name, node, settings, tools } of groups) {
    const config = configOf(tools, models, settings);
    if (config) found.push({ name, ...config, node, described: node });
  }
  const [first] = others;
  const config =
    first &&
    configOf(
      others.map(place => ({ place, flags: new Map() })),
      models,
      undefined,
    );
  if (first && config) {
    const base = fileName
      .slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
      .replace(/\.pyi?$/, '');
    const name =
      others.length === 1 ? toIdentifier(readTool(first, models)?.request ?? '', 'tool') : toIdentifier(base, 'tools');
    found.push({ name, ...config, node: first.node, described: first.node });
  }
  return found;
}

/** The classes in the fields of a tool, and in theirs. */
function innerNames(place: ScopedNode, models: ModelReader): readonly string[] {
  const own = models.keyOf(place);
  return [...dictAt(models.schemaOf(place), '$defs').keys()].filter(name => name !== own);
}

function configOf(
  enabled: readonly EnabledTool[],
  models: ModelReader,
  settings: ReadonlyMap<string, PyValue> | undefined,
): { type: string; config: ReadonlyMap<string, PyValue> } | undefined {
  const read = enabled.flatMap(({ place, flags }) => {
    const tool = readTool(place, models);
    if (tool && tool.request !== '') return [{ ...tool, flags }];
    models.evaluator.report(
      place.node,
      `\`${classNameOf(place.node, models.evaluator)}\` has no \`request\` that can be read, so it is not a tool.`,
      'error',
    );
    return [];
  });
  if (read.length === 0) return undefined;
  const count = (kind: ToolKind) => read.filter(tool => tool.kind === kind).length;
  const type: ToolKind = count('XMLToolMessage') > count('ToolMessage') ? 'XMLToolMessage' : 'ToolMessage';
  const tools = read.map(
    ({ kind, config, flags }) =>
      new Map<string, PyValue>([...(kind === type ? [] : [['kind', kind] as const]), ...config, ...flags]),
  );
  const agent = settings && settings.size > 0 ? [['agent', settings] as const] : [];
  return { type, config: new Map<string, PyValue>([['tools', tools], ...agent]) };
}

/** Methods of an agent, beside `enable_message`, that change its instruction or how answers are read. */
const otherMethods: ReadonlySet<string> = new Set(
  'set_output_format enable_message_handling disable_message_handling disable_message_use disable_message_use_except set_system_message'.split(
    ' ',
  ),
);

/** Agents by the calls of their `enable_message`. */
function agentGroups(
  outline: Outline,
  models: ModelReader,
  isMeant: (place: ScopedNode) => boolean,
): readonly AgentGroup[] {
  const { evaluator } = models;
  const groups = new Map<number | string, AgentGroup>();
  const others: { readonly key: number | string; readonly node: PyNode; readonly name: string }[] = [];
  for (const { node, scope } of outline.calls) {
    const callee = node.firstChild;
    const property = callee?.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
    const object = callee?.firstChild;
    const method = property && evaluator.textOf(property);
    if (!property || !object || (method !== 'enable_message' && !otherMethods.has(method ?? ''))) continue;
    const named = evaluator.resolve(object, scope);
    const call = named.kind === 'value' && named.node.name === 'CallExpression' ? named : undefined;
    if (!isMeant({ node, scope }) && !(call && isMeant(call))) continue;
    // What tells one `self` from another: the class that it is of.
    const owner = (classAround(scope) ?? outline.module).node;
    const key = call ? call.node.from : `${owner.from}:${evaluator.textOf(object)}`;
    if (method !== 'enable_message') {
      others.push({ key, node: property, name: method ?? '' });
      continue;
    }
    let group = groups.get(key);
    if (!group) {
      const name = call && nameOfExpression(call.node, evaluator);
      const own = classNameOf(owner, evaluator);
      const written = evaluator.textOf(object) === 'self' && own !== '' ? toSnakeCase(own) : evaluator.textOf(object);
      group = {
        name: name ?? toIdentifier(written.slice(written.lastIndexOf('.') + 1), 'agent'),
        node: call?.node ?? node,
        ...(call && { settings: settingsOf(call, models) }),
        tools: [],
      };
      groups.set(key, group);
    }
    group.tools.push(...enabledTools(argumentsOf(childOf(node, 'ArgList'), evaluator.text), scope, models));
  }
  for (const { key, node, name } of others)
    if (groups.has(key)) evaluator.report(node, `What \`${name}\` does to the agent is not taken over.`);
  return [...groups.values()].filter(({ tools }) => tools.length > 0);
}

function enabledTools(args: readonly Argument[], scope: Scope, models: ModelReader): readonly EnabledTool[] {
  const { evaluator } = models;
  const flags = new Map<string, PyValue>();
  let tools: Argument | undefined;
  for (const [i, argument] of args.entries()) {
    const { value: node, spread } = argument;
    const name = spread ? undefined : (argument.name ?? enableParameters[i]);
    if (name === 'message_class') tools = argument;
    else if (name === 'use' || name === 'handle' || name === 'require_recipient') {
      const value = evaluator.value(node, scope);
      if (typeof value === 'boolean' && value !== (name !== 'require_recipient')) flags.set(name, value);
    } else if (name === undefined || evaluator.value(node, scope) !== enableDefaults[name])
      reportUntaken(node, name ?? evaluator.textOf(node), evaluator);
  }
  if (!tools) return [];
  const named = evaluator.resolve(tools.value, scope);
  const list =
    named.kind === 'value' && (named.node.name === 'ArrayExpression' || named.node.name === 'TupleExpression')
      ? named
      : undefined;
  const nodes = list ? itemsOf(list.node) : [tools.value];
  return nodes.flatMap(node => {
    const place = evaluator.resolve(node, list?.scope ?? scope);
    if (place.kind === 'class' && toolKindOf(place, models)) return [{ place, flags }];
    if (evaluator.textOf(node) !== 'None')
      evaluator.report(node, `\`${evaluator.textOf(node)}\` is not a tool class of this text; it is not taken over.`);
    return [];
  });
}

/** The values at which arguments of `enable_message` that no definition has are as good as none. */
const enableDefaults: Readonly<Record<string, PyValue>> = { force: false, include_defaults: true };

function reportUntaken(node: PyNode, name: string, evaluator: ModelReader['evaluator']): void {
  evaluator.report(node, `\`${name}\` is not taken over: a definition has no key for it.`);
}

/** The settings of an agent: the arguments of its `ChatAgentConfig`. Others, such as the model, are listed. */
function settingsOf({ node, scope }: ScopedNode, models: ModelReader): ReadonlyMap<string, PyValue> {
  const { evaluator } = models;
  const settings = new Map<string, PyValue>();
  const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  const first = args.find(({ name }) => name === 'config') ?? args.find(({ name }) => name === undefined);
  for (const argument of args)
    if (argument !== first) reportUntaken(argument.value, argument.name ?? evaluator.textOf(argument.value), evaluator);
  const named = first && evaluator.resolve(first.value, scope);
  if (named?.kind !== 'value' || named.node.name !== 'CallExpression') {
    if (first)
      evaluator.report(first.value, 'This is not a call of `ChatAgentConfig`; its settings are not taken over.');
    return settings;
  }
  const callee = named.node.firstChild;
  if (callee && evaluator.resolve(callee, named.scope).kind === 'class')
    evaluator.report(callee, 'What this class itself sets is not taken over.');
  else if (callee && !/Config$/.test(evaluator.importedName(callee, named.scope) ?? evaluator.textOf(callee)))
    evaluator.report(first!.value, 'This is not a call of `ChatAgentConfig`; its settings are not taken over.');
  for (const { name, value: argument } of argumentsOf(childOf(named.node, 'ArgList'), evaluator.text)) {
    if (name === undefined || !agentSettings.includes(name)) {
      reportUntaken(argument, name ?? evaluator.textOf(argument), evaluator);
      continue;
    }
    const value =
      name === 'parsing'
        ? parsingOf({ node: argument, scope: named.scope }, models)
        : evaluator.value(argument, named.scope);
    if (value !== undefined) settings.set(name, value);
  }
  return settings;
}

/** `ParsingConfig(splitter=…)`, or the dict of its arguments. */
function parsingOf({ node, scope }: ScopedNode, { evaluator }: ModelReader): PyValue | undefined {
  const named = evaluator.resolve(node, scope);
  if (named.kind !== 'value' || named.node.name !== 'CallExpression') return evaluator.value(node, scope);
  const parsing = new Map<string, PyValue>();
  for (const { name, value: argument } of argumentsOf(childOf(named.node, 'ArgList'), evaluator.text)) {
    const value = name === 'splitter' ? evaluator.value(argument, named.scope) : undefined;
    if (value !== undefined) parsing.set('splitter', value);
    else if (name !== 'splitter') reportUntaken(argument, name ?? evaluator.textOf(argument), evaluator);
  }
  return parsing.size > 0 ? parsing : undefined;
}

/** Tool classes of Langroid, and the agents that enable them. */
export const langroidPython: PythonReading = {
  traces: /ToolMessage/,
  bases: toolBases,
  readClasses: (...args) => ({ found: readTools(...args) }),
};
