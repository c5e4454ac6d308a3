import type { ReleaseRule } from '../../core/agentscopeReleases.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { contentBlocks, contentBlocksOf, get } from '../../messages/msg.ts';
import { providerRules } from '../../messages/providerRules.ts';
import { pyJoin } from '../../python/index.ts';
import { dict, jsonCall, toolOutput, warnUnsupported } from './chatBlocks.ts';
import type { FormatContext, FormatterType, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './historyBlocks.ts';

const reasoning: ReleaseRule = {
  since: '1.0.9',
  summary: 'DeepSeek: thinking beside a text or a call becomes `reasoning_content`',
};

const open = '<history>\n';

const style: ProviderStyle = {
  open,
  async chat(msg, _index, context) {
    const messages: PyDict[] = [];
    const texts: PyValue[] = [];
    const thoughts: PyValue[] = [];
    const calls: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') texts.push(get(block, 'text', ''));
      else if (type === 'tool_use') calls.push(jsonCall(block));
      else if (type === 'tool_result') messages.push(await toolResult(block, context));
      else if (type === 'thinking' && context.rules.follows(reasoning)) thoughts.push(get(block, 'thinking', ''));
      else warnUnsupported(type, context);
    }
    const content = pyJoin('\n', texts);
    const thought = pyJoin('\n', thoughts);
    if (content !== '' || calls.length > 0) {
      const message = dict({ role: msg.role, content: content === '' ? null : content });
      if (thought !== '') message.set('reasoning_content', thought);
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

/** A result without `output` has a null output. */
async function toolResult(block: PyValue, context: FormatContext): Promise<PyDict> {
  const { text } = await toolOutput(get(block, 'output'), context);
  return dict({ role: 'tool', tool_call_id: get(block, 'id'), content: text, name: get(block, 'name') });
}

/** DeepSeek's formatters: text and tools only. */
export const deepSeekFormatters: readonly FormatterType[] = [
  {
    name: 'DeepSeekChatFormatter',
    provider: 'DeepSeek',
    multiAgent: false,
    rules: providerRules.DeepSeek,
    style,
    support: {
      tools: 'converted',
      image: 'warning',
      audio: 'warning',
      video: 'warning',
      thinking: { rule: reasoning, before: 'warning', now: 'converted' },
    },
  },
  {
    name: 'DeepSeekMultiAgentFormatter',
    provider: 'DeepSeek',
    multiAgent: true,
    rules: providerRules.DeepSeek,
    style,
    support: { tools: 'converted', image: 'silent', audio: 'silent', video: 'silent', thinking: 'silent' },
  },
];
