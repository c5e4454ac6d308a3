import { isPyDict, isPyList } from '../../core/pyValue.ts';
import type { ModelMessage, ParseResult } from '../../core/result.ts';
import { responseText } from '../../definition/index.ts';
import type { Conversation, ConversationMessage } from '../../messages/conversation.ts';
import { pyStr } from '../../python/index.ts';
import type { RunStart } from './runStart.ts';

/** What came of asking: an answer, or none because the connection failed. */
export interface Answered {
  readonly response?: string | ModelMessage;
}

/** An answer of a run, read. */
export interface RunStep<A extends Answered> {
  /** 0: the first; 1 and more: the framework asked again. */
  readonly retry: number;
  readonly outcome: A;
  /** Absent where there is no answer. */
  readonly result?: ParseResult;
}

/** An answer that the framework refused, and what it tells the model. */
interface RefusedAnswer {
  /** The text of the answer. */
  readonly answer: string;
  readonly response: string | ModelMessage;
  readonly result: ParseResult;
  readonly feedback: string;
}

/** What the framework tells the model of an answer: of an error, or of a value that it does not act on; empty where it asks again with nothing said. `undefined`: it does not ask again. */
function feedbackOf(result: ParseResult): string | undefined {
  if (!result.ok) return result.error.feedback;
  if (result.extra?.repeated === true) return '';
  const feedback = result.extra?.feedback;
  return typeof feedback === 'string' ? feedback : undefined;
}

/** With what the framework asks again. */
interface AskedAgain {
  readonly conversation: Conversation;
  /** The texts of feedback that stand in it, as they are sent. */
  readonly feedbacks: readonly string[];
}

/**
 * The conversation with which the framework asks again after refused answers, the latest last; they stand before an
 * instruction that is put last. `undefined` where the framework does not ask again.
 */
function askAgain(
  { conversation, behind, definition }: RunStart,
  refused: readonly RefusedAnswer[],
): AskedAgain | undefined {
  const asksAgain = definition.parserType.framework?.asksAgain;
  if (!asksAgain) return undefined;
  const { withAnswer, role, failures, alone } = asksAgain;
  const history = conversation.messages.map(message => ({ role: message.role, text: textOf(message) }));
  const span = { start: 0, end: 0 };
  const rounds = (failures === 'latest' ? refused.slice(-1) : refused).map(one => ({
    ...one,
    text: asksAgain.complete?.(one.feedback, history) ?? one.feedback,
  }));
  const feedbacks = rounds.map(({ text }) => text).filter(text => text !== '');
  const added = rounds.flatMap(
    ({ answer, response, result, text }): ConversationMessage[] =>
      asksAgain.messages?.(response, result).map(message => ({ ...message, name: message.role, span })) ?? [
        ...(withAnswer ? [{ name: 'assistant', role: 'assistant', content: answer, span }] : []),
        { name: role, role, content: text, span },
      ],
  );
  if (alone) return { conversation: { ...conversation, messages: added }, feedbacks };
  const { messages } = conversation;
  const at = messages.length - behind;
  return {
    conversation: { ...conversation, messages: [...messages.slice(0, at), ...added, ...messages.slice(at)] },
    feedbacks,
  };
}

/** The text of a message; of blocks theirs. */
function textOf({ content }: ConversationMessage): string {
  if (!isPyList(content)) return pyStr(content);
  return content.map(block => (isPyDict(block) ? pyStr(block.get('text') ?? '') : pyStr(block))).join('');
}

/**
 * One run: asks, reads the answer, and asks again as the framework does, with its own feedback, up to `retries` times. It
 * ends with an answer that is not refused, a failed connection, or where the framework would tell the model nothing.
 * Rejects where `ask` does. `feedbacks`: the texts of feedback that stand in a conversation.
 */
export async function* runOnce<A extends Answered>(
  start: RunStart,
  ask: (conversation: Conversation, retry: number, feedbacks: readonly string[]) => Promise<A>,
  retries = 0,
): AsyncGenerator<RunStep<A>> {
  const refused: RefusedAnswer[] = [];
  let next: AskedAgain | undefined = { conversation: start.conversation, feedbacks: [] };
  for (let retry = 0; next; retry++) {
    const outcome: A = await ask(next.conversation, retry, next.feedbacks);
    if (outcome.response === undefined) {
      yield { retry, outcome };
      return;
    }
    const result = await start.parser.parse(outcome.response);
    yield { retry, outcome, result };
    const feedback = feedbackOf(result);
    if (feedback === undefined || retry >= retries) return;
    const { response } = outcome;
    refused.push({ answer: responseText(response) ?? '', response, result, feedback });
    next = askAgain(start, refused);
  }
}
