import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { pyJoin } from '../../python/containers.ts';
import { contentBlocks, contentBlocksOf, get } from '../messages/msg.ts';
import { dict, jsonCall, toolMessage, warnUnsupported } from './chatBlocks.ts';
import type { FormatterType, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './history.ts';

const open = '<history>\n';

const style: ProviderStyle = {
  open,
  async chat(msg, _index, context) {
    const messages: PyDict[] = [];
    const texts: PyValue[] = [];
    const calls: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') texts.push(get(block, 'text', ''));
      else if (type === 'tool_use') calls.push(jsonCall(block));
      else if (type === 'tool_result') messages.push(await toolMessage(block, context));
      else warnUnsupported(type, context);
    }
    const content = pyJoin('\n', texts);
    if (content !== '' || calls.length > 0) {
      const message = dict({ role: msg.role, content: content === '' ? null : content });
      if (calls.length > 0) message.set('tool_calls', calls);
      messages.push(message);
    }
    return messages;
  },

  system: msg => dict({ role: 'system', content: contentBlocksOf(msg, 'text') }),

  async conversation(run, prompt) {
    const blocks = await historyBlocks(run, prompt, {
      open,
      text: text => dict({ text }),
      tag: text => dict({ text }),
      medium: async () => undefined,
    });
    return blocks.map(block => dict({ role: 'user', content: block.get('text')! }));
  },
};

/** DeepSeek's formatters: text and tools only. */
export const deepSeekFormatters: readonly FormatterType[] = [
  {
    name: 'DeepSeekChatFormatter',
    provider: 'DeepSeek',
    multiAgent: false,
    style,
    support: { tools: 'converted', image: 'warning', audio: 'warning', video: 'warning', thinking: 'warning' },
  },
  {
    name: 'DeepSeekMultiAgentFormatter',
    provider: 'DeepSeek',
    multiAgent: true,
    style,
    support: { tools: 'converted', image: 'silent', audio: 'silent', video: 'silent', thinking: 'silent' },
  },
];
