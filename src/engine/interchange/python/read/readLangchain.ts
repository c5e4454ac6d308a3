import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { type LangchainArgument, langchainPythonClasses } from '../langchainClasses.ts';
import { textAt } from '../schemaFacts.ts';
import { classNameOf } from './classFacts.ts';
import type { ModelReader } from './modelReader.ts';
import type { ScopedNode } from './scopes.ts';
import { type Argument, argumentsOf, childOf, childrenOf, itemsOf, type PyNode, unwrap } from './syntax.ts';

/** A definition that a call of LangChain's makes. */
export interface ReadLangchain {
  readonly type: string;
  readonly config: ReadonlyMap<string, PyValue>;
}

/**
 * The parser that a call makes: a constructor of langchain-core's, or `with_structured_output` of a model; `undefined`:
 * the call is another, or lacks what the class needs, which is reported.
 */
export function readLangchain(place: ScopedNode, models: ModelReader): ReadLangchain | undefined {
  const { evaluator } = models;
  const callee = place.node.firstChild;
  if (!callee) return undefined;
  const property = callee.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
  if (property && evaluator.textOf(property) === 'with_structured_output') return readStructuredOutput(place, models);
  // `PydanticOutputParser[Joke](…)`
  const named = callee.name === 'MemberExpression' && childOf(callee, '[') ? callee.firstChild : callee;
  if (named?.name !== 'VariableName' && named?.name !== 'MemberExpression') return undefined;
  const name = evaluator.importedName(named, place.scope);
  const known = name === undefined ? undefined : langchainPythonClasses.get(name);
  if (name === undefined || !known) return undefined;
  const config = new Map<string, PyValue>();
  const given = new Set<string>();
  for (const argument of argumentsOf(childOf(place.node, 'ArgList'), evaluator.text)) {
    const key = argument.spread ? undefined : argument.name;
    const kind = key === undefined || !Object.hasOwn(known.parameters, key) ? undefined : known.parameters[key];
    if (key === undefined) evaluator.report(argument.value, `Only arguments by name are taken over from \`${name}\`.`);
    else if (kind === undefined) {
      // Whether a stream gives differences is not part of how an answer is read.
      if (key !== 'diff') evaluator.report(argument.value, `\`${key}\` of \`${name}\` is not taken over.`);
    } else if (readArgument(kind, key, argument, place, models, config)) given.add(key);
  }
  const missing = known.required?.filter(key => !given.has(key)) ?? [];
  if (missing.length > 0) {
    const names = missing.map(key => `\`${key}\``).join(', ');
    evaluator.report(place.node, `\`${name}\` needs ${names}, which cannot be read here.`, 'error');
    return undefined;
  }
  return { type: known.alias ?? name, config };
}

function readArgument(
  kind: LangchainArgument,
  key: string,
  { value: node }: Argument,
  { scope }: ScopedNode,
  models: ModelReader,
  config: Map<string, PyValue>,
): boolean {
  const { evaluator } = models;
  if (kind === 'value') {
    const value = evaluator.value(node, scope);
    if (value !== undefined) config.set(key, value);
    return value !== undefined;
  }
  if (kind === 'models') {
    const tools = listed(node, scope, models).flatMap(item => modelKeys(item, models) ?? []);
    if (tools.length > 0) config.set(key, tools);
    return tools.length > 0;
  }
  const inner = unwrap(node);
  if (kind === 'modelOrModels' && inner.name === 'DictionaryExpression') {
    const several = namedModels(inner, scope, models);
    if (several.size > 0) config.set(key, several);
    return several.size > 0;
  }
  const keys = modelKeys({ node, scope }, models);
  for (const [name, value] of keys ?? []) config.set(name, value);
  return keys !== undefined;
}

/** The items of a list that stands there or is named there. */
function listed(node: PyNode, scope: ScopedNode['scope'], { evaluator }: ModelReader): readonly ScopedNode[] {
  const named = evaluator.resolve(node, scope);
  const list =
    named.kind === 'value' ? { node: unwrap(named.node), scope: named.scope } : { node: unwrap(node), scope };
  if (list.node.name !== 'ArrayExpression' && list.node.name !== 'TupleExpression') {
    evaluator.report(node, 'These tools are not a list of this text.');
    return [];
  }
  return itemsOf(list.node).map(item => ({ node: item, scope: list.scope }));
}

/** `{"joke": Joke}` */
function namedModels(node: PyNode, scope: ScopedNode['scope'], models: ModelReader): PyDict {
  const parts = childrenOf(node).filter(({ name }) => !'{},:'.includes(name));
  const found = new Map<string, PyValue>();
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const name = models.evaluator.value(parts[i]!, scope);
    const keys = modelKeys({ node: parts[i + 1]!, scope }, models);
    if (typeof name === 'string' && keys) found.set(name, keys);
  }
  return found;
}

/** The name and the schema of a Pydantic class of the text; anything else is reported. */
function modelKeys({ node, scope }: ScopedNode, models: ModelReader): PyDict | undefined {
  const { evaluator } = models;
  const named = evaluator.resolve(node, scope);
  if (named.kind !== 'class' || !models.line(named)) {
    evaluator.report(node, `\`${evaluator.textOf(node)}\` is not a Pydantic class of this text; it is not taken over.`);
    return undefined;
  }
  return new Map<string, PyValue>([
    ['class_name', classNameOf(named.node, evaluator)],
    ['content_schema', models.schemaOf(named)],
  ]);
}

/**
 * `model.with_structured_output(Joke)`: the parser that langchain-core puts behind the model. Which one it is without a
 * `method` depends on the model's class.
 */
function readStructuredOutput({ node, scope }: ScopedNode, models: ModelReader): ReadLangchain | undefined {
  const { evaluator } = models;
  const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  const given = args.find(({ name, spread }) => !spread && (name === 'schema' || name === undefined));
  if (!given) return undefined;
  const methodNode = args.find(({ name }) => name === 'method');
  const method = methodNode ? evaluator.value(methodNode.value, scope) : undefined;
  for (const { name, value } of args)
    if (name === 'include_raw' || name === 'strict' || name === 'tools')
      evaluator.report(value, `\`${name}\` is not taken over: a definition has no key for it.`);
  if (method === undefined)
    evaluator.report(node, 'Which method this is depends on the model’s class; it is taken for `function_calling`.');
  const named = evaluator.resolve(given.value, scope);
  const isModel = named.kind === 'class' && models.line(named) !== undefined;
  const keys = isModel ? modelKeys({ node: given.value, scope }, models) : undefined;
  if (keys) {
    if (method === 'json_mode' || method === 'json_schema') return { type: 'PydanticOutputParser', config: keys };
    const config = new Map<string, PyValue>([
      ['tools', [keys]],
      ['first_tool_only', true],
    ]);
    return { type: 'PydanticToolsParser', config };
  }
  const schema = evaluator.value(given.value, scope);
  if (schema === undefined || !isPyDict(schema)) return undefined;
  if (method === 'json_mode' || method === 'json_schema')
    return { type: 'JsonOutputParser', config: new Map([['content_schema', schema]]) };
  const name = textAt(schema, 'title') ?? textAt(schema, 'name') ?? '';
  const config = new Map<string, PyValue>([
    ['key_name', name],
    ['first_tool_only', true],
  ]);
  evaluator.report(given.value, 'The schema is sent to the model alone: the parser of its calls does not check it.');
  return { type: 'JsonOutputKeyToolsParser', config };
}
