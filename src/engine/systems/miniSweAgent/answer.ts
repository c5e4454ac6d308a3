import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { crash } from './actions.ts';

/** A model's answer as mini-swe-agent's clients hand it over. */
export interface ChatAnswer {
  readonly message: PyDict;
  readonly finishReason: PyValue;
}

/** The first choice of a chat completion. Raises what Python raises where there is none. */
export function chatAnswer(response: PyValue): ChatAnswer {
  const choices = isPyDict(response) ? (response.get('choices') ?? null) : null;
  const [choice] = isPyList(choices) ? choices : [];
  if (choice === undefined || !isPyDict(choice)) throw crash('IndexError', 'list index out of range');
  const message = choice.get('message') ?? null;
  if (!isPyDict(message)) throw crash('AttributeError', "'NoneType' object has no attribute 'content'");
  return { message, finishReason: choice.get('finish_reason') ?? null };
}

/** mini-swe-agent's `finish_reason_from_responses_api`. */
export function responseFinishReason(response: PyDict): PyValue {
  const status = response.get('status') ?? null;
  if (status !== 'incomplete') return status;
  const details = response.get('incomplete_details') ?? null;
  return isPyDict(details) && details.get('reason') === 'max_output_tokens' ? 'length' : status;
}
