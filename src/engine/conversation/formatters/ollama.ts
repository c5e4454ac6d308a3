import type { ReleaseRule } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { hasScheme, isFileUrl, isWebAddress, withoutFilePrefix } from '../../messages/media.ts';
import { contentBlocks, dictOf, get, textContent } from '../../messages/msg.ts';
import { providerRules } from '../../messages/providerRules.ts';
import { pyGetItem, pyJoin, pyStr } from '../../python/index.ts';
import { dict, objectCall, toolMessage, warnUnsupported } from './chatBlocks.ts';
import type { FormatContext, FormatterType, Promotes, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './historyBlocks.ts';
import { promotedMessage, promotionOf } from './promotion.ts';

const imagesAlone: ReleaseRule = {
  since: '1.0.8',
  summary: 'Ollama: a message of images alone is kept, where it was dropped before',
};
const refusedSources: ReleaseRule = {
  since: '1.0.8',
  summary: 'Ollama: an unknown type of source is a ValueError, where it was ignored before',
};
const fileUrls: ReleaseRule = { since: '1.0.19', summary: 'Ollama: images may have a `file://` address' };

const open = '<history>\n';

const style: ProviderStyle = {
  open,
  async chat(msg, _index, context, promote) {
    const messages: PyDict[] = [];
    const texts: PyValue[] = [];
    const calls: PyDict[] = [];
    const images: PyValue[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') texts.push(get(block, 'text', ''));
      else if (type === 'tool_use') calls.push(objectCall(block));
      else if (type === 'tool_result') {
        const { message, output } = await toolMessage(block, context);
        messages.push(message);
        const promotion = promotionOf(block, output.media, 'image', context);
        if (promotion) promote(promotedMessage(promotion));
      } else if (type === 'image') images.push(...(await imageData(block, context)));
      else warnUnsupported(type, context);
    }
    const content = pyJoin('\n', texts);
    if (content !== '' || calls.length > 0 || (images.length > 0 && context.rules.follows(imagesAlone))) {
      const message = dict({ role: msg.role, content: content === '' ? null : content });
      if (calls.length > 0) message.set('tool_calls', calls);
      if (images.length > 0) message.set('images', images);
      messages.push(message);
    }
    return messages;
  },

  system: (msg, { rules }) => dict({ role: 'system', content: textContent(msg, rules) }),

  async conversation(run, prompt, context) {
    const images: PyValue[] = [];
    const blocks = await historyBlocks(run, prompt, {
      open,
      text: text => dict({ text }),
      tag: text => dict({ text }),
      async medium(block, type) {
        if (type !== 'image') return undefined;
        images.push(...(await imageData(block, context)));
        // The block itself stays among the lines; without a text it leaves an empty one.
        return [new Map(dictOf(block))];
      },
    });
    if (blocks.length === 0) return [];
    const content = pyJoin(
      '\n',
      blocks.map(block => get(block, 'text', '')),
    );
    const message = dict({ role: 'user', content });
    if (images.length > 0) message.set('images', images);
    return [message];
  },
};

/** The bare base64 data of an image; before 1.0.8 none for a source that is neither a URL nor base64. */
async function imageData(block: PyValue, { media, rules }: FormatContext): Promise<PyValue[]> {
  const source = pyGetItem(block, 'source');
  const kind = pyGetItem(source, 'type');
  if (kind === 'base64') return [pyGetItem(source, 'data')];
  if (kind !== 'url') {
    if (!rules.follows(refusedSources)) return [];
    throw new EngineError('ValueError', `Unsupported image source type: ${pyStr(kind)}`);
  }
  const written = pyGetItem(source, 'url');
  const url = pyStr(written);
  const takesFiles = isFileUrl(written) && rules.follows(fileUrls);
  const path = takesFiles ? withoutFilePrefix(written) : url;
  const isAddress = takesFiles ? isWebAddress(path) : hasScheme(path);
  const local = await media.fileAsBase64(path);
  if (local !== undefined) return [local];
  if (isAddress) return [await media.getText(url)];
  throw new EngineError('ValueError', `The URL \`${url}\` is not a valid image URL or local file.`);
}

const promotes: Promotes = { image: '1.0.8' };

/** Ollama's formatters. */
export const ollamaFormatters: readonly FormatterType[] = [
  {
    name: 'OllamaChatFormatter',
    provider: 'Ollama',
    multiAgent: false,
    rules: providerRules.Ollama,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'warning', video: 'warning', thinking: 'warning' },
    promotes,
  },
  {
    name: 'OllamaMultiAgentFormatter',
    provider: 'Ollama',
    multiAgent: true,
    rules: providerRules.Ollama,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'silent', video: 'silent', thinking: 'silent' },
    promotes,
  },
];
