import { EngineError } from '../../../core/errors.ts';
import { dict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { urlParse } from '../../../python/index.ts';
import type { DataBlock } from '../messages/block.ts';
import { type FormatContext, isAllowed, type MediaForm, mainType, mediaPatterns } from './formatContext.ts';
import { localPath } from './mediaBytes.ts';

/** What becomes of media that are allowed, by their main type or their whole one. */
type Forms = Readonly<Record<string, MediaForm>>;

/** A provider with the forms of OpenAI: what is not allowed or has no form is dropped with a warning that names an API. */
function openaiLike(api: string, forms: Forms): MediaForm {
  return async (block, context) => {
    const { source } = block;
    if (!isAllowed(source, context)) {
      const types = mediaPatterns(context).join(', ');
      context.warn(
        `Unsupported media type ${source.mediaType} for ${api} API. Supported types: ${types}. This block will be skipped.`,
      );
      return undefined;
    }
    const form = formOf(forms, block, context);
    if (form) return form(block, context);
    context.warn(`Unsupported main media type ${mainType(source)} for ${api} API. This block will be skipped.`);
    return undefined;
  };
}

/** A provider that says of what is not allowed only that; `only`: what it says of what is allowed and has no form, and `onlyInTag` in tag 2.0.6. */
function plain(forms: Forms, only: string, onlyInTag = only): MediaForm {
  return async (block, context) => {
    const { source } = block;
    const form = isAllowed(source, context) ? formOf(forms, block, context) : undefined;
    if (form) return form(block, context);
    const what = isAllowed(source, context)
      ? `${context.isTag ? onlyInTag : only}, got ${source.mediaType}, skipped.`
      : undefined;
    context.warn(what ?? `Media type ${source.mediaType} is not supported, skipped.`);
    return undefined;
  };
}

function formOf(forms: Forms, { source }: DataBlock, { isTag }: FormatContext): MediaForm | undefined {
  const keys = [mainType(source), ...(isTag ? [] : [source.mediaType]), '*'];
  for (const key of keys) if (Object.hasOwn(forms, key)) return forms[key];
  return undefined;
}

function part(type: string, value: PyValue): PyDict {
  return new Map<string, PyValue>([
    ['type', type],
    [type, value],
  ]);
}

const imageUrl: MediaForm = async ({ source }, { bytes }) =>
  part('image_url', dict({ url: await bytes.passed(source) }));
const fetchedImageUrl: MediaForm = async ({ source }, { bytes }) =>
  part('image_url', dict({ url: await bytes.dataUrl(source) }));
const videoUrl: MediaForm = async ({ source }, { bytes }) =>
  part('video_url', dict({ url: await bytes.passed(source) }));

const audioFormats: ReadonlyMap<string, string> = new Map([
  ['audio/wav', 'wav'],
  ['audio/mp3', 'mp3'],
  ['audio/mpeg', 'mp3'],
]);

const inputAudio: MediaForm = async ({ source }, { bytes, isTag }) => {
  const { mediaType } = source;
  const named = isTag && mediaType === 'audio/mpeg' ? undefined : audioFormats.get(mediaType);
  const format = source.type === 'base64' ? named : extensionOf(source.url);
  if (format === undefined) {
    const types = isTag ? 'audio/wav and audio/mp3' : 'audio/wav, audio/mp3 and audio/mpeg';
    throw new EngineError('TypeError', `Unsupported audio media type: ${mediaType}, only ${types} are supported.`);
  }
  if (!['wav', 'mp3'].includes(format))
    throw new EngineError('TypeError', `Unsupported audio file extension: ${format}, wav and mp3 are supported.`);
  return part('input_audio', dict({ data: await bytes.base64(source), format }));
};

/** What stands behind the last dot of a path, or the whole path. */
function extensionOf(url: string): string {
  const path = localPath(url) ?? urlParse(url).path;
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

const dashScopeAudio: MediaForm = async ({ source }, { bytes, isTag }) => {
  const type = source.mediaType.slice(source.mediaType.lastIndexOf('/') + 1);
  const isOnWeb = source.type === 'url' && localPath(source.url) === undefined;
  const prefix = isTag ? '' : 'data:;base64,';
  const data = isOnWeb ? source.url : `${prefix}${await bytes.base64(source)}`;
  return part('input_audio', dict({ data, format: type === 'mpeg' && !isTag ? 'mp3' : type }));
};

const file: MediaForm = async ({ source, name }, { bytes }) =>
  part('file', dict({ filename: name || 'document.pdf', file_data: await bytes.dataUrl(source) }));

const inlineData: MediaForm = async ({ source }, { bytes }) =>
  dict({ inline_data: dict({ data: await bytes.base64(source), mime_type: source.mediaType }) });

function anthropicSource(type: string): MediaForm {
  return async ({ source }, { bytes }) =>
    dict({
      type,
      source: dict({ type: 'base64', media_type: source.mediaType, data: await bytes.base64(source) }),
    });
}

/** OpenAI's parts. */
export const openaiMedia: MediaForm = openaiLike('OpenAI', {
  image: imageUrl,
  audio: inputAudio,
  'application/pdf': file,
});

/** Moonshot takes no addresses of images. */
export const moonshotMedia: MediaForm = openaiLike('OpenAI', {
  image: fetchedImageUrl,
  audio: inputAudio,
  'application/pdf': file,
});

/** DashScope has videos. */
export const dashScopeMedia: MediaForm = openaiLike('DashScope', {
  image: imageUrl,
  video: videoUrl,
  audio: dashScopeAudio,
});

/** OpenAI's parts with the types of its Responses API, which knows no audio whatever is allowed. */
export const responseMedia: MediaForm = async (block, context) => {
  if (mainType(block.source) === 'audio') {
    context.warn(
      'Audio input is not supported by the OpenAI Responses API. Use OpenAIChatModel with an audio-capable model instead. This audio block will be skipped.',
    );
    return undefined;
  }
  const made = (await openaiMedia(block, context)) as PyDict | undefined;
  if (made?.get('type') === 'image_url')
    return dict({ type: 'input_image', image_url: (made.get('image_url') as PyDict).get('url') });
  return made && new Map<string, PyValue>([['type', 'input_file'], ...(made.get('file') as PyDict)]);
};

/** Anthropic's images and documents, never by their addresses. */
export const anthropicMedia: MediaForm = plain(
  { image: anthropicSource('image'), 'application/pdf': anthropicSource('document') },
  'Anthropic only supports image and PDF data',
  'Anthropic only supports image data',
);

/** Gemini takes all that is allowed. */
export const geminiMedia: MediaForm = plain({ '*': inlineData }, '');

/** Ollama's images are base64 alone. */
export const ollamaMedia: MediaForm = plain(
  { image: async ({ source }, { bytes }) => bytes.base64(source) },
  'Ollama only supports image data',
);

/** DeepSeek has none. */
export const deepSeekMedia: MediaForm = async (_block, context) => {
  context.warn("Unsupported block type <class 'agentscope.message._block.DataBlock'> in the message, skipped.");
  return undefined;
};

/** xAI's images, whatever `input_types` say; `what` is dropped with a warning. */
export function xaiMedia(what: string): MediaForm {
  return async ({ source }, context) => {
    if (source.mediaType.startsWith('image/'))
      return dict({
        image_url: dict({ image_url: await context.bytes.passed(source), detail: 'DETAIL_AUTO' }),
      });
    context.warn(
      `Unsupported media type ${source.mediaType} for xAI API. Only image/jpeg and image/png are supported. This ${what} will be skipped.`,
    );
    return undefined;
  };
}
