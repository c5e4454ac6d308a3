import { EngineError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { pyGetItem } from '../../python/containers.ts';
import { pyRepr, pyStr } from '../../python/repr.ts';
import { contentBlocks, get, textContent } from '../messages/msg.ts';
import { dict, isOneOf, toolOutputText } from './chatBlocks.ts';
import type { FormatContext, FormatterType, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './history.ts';
import { hasScheme } from './media.ts';

const mediaTypes = ['image', 'audio', 'video'];

// Without the line feed that the other providers have.
const open = '<history>';

const style: ProviderStyle = {
  open,
  async chat(msg, _index, context) {
    const messages: PyDict[] = [];
    const parts: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') parts.push(dict({ text: get(block, 'text') }));
      else if (type === 'tool_use')
        parts.push(
          dict({
            function_call: dict({
              id: pyGetItem(block, 'id'),
              name: pyGetItem(block, 'name'),
              args: pyGetItem(block, 'input'),
            }),
          }),
        );
      else if (type === 'tool_result') messages.push(await functionResponse(block, context));
      else if (isOneOf(type, mediaTypes)) parts.push(...(await inlineData(block, context)));
      else context.warn(`Unsupported block type: ${pyStr(type)} in the message, skipped. `);
    }
    if (parts.length > 0) messages.push(dict({ role: msg.role === 'assistant' ? 'model' : 'user', parts }));
    return messages;
  },

  system: msg => dict({ role: 'user', parts: [dict({ text: textContent(msg) })] }),

  async conversation(run, prompt, context) {
    const parts = await historyBlocks(run, prompt, {
      open,
      text: text => dict({ text }),
      tag: text => dict({ text }),
      medium: async (block, type) => (isOneOf(type, mediaTypes) ? inlineData(block, context) : undefined),
    });
    return parts.length > 0 ? [dict({ role: 'user', parts })] : [];
  },
};

async function functionResponse(block: PyValue, context: FormatContext): Promise<PyDict> {
  const output = await toolOutputText(pyGetItem(block, 'output'), context);
  const response = dict({ output });
  return dict({
    role: 'user',
    parts: [
      dict({
        function_response: dict({ id: pyGetItem(block, 'id'), name: pyGetItem(block, 'name'), response }),
      }),
    ],
  });
}

/** One `inline_data` part; none for a source that is neither a URL nor base64, which the class ignores. */
async function inlineData(block: PyValue, context: FormatContext): Promise<Map<string, PyValue>[]> {
  const source = pyGetItem(block, 'source');
  const kind = pyGetItem(source, 'type');
  if (kind === 'url') return [dict({ inline_data: await urlData(pyStr(pyGetItem(source, 'url')), context) })];
  if (kind !== 'base64') return [];
  const mimeType = pyGetItem(source, 'media_type');
  return [dict({ inline_data: dict({ data: pyGetItem(source, 'data'), mime_type: mimeType }) })];
}

const extensions: Readonly<Record<string, readonly string[]>> = {
  image: ['png', 'jpeg', 'webp', 'heic', 'heif'],
  video: ['mp4', 'mpeg', 'mov', 'avi', 'x-flv', 'mpg', 'webm', 'wmv', '3gpp'],
  audio: ['mp3', 'wav', 'aiff', 'aac', 'ogg', 'flac'],
};

/** `_to_gemini_inline_data`. A local file is always called an image, also when it is sound or video. */
async function urlData(url: string, { media }: FormatContext): Promise<PyDict> {
  const extension = url.split('.').at(-1)!.toLowerCase();
  const local = await media.fileAsBase64(url);
  if (local !== undefined) return dict({ data: local, mime_type: `image/${extension}` });
  if (!hasScheme(url))
    throw new EngineError('ValueError', `The URL \`${url}\` is not a valid image URL or local file.`);
  const kind = Object.keys(extensions).find(each => extensions[each]!.includes(extension));
  if (kind === undefined) {
    const expected = pyRepr(new Map(Object.entries(extensions)));
    throw new EngineError('TypeError', `Unsupported file extension: ${extension}, expected ${expected}`);
  }
  return dict({ data: await media.getText(url), mime_type: `${kind}/${extension}` });
}

/** Gemini's formatters. */
export const geminiFormatters: readonly FormatterType[] = [
  {
    name: 'GeminiChatFormatter',
    provider: 'Gemini',
    multiAgent: false,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'converted', thinking: 'warning' },
  },
  {
    name: 'GeminiMultiAgentFormatter',
    provider: 'Gemini',
    multiAgent: true,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'converted', thinking: 'silent' },
  },
];
