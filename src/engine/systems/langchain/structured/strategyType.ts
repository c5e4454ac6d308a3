import type * as z from 'zod';
import { EngineError, type SentBack } from '../../../core/errors.ts';
import { isPyList, type PyDict, type PyList, type PyValue } from '../../../core/pyValue.ts';
import type { ModelMessage, ParseResult } from '../../../core/result.ts';
import type { DefinitionSource, ParserView } from '../../../parsers/parser.ts';
import type { AsksAgain, ToldMessage } from '../../../parsers/parserFeatures.ts';
import type { ParserType } from '../../../parsers/parserType.ts';
import { exampleOfSchema } from '../../../parsers/shared/examples.ts';
import { schemaValueKeys } from '../../../parsers/shared/jsonDictKeys.ts';
import type { ValueKeys } from '../../../parsers/shared/valueKeys.ts';
import { toJsonText } from '../../../python/index.ts';
import { stringAt } from '../../../validation/index.ts';
import type { LangchainRuntime } from '../langchainRuntime.ts';
import { langchainType, type RuntimeClass } from '../langchainType.ts';
import { messageInput, messagePartsOf } from '../messageInput.ts';
import { pythonMessage } from '../python/pythonMessage.ts';
import {
  type StrategyKind,
  strategyCounterparts,
  strategyKeys,
  strategyOwnKeys,
  tellsStrategyRuntime,
} from './strategy.ts';
import { strategyRuntime, strategySchemas } from './strategyDefinition.ts';
import { strategyProblems } from './strategyProblems.ts';
import { readStrategy } from './strategyReading.ts';
import { neededSchemas, requestPieces, strategyRequest } from './strategyRequest.ts';

/** What the strategies of LangChain's agents differ in. */
export interface StrategyClass
  extends Pick<ParserType, 'type' | 'summary' | 'want' | 'answer' | 'documentation' | 'template'> {
  readonly keys?: z.ZodRawShape;
  /** The strategy that a definition is, or becomes. */
  kindOf(source: DefinitionSource, runtime: LangchainRuntime): StrategyKind;
}

/** The template's schema, in `schema`. */
export const contactSchema = `{
    "class_name": "Contact",
    "content_schema": {
      "title": "Contact",
      "description": "Contact details.",
      "type": "object",
      "properties": {
        "name": { "title": "Name", "description": "the full name", "type": "string" },
        "email": { "title": "Email", "type": "string" }
      },
      "required": ["name", "email"]
    }
  }`;

/** A call of its tool, as pickers show it. */
export const calledContact =
  '{"tool_calls": [{"function": {"name": "Contact", "arguments": "{\\"name\\": \\"…\\", \\"email\\": \\"…\\"}"}}]}';

/** How agents ask their models again: the calls as they were, with the results that say what is wrong with them. */
const strategyAgain: AsksAgain = {
  withAnswer: true,
  role: 'user',
  failures: 'all',
  messages,
  note: 'In its graph, `create_agent` answers the call with a tool message and asks again. Where there is no call and no other tool, Python repeats the request with nothing said until its recursion limit, which can be ten thousand; a run here asks again no more than it is allowed to.',
};

function messages(response: string | ModelMessage, result: ParseResult): readonly ToldMessage[] {
  const input = typeof response === 'string' ? { text: response } : { text: response.message ?? '', message: response };
  const { fields } = messageInput(input);
  const { text, toolCalls } = pythonMessage(fields);
  const blocks: PyValue[] = [
    ...(text === '' ? [] : [block('text', [['text', text]])]),
    ...toolCalls.map(({ name, args, id }) =>
      block('tool_use', [
        ['id', id],
        ['name', name],
        ['input', args],
      ]),
    ),
  ];
  const sent = (result.ok ? result.extra?.sent_back : result.error.sent_back) as readonly SentBack[] | undefined;
  const results = (sent ?? []).map(({ tool_call_id: id = null, name = null, content }) =>
    block('tool_result', [
      ['id', id],
      ['name', name],
      ['output', content],
    ]),
  );
  const said: ToldMessage = { role: 'assistant', content: blocks };
  return results.length === 0 ? [said] : [said, { role: 'system', content: results }];
}

function block(type: string, members: readonly (readonly [string, PyValue])[]): PyValue {
  return new Map<string, PyValue>([['type', type], ...members]);
}

/** A parser type for what `create_agent` and `createAgent` make of their model's answers. */
export function strategyType({ kindOf, ...spec }: StrategyClass): ParserType {
  const classOf = (runtime: LangchainRuntime): RuntimeClass => ({
    construct(source) {
      const isOne = kindOf(source, runtime) === 'provider' && spec.type === 'ProviderStrategy';
      if (isOne && isPyList(source.config.get('schema')))
        throw new EngineError('ValueError', 'A provider’s own response format has one schema.', undefined, ['schema']);
      strategyRequest(kindOf(source, runtime), runtime, source);
    },
    instruction: source => requestPieces(kindOf(source, runtime), runtime, source),
    read: (_text, source, host, input) => readStrategy(kindOf(source, runtime), runtime, source, input, host),
  });
  return langchainType({
    ...spec,
    documentation: `${spec.documentation}
- A response is a message: OpenAI's (\`{"content": …, "tool_calls": …}\`), Anthropic's, or the fields of LangChain's \`AIMessage\`, as an object or as JSON text. Any other text is a message without calls.
- There is no instruction: what is shown is what the agent binds to its model.`,
    keys: { ...strategyKeys, ...spec.keys },
    ownKeys: strategyOwnKeys,
    counterparts: strategyCounterparts,
    tellsRuntime: tellsStrategyRuntime,
    usualRuntime: 'python',
    framework: {
      sendsNoInstruction: true,
      asksAgain: strategyAgain,
      binds: source => requestChoices(kindOf(source, strategyRuntime(source.config)), source),
    },
    display: {
      extra: {
        sent_back: 'the messages that follow the model’s, without what other tools answer',
        feedback: 'what the model is told',
        repeated: 'the model is asked again with nothing said',
        asked_again: 'whether the model is asked once more',
      },
    },
    tools: source => requestTools(kindOf(source, strategyRuntime(source.config)), source),
    ...(spec.type === 'AutoStrategy' && {
      views: (source: DefinitionSource) => [
        bindingView('With a tool', 'tool', source),
        bindingView('In the provider’s own format', 'provider', source),
      ],
    }),
    responses: {
      messageParts: messagePartsOf,
      noGrammar: 'they are calls, or a value, in a provider’s message, which the provider holds to the schema.',
      draft: () => undefined,
      example: source => exampleOf(kindOf(source, strategyRuntime(source.config)), source),
    },
    authoring: {
      check: source => {
        const runtime = strategyRuntime(source.config);
        return strategyProblems(kindOf(source, runtime), runtime, source);
      },
      valueKeys: keysOf,
    },
    schemas: {
      ...(spec.type === 'ToolStrategy' && {
        functions: (source: DefinitionSource) => ({
          key: 'schema',
          losses: [],
          functions: strategySchemas(source).map(functionOf),
        }),
      }),
      ...(spec.type !== 'ToolStrategy' && { strict: isStrict }),
      valueSchema(source) {
        const [schema, another] = strategySchemas(source);
        if (!schema) return { reason: 'It has no schema: add a `schema`.' };
        if (another) return { reason: 'It has several schemas, of which an answer is one.' };
        return { schema: schema.schema, key: schema.path.join('.'), losses: [] };
      },
    },
    streams: { reader: () => 'An agent reads a message when it is there as a whole.' },
    python: classOf('python'),
    js: classOf('js'),
  });
}

/** What a definition's runtime asks of a provider: Python nothing, JavaScript strictness, unless the definition says otherwise. */
function isStrict({ config }: DefinitionSource): boolean | undefined {
  const setting = config.get('strict');
  return typeof setting === 'boolean' ? setting : strategyRuntime(config) === 'js' || undefined;
}

function bindingView(name: string, kind: StrategyKind, source: DefinitionSource): ParserView {
  const runtime = strategyRuntime(source.config);
  return { name, language: 'json', pieces: () => requestPieces(kind, runtime, source) };
}

function requestTools(kind: StrategyKind, source: DefinitionSource): PyList {
  const tools = strategyRequest(kind, strategyRuntime(source.config), source).get('tools');
  return isPyList(tools) ? tools : [];
}

/** What is bound beside the tools. */
function requestChoices(kind: StrategyKind, source: DefinitionSource): PyDict {
  const request = strategyRequest(kind, strategyRuntime(source.config), source);
  const choices = [...request].filter(
    ([key, value]) => (key === 'tool_choice' || key === 'response_format') && value !== null,
  );
  return new Map(choices);
}

function functionOf({ name, path, schema }: ReturnType<typeof strategySchemas>[number]) {
  const description = stringAt(schema, 'description');
  return {
    name,
    ...(description !== undefined && { description }),
    parameters: new Map([...schema].filter(([each]) => each !== 'title' && each !== 'description')),
    key: path.join('.'),
  };
}

/** A call of the first schema's tool; for a provider its JSON. */
function exampleOf(kind: StrategyKind, source: DefinitionSource): string {
  const [{ name, schema }] = neededSchemas(source) as [ReturnType<typeof strategySchemas>[number]];
  const value = exampleOfSchema(schema, schema);
  if (kind === 'provider') return toJsonText(value);
  const called = new Map<string, PyValue>([
    ['name', name],
    ['arguments', toJsonText(value, 0)],
  ]);
  const call = new Map<string, PyValue>([
    ['id', 'call_1'],
    ['type', 'function'],
    ['function', called],
  ]);
  return toJsonText(
    new Map<string, PyValue>([
      ['content', ''],
      ['tool_calls', [call]],
    ]),
  );
}

function keysOf(source: DefinitionSource): ValueKeys {
  const [schema, another] = strategySchemas(source);
  if (!schema || another) return { keys: [], open: true, exact: false, lists: [] };
  return { ...schemaValueKeys(schema.schema, schema.path), lists: [] };
}
