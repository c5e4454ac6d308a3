import assert from 'node:assert/strict';
import {
  createParser,
  EngineError,
  fromPlain,
  importDefinitions,
  isPyDict,
  isPyList,
  type ModelMessage,
  type PyDict,
  PyOpaque,
  type PyValue,
  readDefinitions,
  toJsonText,
  toPlain,
} from '../../src/engine/index.ts';
import { jsonEquals } from '../../src/engine/python/jsonValue.ts';
import { langroid } from './adapters/langroid.ts';
import { expectations, hasTag, recordedActions } from './recordedActions.ts';

interface Outcome {
  readonly value?: PyValue;
  readonly error?: { readonly class: string; readonly message: string; readonly feedback?: string | undefined };
  readonly toolError?: boolean | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

interface Given {
  readonly item: PyDict;
  readonly config: PyDict;
  readonly text: string;
  /** The tool or the agent of the case, as a definition would have it. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const operations: Readonly<Record<string, (given: Given) => unknown>> = {
  parse,
  parse_tool_calls: parse,
  json_candidates: ({ text }) => langroid.jsonCandidates(text).map(candidate => candidate.text),
  extract_json: ({ text }) => langroid.extractJson(text),
  imperfect_json: ({ text }) => langroid.imperfectJson(text),
  json_field: ({ text, config }) => langroid.jsonField(text, String(config.get('field'))),
  find_candidates: ({ text, settings }) => langroid.xmlCandidates(text, settings).map(candidate => candidate.text),
  xml_fields: ({ text, settings }) => langroid.xmlFields(text, settings),
  xml_parse: ({ text, settings }) => langroid.parseXml(text, settings),
  schema: ({ settings }) => langroid.functionSchema(settings, argumentsOf(settings)),
  strict_schema: ({ settings }) => langroid.strictSchema(settings),
  simple_schema: ({ settings }) => langroid.simpleSchema(settings),
  usage_examples: ({ settings }) => langroid.usageExamples(settings),
  format_example: ({ settings }) => langroid.formatExample(settings, settings.instance as Record<string, unknown>),
  format_instruction: ({ settings }) =>
    settings.tools ? langroid.formatRules(settings) : langroid.formatInstructions(settings),
  group_format_instruction: () => langroid.groupFormatInstructions,
  tool_instructions: ({ settings }) => langroid.toolInstructions(settings),
  system_message: ({ settings }) => langroid.systemMessage(settings),
  strict_recovery: ({ settings }) => {
    const { optional, ...others } = argumentsOf(settings) as { optional?: boolean; tool_type?: null };
    return langroid.strictRecovery(settings, {
      ...(optional !== undefined && { optional }),
      schema: !('tool_type' in others),
    });
  },
  tool_names: ({ text }) => langroid.toolNames(text),
  from_llm_response: ({ item, text, settings }) =>
    langroid.fromLlmResponse(item.get('text') === null ? null : item.has('text') ? text : responseOf(item), settings),
  reasoning: ({ text, settings }) => langroid.reasoningFinal(text, settings),
  has_tool_attempt: ({ item, settings }) => langroid.hasToolAttempt(settings, responseOf(item)),
  handle_message: ({ item, settings }) => langroid.handleMessage(settings, responseOf(item), handlers),
  from_chat_document: ({ text, settings }) => langroid.fromChatDocument(settings, text, String(settings.output_type)),
  num_tokens: ({ settings }) => langroid.historyTokens(settings as never),
  history_str: ({ settings }) => langroid.historyText(settings as never, settings.i as number | undefined),
  truncate_message: ({ settings }) => {
    const idx = Number(settings.idx);
    const given = options(settings, 'tokens', 'warning', 'inplace');
    const history = langroid.truncateMessage(settings as never, idx, given);
    return { returned: langroid.cutMessage(settings as never, idx, given).content, history: history.map(shown) };
  },
  to_llm_messages: ({ settings }) => {
    const { tool_call_id: id = null, ...message } = langroid.nextMessage(
      String(settings.message),
      settings.pending_tool_calls as readonly string[],
    );
    return [{ ...message, tool_call_id: id }];
  },
  default_value: ({ settings }) => langroid.defaultValue(settings, argumentsOf<string>(settings).field ?? ''),
  get_value_of_type: ({ settings }) =>
    langroid.valueOfType(
      settings,
      settings.instance as Record<string, unknown>,
      argumentsOf<string>(settings).type ?? '',
    ),
  sample_dialog: ({ settings }) => langroid.sampleDialog(settings),
  enable: ({ settings }) => {
    const python = `from langroid.agent.tool_message import ToolMessage\n\n${String(settings.python)}`;
    const { definitions } = importDefinitions(python, 'python', 'recorded.py');
    const tools = definitions.flatMap(({ config }) => config.get('tools') as readonly PyDict[]);
    if (tools.length === 0) langroid.usageExamples({ request: '' });
    return tools.map(tool => tool.get('request'));
  },
  retain_tokens: ({ text, settings }) => {
    const history = ['s', 'call', text].map((content, i) => ({
      role: ['system', 'assistant', 'user'][i] ?? '',
      content,
    }));
    return langroid.retainResult(history, 2, settings);
  },
  prep: ({ settings }) => {
    const { messages, ...others } = langroid.truncateHistory(settings as never);
    return { messages: messages.map(shown), ...others };
  },
};

/** What the classes of the cases do. */
const handlers = {
  add: (fields: Readonly<Record<string, unknown>>) => String(Number(fields.a) + Number(fields.b)),
  nothing: () => null,
  big: (fields: Readonly<Record<string, unknown>>) => 'word '.repeat(Number(fields.n)),
  show: (fields: Readonly<Record<string, unknown>>) => String(fields.message),
};

suite('Langroid, as recorded', () => {
  // What nothing of ours answers counts as skipped.
  for (const item of recordedActions('langroid'))
    test(String(item.get('id')), operations[String(item.get('op'))] && (() => runCase(item)));
});

async function runCase(item: PyDict): Promise<void> {
  const config = item.get('config') as PyDict;
  const settings = withClassKeys(toPlain(config)) as Record<string, unknown>;
  const actual = await outcome({ item, config, settings, text: String(item.get('text') ?? '') });
  const leniency = hasTag(item, 'crash') ? 'any' : hasTag(item, 'libxml') ? 'class' : 'all';
  const allowed = expectations(item).filter(expected => agrees(actual, expected, leniency));
  assert(allowed.length > 0, `${show(actual)}\n  instead of ${toJsonText(item.get('expect') ?? null)}`);
}

async function outcome(given: Given): Promise<Outcome> {
  try {
    const operation = operations[String(given.item.get('op'))];
    assert(operation, `No operation is asked for ${given.item.get('op')}`);
    const made = await operation(given);
    return isOutcome(made) ? made : { value: fromPlain(made) };
  } catch (error) {
    if (error instanceof EngineError) return { error };
    throw error;
  }
}

function isOutcome(made: unknown): made is Outcome {
  return typeof made === 'object' && made !== null && 'toolError' in made;
}

async function parse({ item, settings }: Given): Promise<Outcome> {
  const definition = { ...settings, type: String(item.get('parser')) };
  const { definitions, problems } = readDefinitions(JSON.stringify(definition), 'recorded.parser.json');
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  const [made] = definitions;
  assert(made);
  const response = responseOf(item);
  const result = await createParser(made).parse(response);
  if (!result.ok) {
    if (result.error.class === 'ValidationError') assert.equal(result.error.feedback, result.error.message);
    return { error: result.error, toolError: result.toolError };
  }
  if (typeof response.message === 'string' && item.has('text'))
    assert.equal(result.fields.length, (result.exact as readonly PyValue[]).length);
  for (const { span } of result.fields) assert(span.start < span.end && span.end <= String(response.message).length);
  return { value: result.exact, toolError: result.toolError, extra: result.extra };
}

function responseOf(item: PyDict): ModelMessage {
  const config = item.get('config') as PyDict;
  const sender = config.get('sender') as 'LLM' | undefined;
  const message = item.has('text')
    ? { message: String(item.get('text')) }
    : (toPlain(item.get('model_response') ?? null) as ModelMessage);
  return sender ? { ...message, sender } : message;
}

function agrees(actual: Outcome, expected: PyDict, leniency: 'any' | 'class' | 'all'): boolean {
  const wanted = expected.get('error') as PyDict | undefined;
  const toolError = expected.get('tool_error');
  if (leniency !== 'any' && toolError !== undefined && actual.toolError !== toolError) return false;
  if (!wanted) {
    for (const key of ['classes', 'handled'])
      if (expected.has(key) && !jsonEquals(fromPlain(actual.extra?.[key]), expected.get(key) ?? null)) return false;
    if (leniency === 'class' && typeof actual.value === 'string') return true;
    return actual.value !== undefined && jsonEquals(actual.value, expectedValue(expected.get('value') ?? null));
  }
  const { error } = actual;
  if (leniency === 'any') return error !== undefined && error.class !== 'InternalError';
  return error?.class === wanted.get('class') && (leniency === 'class' || error?.message === wanted.get('message'));
}

/** Plain data has the text of bytes. */
function expectedValue(value: PyValue): PyValue {
  if (value instanceof PyOpaque) return value.repr.replace(/^b'(.*)'$/, '$1');
  if (isPyList(value)) return value.map(expectedValue);
  if (isPyDict(value)) return new Map([...value].map(([key, item]) => [key, expectedValue(item)]));
  return value;
}

function show({ value, error, toolError, extra }: Outcome): string {
  const shown = error ? `${error.class}: ${error.message}` : toJsonText(value ?? null);
  return `${shown} toolError=${toolError} ${JSON.stringify(extra)}`;
}

function shown({ role, content }: { role: string; content?: unknown }) {
  return { role, content };
}

function argumentsOf<T = boolean>(settings: Given['settings']): Record<string, T> {
  return (settings.args ?? {}) as Record<string, T>;
}

function options(settings: Given['settings'], ...keys: string[]): Record<string, never> {
  return Object.fromEntries(keys.flatMap(key => (key in settings ? [[key, settings[key]]] : []))) as Record<
    string,
    never
  >;
}

/** The recorded tools with the keys for what their classes define in Python. */
function withClassKeys(config: unknown): unknown {
  const settings = config as Readonly<Record<string, unknown>>;
  const tools = settings.tools as readonly Record<string, unknown>[] | undefined;
  if (tools) return { ...settings, tools: tools.map(withClassKeys) };
  const python = String(settings.python ?? '');
  const method = (name: string) => new RegExp(`def ${name}\\([^)]*\\)[^:]*:\\s*return f?"(.*)"\\n`).exec(python)?.[1];
  const number = (name: string) => new RegExp(`${name}: int = (\\d+)`).exec(python)?.[1];
  const keys = {
    format_instructions: method('format_instructions')
      ?.replace('{tool}', 'True')
      .replace("{cls.default_value('request')}", String(settings.request)),
    instructions: method('instructions')?.replaceAll('\\n', '\n'),
    root_element: method('_get_root_element'),
    max_result_tokens: number('_max_result_tokens'),
    max_retained_tokens: number('_max_retained_tokens'),
  };
  return {
    ...settings,
    ...(python.includes('_allow_llm_use: bool = False') && { use: false }),
    ...Object.fromEntries(
      Object.entries(keys).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, key.startsWith('max') ? Number(value) : value]],
      ),
    ),
  };
}
