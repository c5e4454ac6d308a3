import { EngineError } from '../../../core/errors.ts';
import { type PyDict, PyFloat, type PyValue } from '../../../core/pyValue.ts';
import type { Conversation } from '../../../messages/conversation.ts';
import { isAgentScope2Tag } from '../versions.ts';
import { type ContextConfig, contextConfigKeys, readContextConfig } from './contextConfig.ts';

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
