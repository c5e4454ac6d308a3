import type { ReleaseRule } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { isWebAddress, withoutFilePrefix } from '../../messages/media.ts';
import { contentBlocks, contentBlocksOf, dictOf, get } from '../../messages/msg.ts';
import { providerRules } from '../../messages/providerRules.ts';
import { pyGetItem, pyStr, splitExtension } from '../../python/index.ts';
import { encodeBase64 } from '../../text/index.ts';
import { dict, isOneOf, warnUnsupported } from './chatBlocks.ts';
import type { FormatContext, FormatterType, ProviderStyle } from './formatter.ts';
import { type HistoryBlock, historyBlocks } from './historyBlocks.ts';
import { imageType } from './imageType.ts';

const checkedImages: ReleaseRule = {
  since: '1.0.19',
  summary:
    'Anthropic: local images are put into the payload, and other images need a web address; before, blocks were copied',
};
const emptyOutput: ReleaseRule = {
  since: '1.0.21',
  summary: 'Anthropic: a tool output that is null is an empty text, not a null one',
};

const open = '<history>\n';

const style: ProviderStyle = {
  open,
  async chat(msg, index, context) {
    const messages: PyDict[] = [];
    const content: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (isOneOf(type, ['thinking', 'text'])) content.push(new Map(dictOf(block)));
      else if (type === 'image') content.push(await imageBlock(block, context));
      else if (type === 'tool_use')
        content.push(
          dict({
            id: get(block, 'id'),
            type: 'tool_use',
            name: get(block, 'name'),
            input: get(block, 'input', new Map()),
          }),
        );
      else if (type === 'tool_result') messages.push(await toolResult(block, context));
      else warnUnsupported(type, context);
    }
    // Claude takes a system message only in the first place.
    const role = msg.role === 'system' && index !== 0 ? 'user' : msg.role;
    if (content.length > 0) messages.push(dict({ role, content }));
    return messages;
  },

  system: msg => dict({ role: 'system', content: contentBlocksOf(msg, 'text') }),

  async conversation(run, prompt, context) {
    const content = await historyBlocks(run, prompt, {
      open,
      text: text => dict({ text, type: 'text' }),
      tag: text => dict({ type: 'text', text }),
      medium: async (block, type) => (type === 'image' ? [await imageBlock(block, context)] : undefined),
    });
    return content.length > 0 ? [dict({ role: 'user', content })] : [];
  },
};

/** An image block as it goes into the payload, also inside a tool result: a copy of the block, before 1.0.19 of any. */
async function imageBlock(block: PyValue, { media, rules }: FormatContext): Promise<HistoryBlock> {
  const given = dictOf(block).get('source');
  if (given !== undefined && isPyDict(given) && given.get('type') === 'base64') return new Map(dictOf(block));
  if (!rules.follows(checkedImages)) return new Map(dictOf(block));
  const source = pyGetItem(block, 'source');
  if (pyGetItem(source, 'type') === 'base64') return new Map(dictOf(block));
  const url = pyGetItem(source, 'url');
  const path = withoutFilePrefix(url);
  const file = await media.file(path);
  const type = file && (mimeTypes[splitExtension(path)[1].toLowerCase()] ?? imageType(file));
  if (file && type !== undefined)
    return dict({ type: 'image', source: dict({ type: 'base64', media_type: type, data: encodeBase64(file) }) });
  if (isWebAddress(path)) return dict({ type: 'image', source: dict({ type: 'url', url }) });
  throw new EngineError('ValueError', `Invalid image URL: "${pyStr(url)}". It should be a local file or a web URL.`);
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

async function toolResult(block: PyValue, context: FormatContext): Promise<PyDict> {
  const content = await resultContent(get(block, 'output'), context);
  return dict({
    role: 'user',
    content: [dict({ type: 'tool_result', tool_use_id: get(block, 'id'), content })],
  });
}

async function resultContent(output: PyValue, context: FormatContext): Promise<PyValue> {
  const text = (words: PyValue) => [dict({ type: 'text', text: words })];
  if (output === null) return text(context.rules.follows(emptyOutput) ? '' : null);
  if (!isPyList(output)) return text(pyStr(output));
  // Every release takes blocks that are not images as they are.
  if (output.every(item => isPyDict(item) && item.get('type') !== 'image')) return output;
  if (!context.rules.follows(checkedImages)) return output;
  const items: PyValue[] = [];
  for (const item of output) items.push(get(item, 'type') === 'image' ? await imageBlock(item, context) : item);
  return items;
}

/** Anthropic's formatters. */
export const anthropicFormatters: readonly FormatterType[] = [
  {
    name: 'AnthropicChatFormatter',
    provider: 'Anthropic',
    multiAgent: false,
    rules: providerRules.Anthropic,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'warning', video: 'warning', thinking: 'converted' },
  },
  {
    name: 'AnthropicMultiAgentFormatter',
    provider: 'Anthropic',
    multiAgent: true,
    rules: providerRules.Anthropic,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'silent', video: 'silent', thinking: 'silent' },
  },
];
