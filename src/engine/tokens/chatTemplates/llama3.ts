import type { PyValue } from '../../core/pyValue.ts';
import type { ChatTemplate } from './chatTemplate.ts';
import { item, plus, trim } from './jinjaValue.ts';

const answerPrompt = '<|start_header_id|>assistant<|end_header_id|>\n\n';

/** Llama 3: the prompt for an answer is always there. Content that is not text prints as Python's `str()` of it. */
export const llama3: ChatTemplate = {
  render: messages => `<|begin_of_text|>${messages.map(llama3Message).join('')}${answerPrompt}`,
  parts: {
    around: `<|begin_of_text|>${answerPrompt}`,
    opening: () => '',
    message: message => [llama3Message(message)],
    leading: '\n\n',
    exact: true,
  },
};

/** One message of a conversation. */
export function llama3Message(message: PyValue): string {
  const header = plus('<|start_header_id|>', item(message, 'role'), '<|end_header_id|>\n\n');
  return `${header}${trim(item(message, 'content'))}<|eot_id|>`;
}
