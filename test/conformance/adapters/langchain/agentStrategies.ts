import { fromPlain, isPyDict, type PyDict } from '../../../../src/engine/core/pyValue.ts';
import {
  type PythonSchema,
  readProviderStrategy,
  readToolStrategy,
} from '../../../../src/engine/systems/langchain/structured/pythonStrategy.ts';
import {
  readScriptProviderStrategy,
  readScriptToolStrategy,
  type ScriptSchema,
  scriptProviderRequest,
  scriptToolRequest,
} from '../../../../src/engine/systems/langchain/structured/scriptStrategy.ts';
import type { ErrorHandling, StrategyMessage } from '../../../../src/engine/systems/langchain/structured/strategy.ts';
import { providerRequest, toolRequest } from '../../../../src/engine/systems/langchain/structured/strategyRequest.ts';
import { encodePython } from './encodePython.ts';
import type { LangchainInput } from './langchainInput.ts';
import { key, recordedModel, recordedSchema } from './pythonConfig.ts';

/** A schema as it was recorded. */
interface RecordedSchema {
  readonly kind: string;
  readonly name?: string;
  readonly description?: string;
  readonly content_schema: Readonly<Record<string, unknown>>;
}

interface RecordedTool {
  readonly function: { readonly name: string };
}

const schemasOf = (input: LangchainInput) => key<readonly RecordedSchema[]>(input, 'schemas') ?? [];
const toolsOf = (input: LangchainInput) => key<readonly RecordedTool[]>(input, 'tools') ?? [];
const toolNames = (input: LangchainInput) => toolsOf(input).map(({ function: { name } }) => name);
const isTool = ({ parser }: LangchainInput) => /^tool/i.test(parser);
const titleOf = ({ name, content_schema }: RecordedSchema) => name ?? String(content_schema.title ?? '');
const scriptSchema = ({ kind, content_schema }: RecordedSchema): ScriptSchema => ({
  schema: content_schema,
  isZod: kind === 'zod',
});

/** What an agent binds to its model for a strategy. */
export function structuredRequest(input: LangchainInput): unknown {
  const strict = key<boolean | null>(input, 'strict') ?? undefined;
  if (input.runtime !== 'python') {
    const schemas = schemasOf(input).map(scriptSchema);
    if (isTool(input)) return scriptToolRequest(schemas, toolsOf(input));
    return scriptProviderRequest(schemas[0]!, toolsOf(input), strict);
  }
  const schemas = schemasOf(input).map(schema => ({
    name: titleOf(schema),
    ...(schema.description !== undefined && { description: schema.description }),
    schema: recordedSchema(schema),
    isPlain: schema.kind === 'json_schema',
  }));
  const tools = toolsOf(input).map(fromPlain);
  return encodePython(isTool(input) ? toolRequest(schemas, tools) : providerRequest(schemas[0]!, tools, strict));
}

/** What an agent makes of a message for a strategy. Throws `EngineError` for what ends the run. */
export function structuredParse(input: LangchainInput): unknown {
  const { message = {} } = input;
  const calls = (message.tool_calls ?? []) as readonly { name: string; args: unknown; id?: string }[];
  if (input.runtime !== 'python') {
    const schemas = schemasOf(input).map(scriptSchema);
    const answer = { content: message.content, calls };
    const { response, sentBack, askedAgain } = isTool(input)
      ? readScriptToolStrategy(answer, {
          schemas,
          tools: toolNames(input),
          handleError: key<boolean | string>(input, 'handleError') ?? true,
          ...optional('toolMessage', key<string>(input, 'toolMessageContent')),
        })
      : readScriptProviderStrategy(answer, schemas[0]!);
    return outcome(response ?? null, response === undefined, sentBack, askedAgain);
  }
  const schemas = schemasOf(input).map(pythonSchema);
  const given: StrategyMessage = {
    content: fromPlain(message.content ?? ''),
    calls: calls.map(({ name, args, id }) => ({ name, args: fromPlain(args), ...optional('id', id) })),
  };
  const { response, sentBack, askedAgain } = isTool(input)
    ? readToolStrategy(given, {
        schemas,
        tools: toolNames(input),
        handleErrors: handlingOf(input),
        ...optional('toolMessage', key<string>(input, 'tool_message_content')),
      })
    : readProviderStrategy(given, schemas[0]!);
  return outcome(response === undefined ? null : encodePython(response), response === undefined, sentBack, askedAgain);
}

function pythonSchema(schema: RecordedSchema): PythonSchema {
  const kind = schema.kind as PythonSchema['kind'];
  return { name: titleOf(schema), kind, ...(kind !== 'json_schema' && { model: recordedModel(schema) }) };
}

/** `True`, `False`, a text, a class, or several. */
function handlingOf(input: LangchainInput): ErrorHandling {
  const given = fromPlain(key(input, 'handle_errors') ?? true);
  if (typeof given === 'boolean' || typeof given === 'string') return given;
  if (Array.isArray(given)) return { classes: given.map(String) };
  return { classes: isPyDict(given) ? [String((given as PyDict).get('class'))] : [] };
}

function optional<Key extends string, Value>(name: Key, value: Value | null | undefined) {
  return value === undefined || value === null ? {} : ({ [name]: value } as Record<Key, Value>);
}

function outcome(response: unknown, nothing: boolean, sentBack: readonly object[], askedAgain: boolean): object {
  return { structured_response: response, nothing, sent_back: sentBack, asked_again: askedAgain };
}
