import type { ModelMessage, ParseResult } from '../../core/result.ts';
import { responseText } from '../../definition/index.ts';
import type { Conversation } from '../../messages/conversation.ts';
import { type AskedAgain, askAgain, feedbackOf, type RefusedAnswer } from './askAgain.ts';
import type { RunStart } from './runStart.ts';

/** What came of asking: an answer, or none because the connection failed. */
export interface Answered {
  readonly response?: string | ModelMessage;
}

/** An answer of a run, read. */
export interface RunStep<A extends Answered> {
  /** 0: the first; 1 and more: the framework asked again. */
  readonly retry: number;
  readonly asked: A;
  /** Absent where there is no answer. */
  readonly result?: ParseResult;
}

/**
 * One run: asks, reads the answer, and asks again as the framework does, with its own feedback, up to `retries` times. It
 * ends with an answer that is not refused, a failed connection, or where the framework would tell the model nothing.
 * Rejects where `ask` does. `told`: the texts of feedback that stand in a conversation.
 */
export async function* runOnce<A extends Answered>(
  start: RunStart,
  ask: (conversation: Conversation, retry: number, told: readonly string[]) => Promise<A>,
  retries = 0,
): AsyncGenerator<RunStep<A>> {
  const refused: RefusedAnswer[] = [];
  let next: AskedAgain | undefined = { conversation: start.conversation, told: [] };
  for (let retry = 0; next; retry++) {
    const asked: A = await ask(next.conversation, retry, next.told);
    if (asked.response === undefined) {
      yield { retry, asked };
      return;
    }
    const result = await start.parser.parse(asked.response);
    yield { retry, asked, result };
    const feedback = feedbackOf(result);
    if (feedback === undefined || retry >= retries) return;
    const { response } = asked;
    refused.push({ answer: responseText(response) ?? '', response, result, feedback });
    next = askAgain(start, refused);
  }
}
