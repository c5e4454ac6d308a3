import * as z from 'zod';
import { EngineError } from '../../core/errors.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { AskedMessage, AsksAgain } from '../../parsers/parserFeatures.ts';
import { pyRepr } from '../../python/index.ts';
import type { LangchainError } from './langchainError.ts';
import type { LangchainRuntime } from './langchainRuntime.ts';
import { fixPrompt, fixPromptText } from './script/classicParsers.ts';

/** LangChain's parsers that wrap another one and ask a model again; JavaScript has the first alone. */
const retryParsers = ['OutputFixingParser', 'RetryOutputParser', 'RetryWithErrorOutputParser'] as const;

/** One of `retryParsers`. */
export type RetryParser = (typeof retryParsers)[number];

/** The definition's key that names the parser that asks again. */
export const retryKey = z
  .enum(retryParsers)
  .describe(
    'The parser that is wrapped around this one and asks a model again in a run: `OutputFixingParser` (the default) sends the instruction, the answer and its error; `RetryOutputParser` the prompt and the answer; `RetryWithErrorOutputParser` the error as well. JavaScript has the first alone. Python’s are in `langchain_classic`.',
  )
  .optional();

/** The parser that asks again. Throws `EngineError` where the runtime does not have it. */
export function retryParserOf({ config }: DefinitionSource, runtime: LangchainRuntime): RetryParser {
  const named = retryParsers.find(name => name === config.get('retry_parser')) ?? retryParsers[0];
  if (runtime === 'js' && named !== retryParsers[0])
    throw new EngineError('ValueError', `LangChain.js has no ${named}.`, undefined, ['retry_parser']);
  return named;
}

/** Where the prompts of the two that quote the conversation have it. */
const prompt = '{prompt}';

/**
 * What each of the parsers would send for a refused answer, in LangChain's order; `{prompt}` stands for the conversation.
 * `instruction` may throw `EngineError`: then `OutputFixingParser` has nothing to send.
 */
export function retryFeedback(
  error: LangchainError,
  completion: string,
  runtime: LangchainRuntime,
  instruction: () => string,
): ReadonlyMap<RetryParser, string> {
  const made = new Map<RetryParser, string>();
  const errorRepr = `OutputParserException(${pyRepr(error.message)})`;
  try {
    const instructions = instruction();
    made.set(
      'OutputFixingParser',
      runtime === 'js'
        ? fixPrompt(instructions, completion, error)
        : fixPromptText(instructions, completion, errorRepr),
    );
  } catch (raised) {
    if (!(raised instanceof EngineError)) throw raised;
  }
  if (runtime === 'python') {
    made.set('RetryOutputParser', retryPromptText(prompt, completion));
    made.set('RetryWithErrorOutputParser', retryPromptText(prompt, completion, errorRepr));
  }
  return made;
}

/** The prompt of `RetryOutputParser`; with `error`, its `repr`, that of `RetryWithErrorOutputParser`. */
function retryPromptText(prompt: string, completion: string, error?: string): string {
  const details = error === undefined ? '' : `Details: ${error}\n`;
  return `Prompt:
${prompt}
Completion:
${completion}

Above, the Completion did not satisfy the constraints given in the Prompt.
${details}Please try again:`;
}

const roles: Readonly<Record<string, string>> = { system: 'System', user: 'Human', assistant: 'AI' };

/** `PromptValue.to_string()`: a text alone as it is, of messages one line or more for each. */
function promptText(messages: readonly AskedMessage[]): string {
  const [only] = messages;
  if (only && messages.length === 1 && only.role === 'user') return only.text;
  return messages.map(({ role, text }) => `${roles[role] ?? role}: ${text}`).join('\n');
}

/** How LangChain asks again: with one prompt of the wrapping parser's own. */
export const langchainAsksAgain: AsksAgain = {
  withAnswer: false,
  role: 'user',
  failures: 'latest',
  alone: true,
  complete(feedback, messages) {
    const head = `Prompt:\n${prompt}\n`;
    return feedback.startsWith(head) ? `Prompt:\n${promptText(messages)}\n${feedback.slice(head.length)}` : feedback;
  },
  note: 'LangChain’s OutputFixingParser sends one prompt of its own, without the conversation: the instruction, the refused answer and its error. RetryOutputParser and RetryWithErrorOutputParser (`retry_parser`) quote the conversation in place of the instruction.',
};
