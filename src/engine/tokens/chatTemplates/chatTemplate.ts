import type { PyDict, PyList, PyValue } from '../../python/value.ts';

/** A model's chat template, without the prompt for an answer and with no options. */
export interface ChatTemplate {
  /** The text of a conversation that is not empty. Raises `EngineError` where Python or the template does. */
  render(messages: PyList, tools: PyValue): string;
  /** How that text is put together where no message's part depends on the others and tools are not printed. */
  readonly parts?: TemplateParts;
}

/** Each part begins and ends with a special token, or with white space that one follows, so that their tokens add up. */
export interface TemplateParts {
  /** What is always there. */
  readonly around: string;
  /** What stands before the messages because of the first one's role. */
  opening(role: PyValue): string;
  /** The text of one message. */
  message(message: PyDict): string;
  /** In a message of role `user`, what stands between the last special token and the content. */
  readonly leading: string;
}
