import type { SentBack } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { refusedBy, refusing } from '../../../core/refusedValue.ts';
import { jsonLoads, pyRepr, pyStr } from '../../../python/index.ts';
import { resolveReference, stringAt } from '../../../validation/index.ts';
import { LangchainError } from '../langchainError.ts';
import type { PythonModel } from '../python/pythonModel.ts';
import type { ErrorHandling, StrategyCall, StrategyMessage, StrategyOutcome } from './strategy.ts';

/** A schema of Python's strategies: a class with its model, or a dictionary, which nothing checks. */
export interface PythonSchema {
  /** The class's name, or the title of a dictionary. */
  readonly name: string;
  readonly kind: 'pydantic' | 'dataclass' | 'typeddict' | 'json_schema';
  /** Absent: a dictionary. */
  readonly model?: PythonModel;
}

/** `ToolStrategy` of `langchain.agents.structured_output`, and the agent that uses it. */
export interface ToolStrategy {
  readonly schemas: readonly PythonSchema[];
  /** The names of the agent's other tools. */
  readonly tools: readonly string[];
  readonly handleErrors: ErrorHandling;
  readonly toolMessage?: string;
}

const repeated = (text: string) => `Error: ${text}\n Please fix your mistakes.`;

/** What `create_agent` makes of a message under a `ToolStrategy`. Throws `StructuredOutputValidationError` and `MultipleStructuredOutputsError` where they are not handled. */
export function readToolStrategy(message: StrategyMessage, strategy: ToolStrategy): StrategyOutcome {
  const { schemas, tools } = strategy;
  const names = new Set(schemas.map(({ name }) => name));
  const own = message.calls.filter(({ name }) => names.has(name));
  const others = message.calls.filter(({ name }) => !names.has(name));
  if (own.length === 0) {
    if (others.length === 0) return { sentBack: [], askedAgain: tools.length === 0 };
    if (tools.length === 0) return { sentBack: [], askedAgain: true };
    return { sentBack: others.flatMap(call => unknownTool(call, tools)), askedAgain: true };
  }
  if (own.length > 1) {
    const called = own.map(({ name }) => name).join(', ');
    const error = new LangchainError(
      'MultipleStructuredOutputsError',
      `Model incorrectly returned multiple structured responses (${called}) when only one is expected.`,
    );
    const content = handled(error, strategy.handleErrors);
    return { sentBack: own.map(call => answer(call, content)), askedAgain: true, error };
  }
  const [call] = own as [StrategyCall];
  const schema = schemas.find(({ name }) => name === call.name)!;
  try {
    const response = validated(schema, call.args);
    const content = strategy.toolMessage ?? `Returning structured response: ${asText(schema, response)}`;
    return { response, sentBack: [answer(call, content)], askedAgain: false };
  } catch (error) {
    if (!(error instanceof LangchainError)) throw error;
    return { sentBack: [answer(call, handled(error, strategy.handleErrors))], askedAgain: true, error };
  }
}

/** What `create_agent` makes of a message under a `ProviderStrategy`. Throws `StructuredOutputValidationError`. */
export function readProviderStrategy({ content, calls }: StrategyMessage, schema: PythonSchema): StrategyOutcome {
  if (calls.length > 0) return { sentBack: [], askedAgain: true };
  const named = schema.model ? schema : { ...schema, name: 'response_format' };
  const read = jsonLoads(textOf(content));
  if (!read.ok)
    throw refused(
      named.name,
      `Native structured output expected valid JSON for ${named.name}, but parsing failed: ${read.error.message}.`,
    );
  return { response: validated(named, read.value), sentBack: [], askedAgain: false };
}

/** The texts of a message's blocks, and what a block of another kind has as its `content`. */
function textOf(content: PyValue): string {
  if (!isPyList(content)) return pyStr(content ?? '');
  return content
    .map(block => {
      if (!isPyDict(block)) return pyStr(block);
      const text = block.get('type') === 'text' ? block.get('text') : block.get('content');
      return text === undefined ? '' : pyStr(text);
    })
    .join('');
}

function validated({ name, model }: PythonSchema, value: PyValue): PyValue {
  if (!model) return value;
  try {
    return model.validate(value);
  } catch (error) {
    if (!(error instanceof LangchainError)) throw error;
    const raised = refused(name, `Failed to parse data to ${name}: ${error.message}`, error.pydantic_errors);
    throw refusing(raised, refusedBy(error));
  }
}

function refused(tool: string, why: string, pydantic_errors?: LangchainError['pydantic_errors']): LangchainError {
  return new LangchainError(
    'StructuredOutputValidationError',
    `Failed to parse structured output for tool '${tool}': ${why}.`,
    pydantic_errors ? { pydantic_errors } : {},
  );
}

/** The classes of Python's `except` that catch an error of a strategy. */
const bases: ReadonlySet<string> = new Set(['StructuredOutputError', 'Exception', 'BaseException']);

/** What is sent back for an error. Throws it where it is not handled. */
function handled(error: LangchainError, handling: ErrorHandling): string {
  if (handling === false) throw error;
  if (typeof handling === 'string') return handling;
  if (typeof handling === 'object' && !handling.classes.some(name => name === error.class || bases.has(name)))
    throw error;
  return repeated(error.message);
}

function answer({ name, id }: StrategyCall, content: string): SentBack {
  return { name, ...(id !== undefined && { tool_call_id: id }), content };
}

/** What the agent's own node of tools answers for a name that it does not know. */
function unknownTool(call: StrategyCall, tools: readonly string[]): readonly SentBack[] {
  if (tools.includes(call.name)) return [];
  return [answer(call, `Error: ${call.name} is not a valid tool, try one of [${tools.join(', ')}].`)];
}

/** `str(value)` of what the class makes. */
function asText({ name, kind, model }: PythonSchema, value: PyValue): string {
  if (!model || kind === 'typeddict' || !isPyDict(value)) return pyRepr(value);
  const schema = model.schema;
  const members = [...value].map(([key, item]) => `${key}=${memberRepr(memberSchema(schema, key), schema, item)}`);
  return kind === 'pydantic' ? members.join(' ') : `${name}(${members.join(', ')})`;
}

function memberSchema(schema: PyDict, key: string): PyDict | undefined {
  const properties = schema.get('properties');
  const found = isPyDict(properties) ? (properties.get(key) ?? null) : null;
  return isPyDict(found) ? found : undefined;
}

/** The repr of a value by its schema, whose models are objects. */
function memberRepr(written: PyDict | undefined, root: PyDict, value: PyValue): string {
  const schema = written && (resolveReference(root, written)?.schema ?? written);
  const choices = schema?.get('anyOf');
  if (schema && isPyList(choices)) {
    const fit = choices
      .filter(isPyDict)
      .find(choice => isModel(resolveReference(root, choice)?.schema ?? choice) === isPyDict(value));
    if (fit) return memberRepr(fit, root, value);
  }
  const items = schema?.get('items');
  if (isPyList(value))
    return `[${value.map(item => memberRepr(isPyDict(items) ? items : undefined, root, item)).join(', ')}]`;
  if (!schema || !isPyDict(value) || !isModel(schema)) return pyRepr(value);
  const members = [...value].map(([key, item]) => `${key}=${memberRepr(memberSchema(schema, key), root, item)}`);
  return `${stringAt(schema, 'title') ?? ''}(${members.join(', ')})`;
}

function isModel(schema: PyDict): boolean {
  return schema.has('properties');
}
