/** mini-swe-agent's operations, each of one object with the keys of a recorded case. */
import { EngineError } from '../../../src/engine/core/errors.ts';
import type { Host } from '../../../src/engine/core/host.ts';
import {
  fromPlain,
  isPyDict,
  isPyList,
  type PyDict,
  type PyValue,
  pyTypeName,
  toPlain,
} from '../../../src/engine/core/pyValue.ts';
import { renderJinja } from '../../../src/engine/python/jinja/jinjaTemplate.ts';
import { jsonLoads } from '../../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../../src/engine/python/repr.ts';
import {
  type Action,
  ActionFormatError,
  actionDict,
  chatCalls,
  crash,
  readCalls,
  readTextAction,
  responseCalls,
} from '../../../src/engine/systems/miniSweAgent/actions.ts';
import { modelConfig } from '../../../src/engine/systems/miniSweAgent/configClasses.ts';
import {
  bashTool,
  type ModelClass,
  modelClasses,
  modelClassOf,
  sectionOf,
} from '../../../src/engine/systems/miniSweAgent/modelClass.ts';
import { mergeConfigs, templateVariables } from '../../../src/engine/systems/miniSweAgent/readSettings.ts';
import {
  chatAnswer,
  errorMessage,
  inputText,
  renderFormatError,
  responseFinishReason,
} from '../../../src/engine/systems/miniSweAgent/response.ts';
import { expandMultimodal } from './miniSweAgent/multimodal.ts';
import { observationMessages } from './miniSweAgent/observation.ts';
import { preparedMessages } from './miniSweAgent/sentMessages.ts';
import { yamlFile } from './yamlFile.ts';

/** The input of an operation: `config` (`{ agent?, model?, environment? }`) and what the operation takes besides. Plain data. */
export type MiniSweAgentInput = Readonly<Record<string, unknown>>;

/** The actions of an answer (`text` and `finish_reason`, or `model_response`): a list of `{ command, tool_call_id? }`. Throws mini-swe-agent's `FormatError`, or what its template or pattern raises. */
async function parse(input: MiniSweAgentInput, host: Host = {}): Promise<unknown> {
  const given = settingsOf(input);
  try {
    return toPlain((await actionsOf(given, host)).map(actionDict));
  } catch (error) {
    // The message for the model is made before the error is raised, so that a template's own error comes first.
    if (error instanceof ActionFormatError) renderFormatError(templateOf(given, 'format_error_template'), error);
    throw error;
  }
}

/** The messages that the model is told about an answer; none for one that is read. Throws what the template or the pattern raises. */
async function renderError(input: MiniSweAgentInput, host: Host = {}): Promise<unknown> {
  const given = settingsOf(input);
  try {
    await actionsOf(given, host);
    return [];
  } catch (error) {
    if (!(error instanceof ActionFormatError)) throw error;
    return [toPlain(errorMessage(templateOf(given, 'format_error_template'), error, given.modelClass.mode))];
  }
}

/** The two first messages: `{ system, instance }`, rendered with `variables`, `uname` and `environ`. Throws what a template raises, or `ValidationError`. */
function formatInstruction(input: MiniSweAgentInput): { readonly system: string; readonly instance: string } {
  const given = settingsOf(input);
  const variables = templateVariables(given.config, given.modelClass, surroundingsOf(given));
  const agent = sectionOf(given.config, 'agent');
  const template = (name: string) => renderJinja(String(agent.get(name)), variables, { strict: true });
  return { system: template('system_template'), instance: template('instance_template') };
}

/** The messages for the `outputs` of commands (and the `actions` that they belong to); templates see `variables`. Throws what the template or `multimodal_regex` raises. */
async function observation(input: MiniSweAgentInput, host: Host = {}): Promise<unknown> {
  const given = settingsOf(input);
  const messages = await observationMessages(
    listAt(given.input, 'outputs'),
    listAt(given.input, 'actions'),
    dictAt(given.input, 'variables'),
    {
      mode: given.modelClass.mode,
      template: templateOf(given, 'observation_template'),
      multimodalRegex: templateOf(given, 'multimodal_regex'),
    },
    host,
  );
  return messages.map(toPlain);
}

/** A first message as the model class stores it. Throws what `multimodal_regex` raises. */
async function formatMessage(input: MiniSweAgentInput, host: Host = {}): Promise<unknown> {
  const given = settingsOf(input);
  const message = dictAt(given.input, 'message');
  const { mode, provider } = given.modelClass;
  if (mode !== 'actions_toolcall_response' || provider === 'litellm')
    return toPlain(await expandMultimodal(message, templateOf(given, 'multimodal_regex'), host));
  const content = message.get('content') ?? '';
  const extra = message.get('extra') ?? null;
  return toPlain(
    new Map<string, PyValue>([
      ['type', 'message'],
      ['role', message.get('role') ?? 'user'],
      ['content', typeof content === 'string' ? [inputText(content)] : content],
      ...(isPyDict(extra) && extra.size > 0 ? [['extra', extra] as const] : []),
    ]),
  );
}

/** What a request has beside its messages: `{ endpoint, tools, kwargs }`. Throws `TypeError` where Python gets an argument twice. */
function tools(input: MiniSweAgentInput): unknown {
  const { model, modelClass } = settingsOf(input);
  const { mode, provider } = modelClass;
  const isResponse = mode === 'actions_toolcall_response';
  const kwargs = model.get('model_kwargs') ?? null;
  const more = new Map(isPyDict(kwargs) ? kwargs : []);
  const isPayload = provider === 'openrouter' || provider === 'requesty';
  const tool = bashTool(mode);
  const own = ['model', isResponse ? 'input' : 'messages', ...(tool ? ['tools'] : [])];
  const twice = isPayload ? undefined : own.find(name => more.has(name));
  if (twice !== undefined) throw new EngineError('TypeError', `got multiple values for keyword argument '${twice}'`);
  const sent = more.has('tools') ? (more.get('tools') ?? null) : tool ? [tool] : null;
  more.delete('tools');
  const usage: readonly (readonly [string, PyValue])[] =
    provider === 'openrouter' && !isResponse ? [['usage', new Map([['include', true]])]] : [];
  return toPlain(
    new Map<string, PyValue>([
      ['endpoint', isResponse ? 'responses' : 'completion'],
      ['tools', sent],
      ['kwargs', new Map([...usage, ...more])],
    ]),
  );
}

/** What is sent for `messages`. Throws what Python raises for what is not a list of messages. */
function sentMessages(input: MiniSweAgentInput): unknown {
  const { input: given, model, modelClass } = settingsOf(input);
  const messages = preparedMessages(listAt(given, 'messages'), modelClass.mode, model.get('set_cache_control') ?? null);
  return messages.map(toPlain);
}

/** The merged configuration of `specs`: names among `files` (path to YAML), or `key.path=value`. Throws `ValueError`, `FileNotFoundError`, `YAMLError`. */
function config(input: MiniSweAgentInput): unknown {
  const given = fromPlain(input);
  const files = isPyDict(given) ? (given.get('files') ?? null) : null;
  const specs = isPyDict(given) ? listAt(given, 'specs') : [];
  return toPlain(mergeConfigs(specs.map(spec => configOf(String(spec), isPyDict(files) ? files : new Map()))));
}

/** mini-swe-agent's operations around its readers. Those that run patterns of the user's own give promises. */
export const miniSweAgent = Object.freeze({
  parse: (input: MiniSweAgentInput, host?: Host) => parse(input, host).catch(raisePattern),
  renderError: (input: MiniSweAgentInput, host?: Host) => renderError(input, host).catch(raisePattern),
  formatInstruction,
  observation: (input: MiniSweAgentInput, host?: Host) => observation(input, host).catch(raisePattern),
  formatMessage: (input: MiniSweAgentInput, host?: Host) => formatMessage(input, host).catch(raisePattern),
  tools,
  sentMessages,
  config,
});

/** Python's `re.error` by the name that its class has. */
function raisePattern(error: unknown): never {
  if (error instanceof EngineError && error.class === 're.error') throw new EngineError('error', error.message);
  throw error;
}

interface Given {
  readonly input: PyDict;
  readonly config: PyDict;
  readonly modelClass: ModelClass;
  /** The model's configuration, validated. */
  readonly model: PyDict;
}

function settingsOf(plain: MiniSweAgentInput): Given {
  const input = fromPlain(plain);
  if (!isPyDict(input)) throw new EngineError('TypeError', 'The input is not an object.');
  const config = dictAt(input, 'config');
  const section = new Map(sectionOf(config, 'model'));
  const name = section.get('model_class');
  const parser = input.get('parser');
  const modelClass =
    name === undefined && typeof parser === 'string'
      ? Object.values(modelClasses).find(each => each.mode === parser)
      : modelClassOf(typeof name === 'string' ? name : undefined);
  if (!modelClass)
    throw new EngineError(
      'ValueError',
      `Unknown model class: ${String(name)} (resolved to ${String(name)}, available: ${Object.keys(modelClasses).join(', ')})`,
    );
  const modelName = String(section.get('model_name') ?? 'm').toLowerCase();
  if (!section.has('set_cache_control') && /anthropic|sonnet|opus|claude/.test(modelName))
    section.set('set_cache_control', 'default_end');
  return { input, config, modelClass, model: modelConfig(section, modelClass) };
}

async function actionsOf({ input, model, modelClass }: Given, host: Host): Promise<readonly Action[]> {
  const { mode, provider } = modelClass;
  const response = input.get('model_response') ?? null;
  if (mode === 'actions_toolcall_response') {
    const answer = isPyDict(response) ? response : new Map<string, PyValue>();
    const output = answer.get('output') ?? (answer.has('output') ? null : []);
    return readCalls(responseCalls(output), responseFinishReason(answer));
  }
  const { message, finishReason } = response === null ? textAnswer(input) : chatAnswer(response);
  if (mode === 'actions_toolcall') return readCalls(chatCalls(message), finishReason);
  if (provider === 'openrouter' && !message.has('content')) throw crash('KeyError', "'content'");
  const content = message.get('content') ?? '';
  if (typeof content !== 'string')
    throw crash('TypeError', `expected string or bytes-like object, got '${pyTypeName(content)}'`);
  const action = await readTextAction(content, finishReason, String(model.get('action_regex')), host);
  return [{ command: action.command }];
}

function textAnswer(input: PyDict) {
  const finishReason = input.has('finish_reason') ? (input.get('finish_reason') ?? null) : 'stop';
  return { message: new Map<string, PyValue>([['content', input.get('text') ?? null]]), finishReason };
}

function templateOf({ model }: Given, name: string): string {
  return String(model.get(name) ?? '');
}

function surroundingsOf({ input }: Given) {
  return {
    uname: input.get('uname') ?? null,
    environ: input.get('environ') ?? null,
    variables: input.get('variables') ?? null,
  };
}

function dictAt(input: PyDict, key: string): PyDict {
  const value = input.get(key) ?? null;
  return isPyDict(value) ? value : new Map();
}

function listAt(input: PyDict, key: string): readonly PyValue[] {
  const value = input.get(key) ?? null;
  return isPyList(value) ? value : [];
}

function configOf(spec: string, files: PyDict): PyValue {
  const equals = spec.indexOf('=');
  if (equals !== -1) return keyValue(spec, equals);
  const slash = spec.lastIndexOf('/') + 1;
  const name = spec.slice(slash);
  const dot = name.lastIndexOf('.');
  const path = `${spec.slice(0, slash)}${dot > 0 ? name.slice(0, dot) : name}.yaml`;
  const content = files.get(path) ?? files.get(path.replace(/^\.\//, '')) ?? null;
  if (typeof content !== 'string')
    throw new EngineError('FileNotFoundError', `Could not find config file for ${path} (tried: [${pyRepr(path)}])`);
  return yamlFile(path, content);
}

function keyValue(spec: string, equals: number): PyDict {
  const keys = spec.slice(0, equals).split('.');
  if (keys.includes('')) throw new EngineError('ValueError', `Invalid config spec ${pyRepr(spec)}: empty config key`);
  const written = spec.slice(equals + 1);
  const read = jsonLoads(written);
  let value: PyValue = read.ok ? read.value : written;
  for (const key of keys.reverse()) value = new Map([[key, value]]);
  return value as PyDict;
}
