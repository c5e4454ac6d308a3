import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyGetItem, pyJoin, pyTruth } from '../../python/containers.ts';
import { pyStr } from '../../python/repr.ts';
import { contentBlocks, get, textContent } from '../messages/msg.ts';
import { dataUrl, dict, isOneOf, jsonCall, toolMessage, warnUnsupported } from './chatBlocks.ts';
import type { FormatContext, FormatterType, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './history.ts';

const open = '<history>\n';

const style: ProviderStyle = {
  open,
  async chat(msg, _index, context) {
    const messages: PyDict[] = [];
    const content: PyDict[] = [];
    const calls: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') content.push(dict({ text: get(block, 'text') }));
      else if (isOneOf(type, ['image', 'audio'])) content.push(await mediumItem(block, type, context));
      else if (type === 'tool_use') calls.push(jsonCall(block));
      else if (type === 'tool_result') messages.push(await toolMessage(block, context));
      else warnUnsupported(type, context);
    }
    const isOnlyNull = content.length === 1 && content[0]!.has('text') && content[0]!.get('text') === null;
    if (calls.length > 0 || (content.length > 0 && !isOnlyNull)) {
      const items = content.length > 0 ? content : [dict({ text: null })];
      const message = dict({ role: msg.role, content: joinPureText(items) });
      if (calls.length > 0) message.set('tool_calls', calls);
      messages.push(message);
    }
    return messages;
  },

  system: msg => dict({ role: 'system', content: textContent(msg) }),

  async conversation(run, prompt, context) {
    const content = await historyBlocks(run, prompt, {
      open,
      text: text => dict({ text }),
      tag: text => dict({ text }),
      async medium(block, type) {
        if (!isOneOf(type, ['image', 'audio'])) return undefined;
        const kind = pyGetItem(pyGetItem(block, 'source'), 'type');
        if (isOneOf(kind, ['url', 'base64'])) return [await mediumItem(block, type, context)];
        warnUnsupported(type, context);
        return [];
      },
    });
    return content.length > 0 ? [dict({ role: 'user', content: joinPureText(content) })] : [];
  },
};

/** `{image: url}` or `{audio: url}`; an existing file by its absolute `file://` path. */
async function mediumItem(block: PyValue, type: string, { media }: FormatContext): Promise<Map<string, PyValue>> {
  const source = pyGetItem(block, 'source');
  const kind = pyGetItem(source, 'type');
  if (kind === 'base64') return dict({ [type]: dataUrl(source) });
  if (kind === 'url') {
    const url = pyGetItem(source, 'url');
    const isLocal = typeof url === 'string' && (await media.file(url)) !== undefined;
    return dict({ [type]: isLocal ? `file://${media.absolute(url)}` : url });
  }
  throw new EngineError(
    'NotImplementedError',
    `Unsupported source type '${pyStr(get(source, 'type'))}' for ${type} block.`,
  );
}

/** `_reformat_messages`: items that are all text become their non-empty texts in one string, if there is one. */
function joinPureText(items: readonly PyValue[]): PyValue {
  const texts: PyValue[] = [];
  for (const item of items) {
    if (!isPyDict(item) || !item.has('text') || (item.get('type') ?? 'text') !== 'text') return items;
    const text = item.get('text') ?? null;
    if (pyTruth(text)) texts.push(text);
  }
  return texts.length > 0 ? pyJoin('\n', texts) : items;
}

/** DashScope's formatters. */
export const dashScopeFormatters: readonly FormatterType[] = [
  {
    name: 'DashScopeChatFormatter',
    provider: 'DashScope',
    multiAgent: false,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'warning', thinking: 'warning' },
  },
  {
    name: 'DashScopeMultiAgentFormatter',
    provider: 'DashScope',
    multiAgent: true,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'silent', thinking: 'silent' },
  },
];
