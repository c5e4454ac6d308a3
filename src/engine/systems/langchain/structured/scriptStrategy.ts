import { type Schema, Validator } from '@cfworker/json-schema';
import type { SentBack } from '../../../core/errors.ts';
import { refusing } from '../../../core/refusedValue.ts';
import { refusedBySchema } from '../../../validation/index.ts';
import { LangchainError, scriptJsonParse } from '../langchainError.ts';
import { fromScript } from '../places.ts';
import type { JsonSchema } from '../script/zodModel.ts';

/** A schema of JavaScript's strategies, as it is sent. */
export interface ScriptSchema {
  readonly schema: JsonSchema;
  readonly isZod: boolean;
  /** The name of its tool, where it has no title and a number of its own. */
  readonly name?: string;
}

/** A message as LangChain.js has it. */
export interface ScriptAnswer {
  readonly content: unknown;
  readonly calls: readonly { readonly name: string; readonly args: unknown; readonly id?: string }[];
}

/** `toolStrategy`, and the agent that uses it. */
export interface ScriptToolStrategy {
  readonly schemas: readonly ScriptSchema[];
  /** The names of the agent's other tools. */
  readonly tools: readonly string[];
  /** `false`: what is wrong ends the run; a text: it is sent in place of the error's own. */
  readonly handleError: boolean | string;
  readonly toolMessage?: string;
}

/** What becomes of a message; `response` is absent where there is none. */
export interface ScriptOutcome {
  readonly response?: unknown;
  readonly sentBack: readonly SentBack[];
  readonly askedAgain: boolean;
  /** See `StrategyOutcome`. */
  readonly error?: LangchainError;
}

const fallbackDescription = "Tool for extracting structured output from the model's response.";

/** The name of a schema's tool, as it is called; a schema without a title has a number, in the order in which a program makes them. */
function scriptToolName({ schema, name }: ScriptSchema, at: number): string {
  return typeof schema.title === 'string' ? schema.title : (name ?? `extract-${at + 1}`);
}

/** What `createAgent` binds for a `toolStrategy`. */
export function scriptToolRequest(schemas: readonly ScriptSchema[], tools: readonly unknown[]): object {
  const own = schemas.map((each, at) => ({
    type: 'function',
    function: {
      name: scriptToolName(each, at),
      ...(each.isZod && { strict: false }),
      description: each.schema.description ?? fallbackDescription,
      parameters: each.schema,
    },
  }));
  return { tools: [...tools, ...own], tool_choice: 'any' };
}

/** What it binds for a `providerStrategy`, in the words of each provider. */
export function scriptProviderRequest({ schema }: ScriptSchema, tools: readonly unknown[], strict = true): object {
  const json = {
    name: 'extract',
    ...(schema.description !== undefined && { description: schema.description }),
    schema,
    strict,
  };
  return {
    tools,
    response_format: { type: 'json_schema', json_schema: json },
    outputConfig: { format: { type: 'json_schema', schema } },
    responseSchema: schema,
    ls_structured_output_format: { kwargs: { method: 'json_schema' }, schema },
  };
}

/** What `createAgent` makes of a message under a `toolStrategy`. Throws `StructuredOutputParsingError` and `MultipleStructuredOutputsError` where they are not handled. */
export function readScriptToolStrategy({ calls }: ScriptAnswer, strategy: ScriptToolStrategy): ScriptOutcome {
  const named = new Map(strategy.schemas.map((schema, at) => [scriptToolName(schema, at), schema]));
  const own = calls.filter(({ name }) => named.has(name));
  const { tools } = strategy;
  if (own.length === 0) {
    if (tools.length === 0) return { sentBack: [], askedAgain: false };
    const unknown = calls.filter(({ name }) => !tools.includes(name));
    const sentBack = unknown.map(({ name, id }) =>
      fromTool(id, `Error: ${name} is not a valid tool, try one of [${tools.join(', ')}].`, name),
    );
    return { sentBack, askedAgain: calls.length > 0 };
  }
  const [first] = own;
  if (own.length > 1) {
    const names = own.map(({ name }) => name).join(', ');
    const message = `The model has called multiple tools: ${names} to return a structured output. This is not supported. Please provide a single structured output.`;
    const error = new LangchainError('MultipleStructuredOutputsError', message);
    // The others stay without an answer.
    return {
      sentBack: [fromTool(first!.id, handled(error, strategy.handleError, first!.id))],
      askedAgain: true,
      error,
    };
  }
  const { name, args, id } = first!;
  const errors = errorsOf(named.get(name)!, args);
  if (errors.length > 0) {
    const error = refusing(
      refused(name, errors),
      refusedBySchema(fromScript(named.get(name)!.schema), fromScript(args)),
    );
    return { sentBack: [fromTool(id, handled(error, strategy.handleError, id))], askedAgain: true, error };
  }
  const json = JSON.stringify(args);
  const said = strategy.toolMessage ?? `Returning structured response: ${json}`;
  return { response: args, sentBack: [fromTool(id, json, name), { role: 'ai', content: said }], askedAgain: false };
}

/** What `createAgent` makes of a message under a `providerStrategy`. Throws `StructuredOutputParsingError`. */
export function readScriptProviderStrategy({ content, calls }: ScriptAnswer, schema: ScriptSchema): ScriptOutcome {
  if (calls.length > 0) return { sentBack: [], askedAgain: true };
  const text = typeof content === 'string' ? content : firstText(content);
  const read = text === undefined ? { cause: { class: 'Error', message: 'It has no text.' } } : parsed(text);
  const lines = ['Model output did not satisfy the provided response schema.'];
  const name = scriptToolName(schema, 0);
  if ('cause' in read) throw refused(name, lines, read.cause);
  if (errorsOf(schema, read.value).length > 0)
    throw refusing(refused(name, lines), refusedBySchema(fromScript(schema.schema), fromScript(read.value)));
  return { response: read.value, sentBack: [], askedAgain: false };
}

function firstText(content: unknown): string | undefined {
  const blocks = Array.isArray(content) ? (content as readonly { type?: unknown; text?: unknown }[]) : [];
  const text = blocks.find(block => block?.type === 'text')?.text;
  return typeof text === 'string' ? text : undefined;
}

type Cause = NonNullable<LangchainError['cause']>;

function parsed(text: string): { readonly value: unknown } | { readonly cause: Cause } {
  try {
    return { value: scriptJsonParse(text) };
  } catch (error) {
    if (error instanceof LangchainError) return { cause: { class: error.class, message: error.message } };
    throw error;
  }
}

/** What @cfworker/json-schema says, which stops at the first member that fails. */
function errorsOf({ schema }: ScriptSchema, value: unknown): readonly string[] {
  try {
    const { valid, errors } = new Validator(schema as Schema).validate(value);
    return valid ? [] : errors.map(({ error }) => error);
  } catch (error) {
    // What the schema itself makes it raise, such as a reference that leads nowhere.
    if (error instanceof RangeError || !(error instanceof Error)) throw error;
    throw new LangchainError(error.name, error.message);
  }
}

function refused(name: string, errors: readonly string[], cause?: Cause): LangchainError {
  return new LangchainError(
    'StructuredOutputParsingError',
    `Failed to parse structured output for tool '${name}':${errors.map(error => `\n  - ${error}`).join('')}.`,
    cause ? { cause } : {},
  );
}

/** What is sent back for an error. Throws it where it is not handled, and another one for a call without an id, which cannot be answered. */
function handled(error: LangchainError, handling: boolean | string, id: string | undefined): string {
  if (!id)
    throw new LangchainError(
      'Error',
      'Tool call ID is required to handle tool output errors. Please provide a tool call ID.',
    );
  if (handling === false) throw error;
  return typeof handling === 'string' ? handling : error.message;
}

function fromTool(id: string | undefined, content: string, name?: string): SentBack {
  return {
    role: 'tool',
    ...(name !== undefined && { name }),
    ...(id !== undefined && { tool_call_id: id }),
    content,
  };
}
