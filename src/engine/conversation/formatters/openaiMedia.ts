import type { ReleaseRule } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { hasScheme, isFileUrl, isWebAddress, withoutFilePrefix } from '../../messages/media.ts';
import { pyGetItem, pyStr, urlParse } from '../../python/index.ts';
import { encodeBase64 } from '../../text/index.ts';
import { dataUrl, dict, isOneOf } from './chatBlocks.ts';
import type { FormatContext } from './formatter.ts';
import { imageType } from './imageType.ts';

const endingOfPath: ReleaseRule = {
  since: '1.0.11',
  summary: 'OpenAI: the path of an image’s address must end like an image, in small letters, not the whole address',
};
const anyAddress: ReleaseRule = {
  since: '1.0.17',
  summary: 'OpenAI: images may have any web address and `file://`, and a bad one is a ValueError, not a TypeError',
};
const imagesByBytes: ReleaseRule = {
  since: '1.0.18',
  summary: 'OpenAI: local images without a known ending are recognised by their bytes',
};
const fileAudio: ReleaseRule = { since: '1.0.18', summary: 'OpenAI: audio may have a `file://` address' };

const endings = ['.png', '.jpg', '.jpeg', '.gif', '.webp'];

function endsLikeImage(text: string): boolean {
  return endings.some(ending => text.endsWith(ending));
}

/** The URL of an image block: a data URL, or a web address. Raises `ValueError` for other kinds of sources. */
export async function imageUrl(block: PyValue, context: FormatContext): Promise<PyValue> {
  const source = pyGetItem(block, 'source');
  const kind = pyGetItem(source, 'type');
  if (kind === 'url') return urlOf(pyGetItem(source, 'url'), context);
  if (kind === 'base64') return dataUrl(source);
  throw new EngineError('ValueError', `Unsupported image source type: ${pyStr(kind)}`);
}

/** `_to_openai_image_url`: a web address as it is, a local file as a data URL. */
async function urlOf(url: PyValue, context: FormatContext): Promise<string> {
  const { media, rules } = context;
  if (typeof url === 'string' && !isFileUrl(url)) {
    // Where all releases agree, no rule matters.
    const { scheme, path } = urlParse(url);
    const file = await media.fileAsBase64(url);
    if (endsLikeImage(url) && endsLikeImage(path)) {
      if (file !== undefined && path === url) return `data:image/${url.split('.').at(-1)};base64,${file}`;
      if (file === undefined && scheme !== '') return url;
    }
  }
  if (!rules.follows(anyAddress)) return urlByEnding(pyStr(url), context);
  const path = withoutFilePrefix(url);
  const file = await media.file(path);
  if (file) {
    if (endsLikeImage(path)) return `data:image/${path.toLowerCase().split('.').at(-1)};base64,${encodeBase64(file)}`;
    const type = rules.follows(imagesByBytes) ? imageType(file) : undefined;
    if (type !== undefined) return `data:${type};base64,${encodeBase64(file)}`;
  }
  if (isWebAddress(path)) return url as string;
  throw new EngineError('ValueError', `Invalid image URL: "${pyStr(url)}". It should be a local file or a web URL.`);
}

/** The same before 1.0.17: addresses and files alike must end like an image. */
async function urlByEnding(url: string, { media, rules }: FormatContext): Promise<string> {
  const { scheme, netloc, path } = urlParse(url);
  const file = await media.fileAsBase64(url);
  const lower = url.toLowerCase();
  if (file !== undefined) {
    if (endsLikeImage(lower)) return `data:image/${path.toLowerCase().split('.').at(-1)};base64,${file}`;
  } else if (scheme !== '') {
    const tested = path || netloc;
    const agrees = endsLikeImage(lower) === endsLikeImage(tested);
    if (endsLikeImage(agrees || !rules.follows(endingOfPath) ? lower : tested)) return url;
  }
  throw new EngineError('TypeError', `"${url}" should end with ('.png', '.jpg', '.jpeg', '.gif', '.webp').`);
}

/** The `input_audio` part of an audio block. */
export async function audioPart(block: PyValue, context: FormatContext): Promise<PyDict> {
  return dict({ type: 'input_audio', input_audio: await audioData(pyGetItem(block, 'source'), context) });
}

/** `_to_openai_audio_data`. */
async function audioData(source: PyValue, { media, rules }: FormatContext): Promise<PyDict> {
  const kind = pyGetItem(source, 'type');
  if (kind === 'url') {
    const written = pyGetItem(source, 'url');
    const url = pyStr(written);
    const takesFiles = isFileUrl(written) && rules.follows(fileAudio);
    const path = takesFiles ? withoutFilePrefix(written) : url;
    const format = path.split('.').at(-1)!.toLowerCase();
    if (format !== 'wav' && format !== 'mp3')
      throw new EngineError('TypeError', `Unsupported audio file extension: ${format}, wav and mp3 are supported.`);
    const isAddress = takesFiles ? isWebAddress(path) : hasScheme(path);
    let data = await media.fileAsBase64(path);
    if (data === undefined && isAddress) data = encodeBase64(await media.get(url));
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
