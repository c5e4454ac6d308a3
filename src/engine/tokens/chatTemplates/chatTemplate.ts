import type { PyDict, PyList, PyValue } from '../../core/pyValue.ts';

/** A model's chat template, without the prompt for an answer and with no options. */
export interface ChatTemplate {
  /** The text of a conversation that is not empty. Raises `EngineError` where Python or the template does. */
  render(messages: PyList, tools: PyValue): string;
  /** How that text is put together of its messages' texts, where no tools are printed. Absent where there is no telling. */
  readonly parts?: TemplateParts;
}

/**
 * The texts of messages one by one. Each begins and ends with a special token, or with white space that one precedes or
 * follows, so that their tokens add up.
 */
export interface TemplateParts {
  /** What is always there. */
  readonly around: string;
  /** What stands before the messages because of the first one's role. */
  opening(role: PyValue): string;
  /** The text of a message: several where it depends on the others. Raises `EngineError` where `render` does. */
  message(message: PyDict): readonly string[];
  /** In a message of role `user`, what stands between the last special token and the content. */
  readonly leading: string;
  /** False where messages may come out longer than the shortest of their texts, so that sums are only a lower bound. */
  readonly exact: boolean;
}
