import type { ReleaseRule } from '../../core/agentscopeReleases.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { contentBlocks, contentBlocksOf, dictOf, get, type Msg } from '../../messages/msg.ts';
import { providerRules } from '../../messages/providerRules.ts';
import { dict, jsonCall, toolMessage, warnUnsupported } from './chatBlocks.ts';
import type { FormatContext, FormatterType, Promotes, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './historyBlocks.ts';
import { audioPart, imageUrl } from './openaiMedia.ts';
import { promotedMessage, promotionOf } from './promotion.ts';

const noAssistantAudio: ReleaseRule = { since: '1.0.14', summary: 'OpenAI: audio of the assistant is left out' };

const open = '<history>\n';

const style: ProviderStyle = {
  open,
  async chat(msg, _index, context, promote) {
    const messages: PyDict[] = [];
    const content: PyDict[] = [];
    const calls: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') content.push(new Map(dictOf(block)));
      else if (type === 'tool_use') calls.push(jsonCall(block));
      else if (type === 'tool_result') {
        const { message, output } = await toolMessage(block, context);
        messages.push(message);
        const promotion = promotionOf(block, output.media, 'image', context);
        if (promotion) promote(promotedMessage(promotion));
      } else if (type === 'image') content.push(await imagePart(block, context));
      else if (isLeftOut(msg, type, context)) continue;
      else if (type === 'audio') content.push(await audioPart(block, context));
      else warnUnsupported(type, context);
    }
    if (content.length > 0 || calls.length > 0) {
      const message = dict({ role: msg.role, name: msg.name, content: content.length > 0 ? content : null });
      if (calls.length > 0) message.set('tool_calls', calls);
      messages.push(message);
    }
    return messages;
  },

  system: msg => dict({ role: 'system', content: contentBlocksOf(msg, 'text') }),

  async conversation(run, prompt, context) {
    return openaiHistory(run, prompt, context, { text: text => dict({ type: 'text', text }), image: imagePart });
  },
};

/** A run of messages as one message of the user: its text in the provider's parts, and behind it the media, which so never part it. */
export async function openaiHistory(
  run: readonly Msg[],
  prompt: string,
  context: FormatContext,
  part: { text(text: PyValue): PyDict; image(block: PyValue, context: FormatContext): Promise<PyDict> },
): Promise<PyDict[]> {
  const images: PyDict[] = [];
  const audios: PyDict[] = [];
  const blocks = await historyBlocks(run, prompt, {
    open,
    text: text => dict({ text }),
    tag: text => dict({ text }),
    async medium(block, type, msg) {
      if (type === 'image') images.push(await part.image(block, context));
      else if (type === 'audio' && !isLeftOut(msg, type, context)) audios.push(await audioPart(block, context));
      return undefined;
    },
  });
  const content = [...blocks.map(block => part.text(block.get('text')!)), ...images, ...audios];
  return content.length > 0 ? [dict({ role: 'user', content })] : [];
}

async function imagePart(block: PyValue, context: FormatContext): Promise<PyDict> {
  return dict({ type: 'image_url', image_url: dict({ url: await imageUrl(block, context) }) });
}

/** True for audio of an assistant, which is left out before anything of it is looked at. */
export function isLeftOut(msg: Msg, type: PyValue, { rules }: FormatContext): boolean {
  return type === 'audio' && msg.role === 'assistant' && rules.follows(noAssistantAudio);
}

/** What OpenAI's classes leave out without a word. */
export function leavesOut(type: string, role: string): ReleaseRule | undefined {
  return type === 'audio' && role === 'assistant' ? noAssistantAudio : undefined;
}

const promotes: Promotes = { image: '1.0.8' };

/** OpenAI's formatters, which vLLM and other compatible services share. */
export const openaiFormatters: readonly FormatterType[] = [
  {
    name: 'OpenAIChatFormatter',
    provider: 'OpenAI',
    multiAgent: false,
    rules: providerRules.OpenAI,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'warning', thinking: 'warning' },
    promotes,
    leavesOut,
  },
  {
    name: 'OpenAIMultiAgentFormatter',
    provider: 'OpenAI',
    multiAgent: true,
    rules: providerRules.OpenAI,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'silent', thinking: 'silent' },
    promotes,
    leavesOut,
  },
];
