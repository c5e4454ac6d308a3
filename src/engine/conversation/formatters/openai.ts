import { EngineError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { pyGetItem } from '../../python/containers.ts';
import { pyStr } from '../../python/repr.ts';
import { encodeBase64 } from '../../text/base64.ts';
import { contentBlocks, contentBlocksOf, dictOf, get } from '../messages/msg.ts';
import { dataUrl, dict, isOneOf, jsonCall, toolMessage, warnUnsupported } from './chatBlocks.ts';
import type { FormatContext, FormatterType, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './history.ts';
import { hasScheme } from './media.ts';

const open = '<history>\n';

const style: ProviderStyle = {
  open,
  async chat(msg, _index, context) {
    const messages: PyDict[] = [];
    const content: PyDict[] = [];
    const calls: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') content.push(new Map(dictOf(block)));
      else if (type === 'tool_use') calls.push(jsonCall(block));
      else if (type === 'tool_result') messages.push(await toolMessage(block, context));
      else if (type === 'image') content.push(await imagePart(block, context));
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
    const images: PyDict[] = [];
    const audios: PyDict[] = [];
    const blocks = await historyBlocks(run, prompt, {
      open,
      text: text => dict({ text }),
      tag: text => dict({ text }),
      async medium(block, type) {
        // Media stand behind the text, so they never part it.
        if (type === 'image') images.push(await imagePart(block, context));
        else if (type === 'audio') audios.push(await audioPart(block, context));
        return undefined;
      },
    });
    const content: PyDict[] = blocks.map(block => dict({ type: 'text', text: block.get('text')! }));
    content.push(...images, ...audios);
    return content.length > 0 ? [dict({ role: 'user', content })] : [];
  },
};

async function imagePart(block: PyValue, context: FormatContext): Promise<PyDict> {
  const source = pyGetItem(block, 'source');
  const kind = pyGetItem(source, 'type');
  let url: PyValue;
  if (kind === 'url') url = await imageUrl(pyStr(pyGetItem(source, 'url')), context);
  else if (kind === 'base64') url = dataUrl(source);
  else throw new EngineError('ValueError', `Unsupported image source type: ${pyStr(kind)}`);
  return dict({ type: 'image_url', image_url: dict({ url }) });
}

const imageEndings = ['.png', '.jpg', '.jpeg', '.gif', '.webp'];

/** `_to_openai_image_url`: a web address as it is, a local file as a data URL; both must end like an image. */
async function imageUrl(url: string, { media }: FormatContext): Promise<string> {
  const isAddress = hasScheme(url);
  const base64 = await media.fileAsBase64(url);
  if (imageEndings.some(ending => url.toLowerCase().endsWith(ending))) {
    if (base64 !== undefined) return `data:image/${pathOf(url).toLowerCase().split('.').at(-1)};base64,${base64}`;
    if (isAddress) return url;
  }
  throw new EngineError('TypeError', `"${url}" should end with ('.png', '.jpg', '.jpeg', '.gif', '.webp').`);
}

/** `urlparse(url).path`, of a local path: a scheme, a query and a fragment are not part of it. */
function pathOf(url: string): string {
  const rest = hasScheme(url) ? url.slice(url.indexOf(':') + 1) : url;
  return rest.split('#', 1)[0]!.split('?', 1)[0]!;
}

async function audioPart(block: PyValue, context: FormatContext): Promise<PyDict> {
  return dict({ type: 'input_audio', input_audio: await audioData(pyGetItem(block, 'source'), context) });
}

/** `_to_openai_audio_data`. */
async function audioData(source: PyValue, { media }: FormatContext): Promise<PyDict> {
  const kind = pyGetItem(source, 'type');
  if (kind === 'url') {
    const url = pyStr(pyGetItem(source, 'url'));
    const format = url.split('.').at(-1)!.toLowerCase();
    if (format !== 'wav' && format !== 'mp3')
      throw new EngineError('TypeError', `Unsupported audio file extension: ${format}, wav and mp3 are supported.`);
    let data = await media.fileAsBase64(url);
    if (data === undefined && hasScheme(url)) data = encodeBase64(await media.get(url));
    if (data === undefined)
      throw new EngineError('ValueError', `Unsupported audio source: ${url}, it should be a local file or a web URL.`);
    return dict({ data, format });
  }
  if (kind === 'base64') {
    const data = pyGetItem(source, 'data');
    const mediaType = pyGetItem(source, 'media_type');
    if (!isOneOf(mediaType, ['audio/wav', 'audio/mp3']))
      throw new EngineError(
        'TypeError',
        `Unsupported audio media type: ${pyStr(mediaType)}, only audio/wav and audio/mp3 are supported.`,
      );
    return dict({ data, format: mediaType.split('/').at(-1)! });
  }
  throw new EngineError('TypeError', `Unsupported audio source: ${pyStr(kind)}.`);
}

/** OpenAI's formatters, which vLLM and other compatible services share. */
export const openaiFormatters: readonly FormatterType[] = [
  {
    name: 'OpenAIChatFormatter',
    provider: 'OpenAI',
    multiAgent: false,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'warning', thinking: 'warning' },
  },
  {
    name: 'OpenAIMultiAgentFormatter',
    provider: 'OpenAI',
    multiAgent: true,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'silent', thinking: 'silent' },
  },
];
