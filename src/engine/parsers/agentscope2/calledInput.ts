import { toJsonText } from '../../python/jsonDumps.ts';
import type { ResponseInput } from '../parser.ts';
import { readProviderMessage } from '../sweagent/providerMessage.ts';
import { outputTool } from './structuredOutput.ts';

/** What a model called, and the raw input that it gave. */
export interface CalledInput {
  /** Absent: the response is the input itself. */
  readonly name?: string;
  readonly input: string;
}

/**
 * The call that the agent reads of a response: of a provider's message that of the output tool, else its first call. A
 * response that is a text, or a message without calls, is taken for the raw input.
 */
export function calledInput({ text, message }: ResponseInput): CalledInput {
  const { toolCalls } = message ? readProviderMessage({ text, message }) : { toolCalls: [] };
  const call = toolCalls.find(({ name }) => name === outputTool) ?? toolCalls[0];
  if (!call) return { input: text ?? '' };
  const { name, arguments: given = '' } = call;
  return {
    name: typeof name === 'string' ? name : '',
    // Anthropic and others decode the arguments, which AgentScope keeps as a text.
    input: typeof given === 'string' ? given : toJsonText(given, 0),
  };
}
