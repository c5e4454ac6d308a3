import { isPydantic } from '../../../code/python/read/classFacts.ts';
import { modelKeys } from '../../../code/python/read/modelKeys.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { PythonReading } from '../../../code/python/read/readPython.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { type Argument, argumentsOf, childOf, unwrap } from '../../../code/python/read/syntax.ts';
import { textAt } from '../../../code/python/schemaFacts.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { ArgumentKind } from '../../../parsers/sourceClasses.ts';
import { langchainPythonClasses, langchainRetryParsers, langchainTypeOf } from './langchainClasses.ts';
import {
  type AgentStrategy,
  agentStrategy,
  listed,
  namedModels,
  readEnum,
  readHandling,
  readStrategySchema,
  responseSchema,
} from './readArguments.ts';

/** Calls of LangChain's output parsers, of `with_structured_output` and of agents with a strategy. */
export const langchainPython: PythonReading = {
  traces:
    /\w(?:Output|Tools|Functions)Parser|Regex(?:Dict)?Parser|with_structured_output|(?:Tool|Provider|Auto)Strategy|create_agent/,
  readCall(place, models) {
    const read = readLangchain(place, models);
    return read && { ...read, isWhole: read.config.has('parsers') || read.isAgent === true };
  },
};

/** A definition that a call of LangChain's makes. */
export interface ReadLangchain {
  readonly type: string;
  readonly config: ReadonlyMap<string, PyValue>;
  /** Whether it is that of an agent, which a strategy that is made in it belongs to. */
  readonly isAgent?: true;
}

/**
 * The parser that a call makes: a constructor of langchain-core's, or `with_structured_output` of a model; `undefined`:
 * the call is another, or lacks what the class needs, which is reported.
 */
function readLangchain(place: ScopedNode, models: ModelReader): ReadLangchain | undefined {
  const { evaluator } = models;
  const callee = place.node.firstChild;
  if (!callee) return undefined;
  const agent = agentStrategy(place, models);
  if (agent) return readAgent(agent, models);
  const property = callee.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
  if (property && evaluator.textOf(property) === 'with_structured_output') return readStructuredOutput(place, models);
  const method = property && evaluator.textOf(property);
  const isFactory = method === 'from_response_schemas' || method === 'from_llm';
  // `PydanticOutputParser[Joke](…)`
  const named = callee.name === 'MemberExpression' && (isFactory || childOf(callee, '[')) ? callee.firstChild : callee;
  if (named?.name !== 'VariableName' && named?.name !== 'MemberExpression') return undefined;
  const resolved = evaluator.resolve(named, place.scope);
  const path = resolved.kind === 'import' ? resolved.path : undefined;
  const wrapper = path?.slice(path.lastIndexOf('.') + 1) ?? '';
  if (langchainRetryParsers.has(wrapper)) return readRetryParser(wrapper, place, models);
  const name = path === undefined ? undefined : langchainTypeOf(path);
  const signature = name === undefined ? undefined : langchainPythonClasses.get(name);
  if (name === undefined || !signature || (isFactory && signature.factory !== method)) return undefined;
  const config = new Map<string, PyValue>();
  const keys = new Set<string>();
  for (const [i, argument] of argumentsOf(childOf(place.node, 'ArgList'), evaluator.text).entries()) {
    // A class method takes its only argument in its place, too.
    const [only] = isFactory ? Object.keys(signature.parameters) : i === 0 && signature.first ? [signature.first] : [];
    const key = argument.spread ? undefined : (argument.name ?? only);
    const kind = key === undefined || !Object.hasOwn(signature.parameters, key) ? undefined : signature.parameters[key];
    if (key === undefined) evaluator.report(argument.value, `Only arguments by name are taken over from \`${name}\`.`);
    else if (kind === undefined) {
      // Whether a stream gives differences is not part of how an answer is read.
      if (key !== 'diff') evaluator.report(argument.value, `\`${key}\` of \`${name}\` is not taken over.`);
    } else if (readArgument(kind, key, argument, place, models, config)) keys.add(key);
  }
  const missing = signature.required?.filter(key => !keys.has(key)) ?? [];
  if (missing.length > 0) {
    const names = missing.map(key => `\`${key}\``).join(', ');
    evaluator.report(place.node, `\`${name}\` needs ${names}, which cannot be read here.`, 'error');
    return undefined;
  }
  if (signature.isNamed) config.set('runtime', 'python');
  return { type: signature.alias ?? name, config };
}

/** `create_agent(model, tools, response_format=…)`: a strategy that is made in place, or a bare schema. One that is made elsewhere is read there. */
function readAgent({ strategy, model, tools }: AgentStrategy, models: ModelReader): ReadLangchain | undefined {
  const made = readNamed(strategy, models);
  const isElsewhere = made && unwrap(strategy.node).name !== 'CallExpression';
  if (isElsewhere) return undefined;
  const others = tools.length > 0 ? [['tools', tools] as const] : [];
  if (made) return { type: made.type, config: new Map<string, PyValue>([...made.config, ...others]), isAgent: true };
  const schema = readStrategySchema(strategy, models);
  if (schema === undefined) {
    models.evaluator.report(strategy.node, 'This is not a schema that can be read here.');
    return undefined;
  }
  const named = typeof model === 'string' ? [['model', model] as const] : [];
  return {
    type: 'AutoStrategy',
    config: new Map<string, PyValue>([['schema', schema], ...named, ...others]),
    isAgent: true,
  };
}

/** `RetryOutputParser.from_llm(parser=…, llm=…)`: the parser that is wrapped, and what asks again. */
function readRetryParser(wrapper: string, place: ScopedNode, models: ModelReader): ReadLangchain | undefined {
  const args = argumentsOf(childOf(place.node, 'ArgList'), models.evaluator.text);
  const wrapped = args.find(({ name, spread }) => !spread && name === 'parser');
  const read = wrapped && readNamed({ node: wrapped.value, scope: place.scope }, models);
  return read && { type: read.type, config: new Map([...read.config, ['retry_parser', wrapper]]) };
}

/** The parser that an expression makes, or that its name stands for. */
function readNamed({ node, scope }: ScopedNode, models: ModelReader): ReadLangchain | undefined {
  const inner = unwrap(node);
  if (inner.name === 'CallExpression') return readLangchain({ node: inner, scope }, models);
  const named = models.evaluator.resolve(node, scope);
  if (named.kind !== 'value' || unwrap(named.node).name !== 'CallExpression') return undefined;
  return readLangchain({ node: unwrap(named.node), scope: named.scope }, models);
}

function readArgument(
  kind: ArgumentKind,
  key: string,
  { value: node }: Argument,
  { scope }: ScopedNode,
  models: ModelReader,
  config: Map<string, PyValue>,
): boolean {
  const { evaluator } = models;
  if (kind === 'value' || kind === 'pattern') {
    const value = evaluator.value(node, scope);
    if (value !== undefined) config.set(key, value);
    return value !== undefined;
  }
  if (kind === 'strategySchema' || kind === 'handling') {
    const value = (kind === 'handling' ? readHandling : readStrategySchema)({ node, scope }, models);
    if (value !== undefined) config.set(key, value);
    return value !== undefined;
  }
  if (kind === 'enum') return readEnum(key, { node, scope }, models, config);
  if (kind === 'responseSchemas' || kind === 'parsers') {
    const items = listed(node, scope, models).flatMap(
      item => (kind === 'parsers' ? innerParser(item, models) : responseSchema(item, models)) ?? [],
    );
    config.set(key, items);
    return true;
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

/** A parser of a combination, as a definition says it. */
function innerParser(place: ScopedNode, models: ModelReader): PyDict | undefined {
  const read = readNamed(place, models);
  if (!read) {
    models.evaluator.report(place.node, 'This is not a parser of LangChain that can be read here.');
    return undefined;
  }
  const config = [...read.config].filter(([key]) => key !== 'runtime');
  return new Map<string, PyValue>([['type', read.type], ...config]);
}

/**
 * `model.with_structured_output(Joke)`: the parser that langchain-core puts behind the model. Which one it is without a
 * `method` depends on the model's class.
 */
function readStructuredOutput({ node, scope }: ScopedNode, models: ModelReader): ReadLangchain | undefined {
  const { evaluator } = models;
  const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  const schemaArgument = args.find(({ name, spread }) => !spread && (name === 'schema' || name === undefined));
  if (!schemaArgument) return undefined;
  const methodNode = args.find(({ name }) => name === 'method');
  const method = methodNode ? evaluator.value(methodNode.value, scope) : undefined;
  for (const { name, value } of args)
    if (name === 'include_raw' || name === 'strict' || name === 'tools')
      evaluator.report(value, `\`${name}\` is not taken over: a definition has no key for it.`);
  if (method === undefined)
    evaluator.report(node, 'Which method this is depends on the model’s class; it is taken for `function_calling`.');
  const named = evaluator.resolve(schemaArgument.value, scope);
  const isModel = named.kind === 'class' && isPydantic(models.line(named));
  const keys = isModel ? modelKeys({ node: schemaArgument.value, scope }, models) : undefined;
  if (keys) {
    if (method === 'json_mode' || method === 'json_schema') return { type: 'PydanticOutputParser', config: keys };
    const config = new Map<string, PyValue>([
      ['tools', [keys]],
      ['first_tool_only', true],
    ]);
    return { type: 'PydanticToolsParser', config };
  }
  const schema = evaluator.value(schemaArgument.value, scope);
  if (schema === undefined || !isPyDict(schema)) return undefined;
  if (method === 'json_mode' || method === 'json_schema')
    return { type: 'JsonOutputParser', config: new Map([['content_schema', schema]]) };
  const name = textAt(schema, 'title') ?? textAt(schema, 'name') ?? '';
  const config = new Map<string, PyValue>([
    ['key_name', name],
    ['first_tool_only', true],
  ]);
  evaluator.report(
    schemaArgument.value,
    'The schema is sent to the model alone: the parser of its calls does not check it.',
  );
  return { type: 'JsonOutputKeyToolsParser', config };
}
