import { dict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { pyTruth } from '../../../python/index.ts';
import { type Message, textContent } from '../messages/block.ts';
import { type ChatShape, type Pending, walkChat } from './chatWalk.ts';
import { historyText, type ProviderStyle, speakerLines, talkMedia } from './formatContext.ts';
import { responseMedia } from './mediaForms.ts';

function userMessage(parts: readonly PyValue[]): PyDict {
  return dict({ role: 'user', content: parts });
}

/** The collected texts and media as an item, which is then no longer pending. */
function collected({ parts }: Pending, { role }: Message): PyDict[] {
  const content = parts.splice(0);
  return content.length === 0 ? [] : [dict({ role, content })];
}

const shape: ChatShape = {
  media: responseMedia,
  text: (text, { role }) => dict({ type: role === 'assistant' ? 'output_text' : 'input_text', text }),
  call({ id, name, input }, { calls }) {
    calls.push(dict({ type: 'function_call', call_id: id, name, arguments: input }));
    return [];
  },
  /** The item that the API gave for it is sent back at once: one with a text behind what was said before, an empty one before it. */
  thinking({ thinking, written }, pending, message) {
    const id = written.get('reasoning_item_id') ?? null;
    if (!pyTruth(id)) return [];
    const summary = thinking === '' ? [] : [dict({ type: 'summary_text', text: thinking })];
    const before = thinking === '' ? [] : collected(pending, message);
    return [...before, dict({ type: 'reasoning', id, summary, content: [] })];
  },
  flush: (pending, message) => [...collected(pending, message), ...(pending.calls as PyDict[])],
  hint: userMessage,
  result: ({ id }, text) => dict({ type: 'function_call_output', call_id: id, output: text }),
  presented: userMessage,
};

/** OpenAI's Responses API: items instead of messages. */
export const openaiResponseStyle: ProviderStyle = {
  presents: true,
  chat: (message, context) => walkChat(message, shape, context),
  system: message => dict({ role: 'system', content: textContent(message) }),
  async talk(run, prompt, context) {
    const lines = speakerLines(run);
    const media = await talkMedia(run, responseMedia, context);
    if (lines.length === 0 && media.length === 0) return [];
    return [userMessage([dict({ type: 'input_text', text: historyText(lines, prompt) }), ...media])];
  },
};
