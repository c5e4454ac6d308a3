import { isPyDict, isPyList } from '../../core/pyValue.ts';
import type { ModelMessage, ParseResult } from '../../core/result.ts';
import type { Conversation, ConversationMessage } from '../../messages/conversation.ts';
import { pyStr } from '../../python/index.ts';
import type { RunStart } from './runStart.ts';

/** An answer that the framework refused, and what it tells the model. */
export interface RefusedAnswer {
  /** The text of the answer. */
  readonly answer: string;
  readonly response: string | ModelMessage;
  readonly result: ParseResult;
  readonly feedback: string;
}

/** What the framework tells the model of an answer: of an error, or of a value that it does not act on; empty where it asks again with nothing said. `undefined`: it does not ask again. */
export function feedbackOf(result: ParseResult): string | undefined {
  if (!result.ok) return result.error.feedback;
  if (result.extra?.repeated === true) return '';
  const feedback = result.extra?.feedback;
  return typeof feedback === 'string' ? feedback : undefined;
}

/** With what the framework asks again. */
export interface AskedAgain {
  readonly conversation: Conversation;
  /** The texts of feedback that stand in it, as they are sent. */
  readonly told: readonly string[];
}

/**
 * The conversation with which the framework asks again after refused answers, the latest last; they stand before an
 * instruction that is put last. `undefined` where the framework does not ask again.
 */
export function askAgain(
  { conversation, behind, definition }: RunStart,
  refused: readonly RefusedAnswer[],
): AskedAgain | undefined {
  const asksAgain = definition.parserType.framework?.asksAgain;
  if (!asksAgain) return undefined;
  const { withAnswer, role, failures, alone } = asksAgain;
  const asked = conversation.messages.map(message => ({ role: message.role, text: textOf(message) }));
  const span = { start: 0, end: 0 };
  const rounds = (failures === 'latest' ? refused.slice(-1) : refused).map(one => ({
    ...one,
    text: asksAgain.complete?.(one.feedback, asked) ?? one.feedback,
  }));
  const told = rounds.map(({ text }) => text).filter(text => text !== '');
  const added = rounds.flatMap(
    ({ answer, response, result, text }): ConversationMessage[] =>
      asksAgain.messages?.(response, result).map(message => ({ ...message, name: message.role, span })) ?? [
        ...(withAnswer ? [{ name: 'assistant', role: 'assistant', content: answer, span }] : []),
        { name: role, role, content: text, span },
      ],
  );
  if (alone) return { conversation: { ...conversation, messages: added }, told };
  const { messages } = conversation;
  const at = messages.length - behind;
  return {
    conversation: { ...conversation, messages: [...messages.slice(0, at), ...added, ...messages.slice(at)] },
    told,
  };
}

/** The text of a message; of blocks theirs. */
function textOf({ content }: ConversationMessage): string {
  if (!isPyList(content)) return pyStr(content);
  return content.map(block => (isPyDict(block) ? pyStr(block.get('text') ?? '') : pyStr(block))).join('');
}
