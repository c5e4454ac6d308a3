import * as z from 'zod';
import type { SentBack } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { LangchainError } from '../langchainError.ts';
import type { Counterpart, LangchainRuntime, RuntimeKeys } from '../langchainRuntime.ts';

/** A call of a model, as LangChain's messages have it. */
export interface StrategyCall {
  readonly name: string;
  readonly args: PyValue;
  readonly id?: string;
}

/** What a model answered. */
export interface StrategyMessage {
  readonly content: PyValue;
  readonly calls: readonly StrategyCall[];
}

/** What becomes of a message. */
export interface StrategyOutcome {
  /** Absent: there is none. */
  readonly response?: PyValue;
  /** The messages that follow the model's, without what other tools answer. */
  readonly sentBack: readonly SentBack[];
  /** Whether the model has to answer once more. */
  readonly askedAgain: boolean;
  /** What is wrong, where the model reads it and the run goes on. */
  readonly error?: LangchainError;
}

/** What the model reads about errors: none is caught, a fixed text, or the error's message; for some classes alone. */
export type ErrorHandling = boolean | string | { readonly classes: readonly string[] };

/** How an agent has its model answer: by a call of a tool, or in the provider's own way. */
export type StrategyKind = 'tool' | 'provider';

const classSchema = z.looseObject({
  class_name: z.string().describe('The name of the class, which is that of its tool. Default: the title.').optional(),
  kind: z
    .enum(['pydantic', 'dataclass', 'typeddict', 'zod', 'json_schema'])
    .describe(
      'What the program has: in Python `pydantic` (the default), `dataclass` or `typeddict`; in JavaScript `zod` (the default); `json_schema` is a dictionary.',
    )
    .optional(),
  content_schema: z
    .record(z.string(), z.unknown())
    .describe('The JSON Schema that the class or the zod schema prints.'),
});
const oneSchema = z.union([classSchema, z.record(z.string(), z.unknown())]);

const strategySchemaKey = z
  .union([oneSchema, z.array(oneSchema)])
  .describe(
    'What the model has to give: a class with its `content_schema`, a JSON Schema as it stands (a dictionary, which **Python does not check**), or several of them: a list for a union, `oneOf` for that of JSON Schema.',
  )
  .optional();

/** The keys that strategies have in common. */
export const strategyKeys = {
  runtime: z
    .enum(['python', 'js', 'javascript'])
    .describe(
      'Whose class it is: `python`, or `js` (`javascript` is the same). Absent: as its keys tell, else `python`.',
    )
    .optional(),
  schema: strategySchemaKey,
  tools: z
    .array(z.record(z.string(), z.unknown()))
    .describe('The agent’s other tools, in OpenAI’s form: what a call that is not of the schema’s does.')
    .optional(),
} as const;

/** The key that both runtimes' provider strategies have, with another default. */
export const strictKey = z
  .boolean()
  .describe('`strict` of the provider’s own response format. Default: none in Python, `true` in JavaScript.')
  .optional();

/** The keys of the constructor of each runtime's tool strategy. */
export const strategyOwnKeys: RuntimeKeys = {
  python: {
    handle_errors: z
      .union([z.boolean(), z.string(), z.array(z.string()), z.looseObject({ class: z.string() })])
      .describe(
        'What is told of an error: `true` (the default) its message, a text that text, `false` nothing, so that the error ends the run; or the class, or the classes, of the errors that are told.',
      )
      .optional(),
    tool_message_content: z
      .string()
      .describe('What the tool message says after a good call. Absent: *Returning structured response: …*.')
      .optional(),
  },
  js: {
    handleError: z
      .union([z.boolean(), z.string()])
      .describe(
        'What is told of an error: `true` (the default) its message, a text that text, `false` nothing, so that the error ends the run.',
      )
      .optional(),
    toolMessageContent: z
      .string()
      .describe(
        'What the message behind the tool’s says after a good call. Absent: *Returning structured response: …*.',
      )
      .optional(),
  },
};

const isPlain = (value: PyValue) => typeof value === 'boolean' || typeof value === 'string';
const feedbackDifference =
  'Python tells the model `Error: …` and *Please fix your mistakes.*, JavaScript the message alone; Python answers each of several calls, JavaScript only the first. Classes of errors are Python’s alone.';
const said = 'Python says it in the tool’s message, JavaScript in a message of the model behind that.';

/** What each runtime calls the keys of the other. */
export const strategyCounterparts: Readonly<Record<string, Counterpart>> = {
  handle_errors: { key: 'handleError', differs: feedbackDifference, takes: isPlain },
  handleError: { key: 'handle_errors', differs: feedbackDifference, takes: isPlain },
  tool_message_content: { key: 'toolMessageContent', differs: said, takes: isPlain },
  toolMessageContent: { key: 'tool_message_content', differs: said, takes: isPlain },
};

const kindRuntimes: ReadonlyMap<PyValue, LangchainRuntime> = new Map([
  ['pydantic', 'python'],
  ['dataclass', 'python'],
  ['typeddict', 'python'],
  ['zod', 'js'],
]);

/** The runtime that the kinds of the schemas tell. */
export function tellsStrategyRuntime(config: PyDict): LangchainRuntime | undefined {
  const schema = config.get('schema') ?? null;
  for (const each of isPyList(schema) ? schema : [schema]) {
    const runtime = isPyDict(each) ? kindRuntimes.get(each.get('kind') ?? null) : undefined;
    if (runtime) return runtime;
  }
  return undefined;
}
