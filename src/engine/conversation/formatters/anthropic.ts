import { isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyStr } from '../../python/repr.ts';
import { contentBlocks, contentBlocksOf, dictOf, get } from '../messages/msg.ts';
import { dict, isOneOf, warnUnsupported } from './chatBlocks.ts';
import type { FormatterType, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './history.ts';

const open = '<history>\n';

const style: ProviderStyle = {
  open,
  async chat(msg, index, context) {
    const messages: PyDict[] = [];
    const content: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (isOneOf(type, ['thinking', 'text', 'image'])) content.push(new Map(dictOf(block)));
      else if (type === 'tool_use')
        content.push(
          dict({
            id: get(block, 'id'),
            type: 'tool_use',
            name: get(block, 'name'),
            input: get(block, 'input', new Map()),
          }),
        );
      else if (type === 'tool_result') messages.push(toolResult(block));
      else warnUnsupported(type, context);
    }
    // Claude takes a system message only in the first place.
    const role = msg.role === 'system' && index !== 0 ? 'user' : msg.role;
    if (content.length > 0) messages.push(dict({ role, content }));
    return messages;
  },

  system: msg => dict({ role: 'system', content: contentBlocksOf(msg, 'text') }),

  async conversation(run, prompt) {
    const content = await historyBlocks(run, prompt, {
      open,
      text: text => dict({ text, type: 'text' }),
      tag: text => dict({ type: 'text', text }),
      medium: async (block, type) => (type === 'image' ? [new Map(dictOf(block))] : undefined),
    });
    return content.length > 0 ? [dict({ role: 'user', content })] : [];
  },
};

function toolResult(block: PyValue): PyDict {
  const output = get(block, 'output');
  const text = output === null ? null : isPyList(output) ? undefined : pyStr(output);
  const content = text === undefined ? output : [dict({ type: 'text', text })];
  return dict({
    role: 'user',
    content: [dict({ type: 'tool_result', tool_use_id: get(block, 'id'), content })],
  });
}

/** Anthropic's formatters. Local files and web addresses stay as they are. */
export const anthropicFormatters: readonly FormatterType[] = [
  {
    name: 'AnthropicChatFormatter',
    provider: 'Anthropic',
    multiAgent: false,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'warning', video: 'warning', thinking: 'converted' },
  },
  {
    name: 'AnthropicMultiAgentFormatter',
    provider: 'Anthropic',
    multiAgent: true,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'silent', video: 'silent', thinking: 'silent' },
  },
];
