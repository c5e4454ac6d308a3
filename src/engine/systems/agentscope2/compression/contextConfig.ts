import { EngineError } from '../../../core/errors.ts';
import { fromPlain, type PyDict, PyFloat, type PyValue } from '../../../core/pyValue.ts';
import type { Conversation } from '../../../messages/conversation.ts';
import { pyRepr } from '../../../python/index.ts';
import {
  anyField,
  dictField,
  floatField,
  intField,
  modelField,
  stringField,
  type Validator,
} from '../../../validation/index.ts';
import { validated } from '../messages/readMsg.ts';
import { isAgentScope2Tag } from '../versions.ts';

/** The request for a summary. Nobody fills in the time: the model reads the braces. */
const compressionPrompt = `<system-hint>You have been working on the task described above but have not yet completed it. Now write a continuation summary that will allow you to resume work efficiently in a future context window where the conversation history will be replaced with this summary. Your summary should be structured, concise, and actionable.
The current time is {current_time}.
This summary may itself be summarized again later, and the conversation history it refers to will be gone, so every reference must be self-contained — resolve anything that depends on the vanished context into an absolute, fully-qualified form:
- Time: convert relative expressions ('today', 'now', 'yesterday', 'tomorrow', 'recently') to absolute dates using the current time above; re-anchor them even if an earlier summary already wrote them relatively.
- Names & pointers: use file paths, symbol names, PR/issue numbers, IDs, URLs, and exact commands/error strings verbatim instead of 'this file', 'the above', 'the second approach', 'the 5 failing tests'.
- In-flight work: record everything still pending, especially tools launched in the background whose results you are still waiting on — give each one's id and a short note of what it is doing — and mark each item's owner (user request vs your own decision) and status (done / pending / blocked).
</system-hint>`;

/** How the summary stands in the next context. */
const summaryTemplate = `<system-info>Here is a summary of your previous work
# Task Overview
{task_overview}

# Current State
{current_state}

# Important Discoveries
{important_discoveries}

# Next Steps
{next_steps}

# Context to Preserve
{context_to_preserve}</system-info>`;

const summaryFields: readonly (readonly [key: string, title: string, description: string])[] = [
  [
    'task_overview',
    'Task Overview',
    "The user's core request and success criteria.\nAny clarifications or constraints they specified",
  ],
  [
    'current_state',
    'Current State',
    'What has been completed so far.\nFile created, modified, or analyzed (with paths if relevant).\nKey outputs or artifacts produced.',
  ],
  [
    'important_discoveries',
    'Important Discoveries',
    "Technical constraints or requirements uncovered.\nDecisions made and their rationale.\nErrors encountered and how they were resolved.\nWhat approaches were tried that didn't work (and why)",
  ],
  [
    'next_steps',
    'Next Steps',
    'Specific actions needed to complete the task.\nAny blockers or open questions to resolve.\nPriority order if multiple steps remain',
  ],
  [
    'context_to_preserve',
    'Context To Preserve',
    "User preferences or style requirements.\nDomain-specific details that aren't obvious.\nAny promises made to the user",
  ],
];

/** The schema that the model fills in. */
const summarySchema: PyDict = fromPlain({
  description: 'The compressed memory model, used to generate summary of old memories',
  properties: Object.fromEntries(
    summaryFields.map(([key, title, description]) => [key, { description, title, type: 'string' }]),
  ),
  required: summaryFields.map(([key]) => key),
  title: 'SummarySchema',
  type: 'object',
}) as PyDict;

/** `ContextConfig` of an agent. */
export interface ContextConfig {
  readonly triggerRatio: number;
  readonly reserveRatio: number;
  readonly compressionPrompt: string;
  readonly summaryTemplate: string;
  readonly summarySchema: PyDict;
  readonly toolResultLimit: number;
  readonly maxImageNum: number;
}

const text = stringField({});
const fields: readonly (readonly [key: string, validator: Validator, otherwise: PyValue])[] = [
  ['trigger_ratio', floatField({ gt: 0, le: 0.9 }), 0.8],
  ['reserve_ratio', floatField({ gt: 0, lt: 0.9 }), 0.1],
  ['compression_prompt', text, compressionPrompt],
  ['summary_template', text, summaryTemplate],
  ['summary_schema', dictField(text, anyField, {}), summarySchema],
  ['tool_result_limit', intField({}), 50_000],
  ['max_image_num', intField({ ge: 0n }), 5],
];
const model = modelOf(fields);
/** Tag 2.0.6 takes no ratio of 0.9, and knows no number of images. */
const tagModel = modelOf([
  ['trigger_ratio', floatField({ gt: 0, lt: 0.9 }), 0.8],
  ...fields.filter(([key]) => key !== 'trigger_ratio' && key !== 'max_image_num'),
]);

function modelOf(all: typeof fields): Validator {
  return modelField(
    'ContextConfig',
    all.map(([key, validator, otherwise]) => ({ key, validator, isRequired: false, default: otherwise })),
    'ignore',
  );
}

/** The keys of a `ContextConfig`. */
const contextConfigKeys: readonly string[] = fields.map(([key]) => key);

/** `ContextConfig(**config)`. Raises Pydantic's `ValidationError`. */
export function readContextConfig(config: PyDict, isTag = false): ContextConfig {
  const made = validated('ContextConfig', isTag ? tagModel : model, config, { newId: () => '', now: () => '' });
  const number = (key: string) => {
    const value = made.get(key)!;
    return value instanceof PyFloat ? value.value : Number(value);
  };
  return {
    triggerRatio: number('trigger_ratio'),
    reserveRatio: number('reserve_ratio'),
    compressionPrompt: made.get('compression_prompt') as string,
    summaryTemplate: made.get('summary_template') as string,
    summarySchema: made.get('summary_schema') as PyDict,
    toolResultLimit: number('tool_result_limit'),
    maxImageNum: isTag ? Number.POSITIVE_INFINITY : number('max_image_num'),
  };
}

/** What an agent refuses of its configuration. Raises its `ValueError`. */
export function checkRatios({ reserveRatio, triggerRatio }: ContextConfig): void {
  if (reserveRatio < triggerRatio) return;
  const ratios = [reserveRatio, triggerRatio].map(each => pyRepr(each));
  throw new EngineError(
    'ValueError',
    `The 'reserve_ratio' of the context config must be smaller than its 'trigger_ratio', got ${ratios.join(' and ')}.`,
  );
}

/** The context of an agent as a conversation's file describes it. */
export interface WrittenContext {
  readonly contextSize: number;
  readonly systemPrompt?: string;
  readonly summary?: PyValue;
  readonly config: ContextConfig;
}

/** What a model takes where the file does not say it: AgentScope's own default. */
const usualContextSize = 32_768;

/**
 * The `context` of a conversation; `undefined` where it has none, or one that AgentScope refuses. `threshold` takes the
 * place of what the file says: the context is then as large as makes compression begin there.
 */
export function contextOf({ context }: Conversation, threshold?: number, version?: string): WrittenContext | undefined {
  if (!context && threshold === undefined) return undefined;
  try {
    return writtenContext(context ?? new Map(), threshold, version);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** The context, or what AgentScope raises for its configuration. */
export function writtenContext(context: PyDict, threshold?: number, version?: string): WrittenContext {
  const keys = [...context].filter(([key]) => contextConfigKeys.includes(key));
  const config = readContextConfig(new Map(keys), isAgentScope2Tag(version));
  const contextSize = context.get('context_size') ?? usualContextSize;
  const size = contextSize instanceof PyFloat ? contextSize.value : contextSize;
  if (typeof size !== 'number' || !(size > 0))
    throw new EngineError('ValueError', '`context_size` must be a number of tokens above 0.');
  const prompt = context.get('system_prompt');
  const summary = context.get('summary') ?? null;
  return {
    contextSize: threshold === undefined ? size : threshold / config.triggerRatio,
    ...(typeof prompt === 'string' && { systemPrompt: prompt }),
    ...(summary !== null && { summary }),
    config,
  };
}

/** The `context_size` with which compression of a conversation begins at a number of tokens. */
export function contextSizeFor(conversation: Conversation, threshold: number): number {
  const { triggerRatio } = (contextOf(conversation) ?? writtenContext(new Map())).config;
  return Math.round(threshold / triggerRatio);
}
