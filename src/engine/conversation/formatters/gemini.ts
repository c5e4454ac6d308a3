import type { ReleaseRule } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import { type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { hasScheme, isFileUrl, isWebAddress, withoutFilePrefix } from '../../messages/media.ts';
import { contentBlocks, get, textContent } from '../../messages/msg.ts';
import { providerRules } from '../../messages/providerRules.ts';
import { pyGetItem, pyRepr, pyStr } from '../../python/index.ts';
import { decodeBase64, pyBytes } from '../../text/index.ts';
import { dict, isOneOf, toolOutput } from './chatBlocks.ts';
import type { FormatContext, FormatterType, Promotes, ProviderStyle } from './formatter.ts';
import { historyBlocks } from './historyBlocks.ts';
import { promotedMessage, promotionOf } from './promotion.ts';

const realKinds: ReleaseRule = {
  since: '1.0.3',
  summary: 'Gemini: local files are called by their own kind, and files without a known ending are refused',
};
const refusedSources: ReleaseRule = {
  since: '1.0.8',
  summary: 'Gemini: an unknown type of source is a ValueError, where it was ignored before',
};
const noCallIds: ReleaseRule = { since: '1.0.15', summary: 'Gemini: the id of a call is null' };
const fileUrls: ReleaseRule = { since: '1.0.19', summary: 'Gemini: media may have a `file://` address' };
const signatures: ReleaseRule = {
  since: '1.0.21',
  summary: 'Gemini: `thought_signature` is that of the block, as bytes; from 1.0.15 on it was the id of the call',
};

const mediaTypes = ['image', 'audio', 'video'];

// Without the line feed that the other providers have.
const open = '<history>';

const style: ProviderStyle = {
  open,
  async chat(msg, _index, context, promote) {
    const messages: PyDict[] = [];
    const parts: PyDict[] = [];
    for (const block of contentBlocks(msg)) {
      const type = get(block, 'type');
      if (type === 'text') parts.push(textPart(block, context));
      else if (type === 'tool_use') parts.push(callPart(block, context));
      else if (type === 'tool_result') {
        const output = await toolOutput(pyGetItem(block, 'output'), context);
        messages.push(functionResponse(block, output.text));
        const promotion = promotionOf(block, output.media, 'image', context);
        if (promotion) promote(promotedMessage(promotion));
      } else if (isOneOf(type, mediaTypes)) parts.push(...(await inlineData(block, context)));
      else context.warn(`Unsupported block type: ${pyStr(type)} in the message, skipped. `);
    }
    if (parts.length > 0) messages.push(dict({ role: msg.role === 'assistant' ? 'model' : 'user', parts }));
    return messages;
  },

  system: (msg, { rules }) => dict({ role: 'user', parts: [dict({ text: textContent(msg, rules) })] }),

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

function textPart(block: PyValue, { rules }: FormatContext): PyDict {
  const part = dict({ text: get(block, 'text') });
  const signature = get(block, 'thought_signature');
  if (signature !== null && rules.follows(signatures)) part.set('thought_signature', signatureBytes(signature));
  return part;
}

function callPart(block: PyValue, { rules }: FormatContext): PyDict {
  const hasNoId = rules.follows(noCallIds);
  const id = hasNoId ? null : pyGetItem(block, 'id');
  const part = dict({ function_call: dict({ id, name: pyGetItem(block, 'name'), args: pyGetItem(block, 'input') }) });
  if (rules.follows(signatures)) {
    const signature = get(block, 'thought_signature');
    if (signature !== null) part.set('thought_signature', signatureBytes(signature));
  } else if (hasNoId) part.set('thought_signature', get(block, 'id'));
  return part;
}

/** `base64.b64decode(signature)`. */
function signatureBytes(signature: PyValue): PyValue {
  if (typeof signature === 'string') return pyBytes(decodeBase64(signature));
  throw new EngineError(
    'TypeError',
    `argument should be a bytes-like object or ASCII string, not '${pyTypeName(signature)}'`,
  );
}

function functionResponse(block: PyValue, output: string): PyDict {
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

/** One `inline_data` part; before 1.0.8 none for a source that is neither a URL nor base64. */
async function inlineData(block: PyValue, context: FormatContext): Promise<Map<string, PyValue>[]> {
  const source = pyGetItem(block, 'source');
  const kind = pyGetItem(source, 'type');
  if (kind === 'url') return [dict({ inline_data: await urlData(pyGetItem(source, 'url'), context) })];
  if (kind !== 'base64') {
    if (!context.rules.follows(refusedSources)) return [];
    throw new EngineError('ValueError', `Unsupported source type: ${pyStr(kind)}`);
  }
  const mimeType = pyGetItem(source, 'media_type');
  return [dict({ inline_data: dict({ data: pyGetItem(source, 'data'), mime_type: mimeType }) })];
}

const extensions: Readonly<Record<string, readonly string[]>> = {
  image: ['png', 'jpeg', 'webp', 'heic', 'heif'],
  video: ['mp4', 'mpeg', 'mov', 'avi', 'x-flv', 'mpg', 'webm', 'wmv', '3gpp'],
  audio: ['mp3', 'wav', 'aiff', 'aac', 'ogg', 'flac'],
};

/** `_to_gemini_inline_data`. Before 1.0.3 a local file is always called an image, also when it is sound or video. */
async function urlData(written: PyValue, { media, rules }: FormatContext): Promise<PyDict> {
  const url = pyStr(written);
  const takesFiles = isFileUrl(written) && rules.follows(fileUrls);
  const path = takesFiles ? withoutFilePrefix(written) : url;
  const isAddress = takesFiles ? isWebAddress(path) : hasScheme(path);
  const extension = path.split('.').at(-1)!.toLowerCase();
  const kind = Object.keys(extensions).find(each => extensions[each]!.includes(extension));
  const local = await media.fileAsBase64(path);
  if (local !== undefined && kind !== 'image' && !rules.follows(realKinds))
    return dict({ data: local, mime_type: `image/${extension}` });
  if (local === undefined && !isAddress)
    throw new EngineError('ValueError', `The URL \`${url}\` is not a valid image URL or local file.`);
  if (kind === undefined) {
    const expected = pyRepr(new Map(Object.entries(extensions)));
    throw new EngineError('TypeError', `Unsupported file extension: ${extension}, expected ${expected}`);
  }
  return dict({ data: local ?? (await media.getText(url)), mime_type: `${kind}/${extension}` });
}

const promotes: Promotes = { image: '1.0.8' };

/** Gemini's formatters. */
export const geminiFormatters: readonly FormatterType[] = [
  {
    name: 'GeminiChatFormatter',
    provider: 'Gemini',
    multiAgent: false,
    rules: providerRules.Gemini,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'converted', thinking: 'warning' },
    promotes,
  },
  {
    name: 'GeminiMultiAgentFormatter',
    provider: 'Gemini',
    multiAgent: true,
    rules: providerRules.Gemini,
    style,
    support: { tools: 'converted', image: 'converted', audio: 'converted', video: 'converted', thinking: 'silent' },
    promotes,
  },
];
