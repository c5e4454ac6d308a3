import { EngineError } from '../core/errors.ts';
import type { PyValue } from '../core/pyValue.ts';
import type { Resources } from '../core/resources.ts';
import { decodeBase64 } from '../text/index.ts';

/** Width and height of an image, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size that Pillow's `Image.open` gives, for the formats that models take (PNG, JPEG, GIF, WebP) and BMP; a rotation in
 * EXIF is not applied. Only headers are read, in one pass. Raises Pillow's `UnidentifiedImageError` for anything else.
 */
export function imageSize(bytes: Uint8Array): ImageSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers.find(({ magic }) => magic.test(latin1(bytes, 0, 16)))?.read(bytes, view);
    if (size) return size;
  } catch (error) {
    // A DataView raises RangeError past the end: the file stops inside its header.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new EngineError('UnidentifiedImageError', 'cannot identify image file');
}

interface Reader {
  readonly magic: RegExp;
  read(bytes: Uint8Array, view: DataView): ImageSize | undefined;
}

const readers: readonly Reader[] = [
  {
    magic: /^\x89PNG\r\n\x1a\n....IHDR/s,
    read: (_, view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  },
  { magic: /^GIF8[79]a/, read: (_, view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }) },
  { magic: /^\xff\xd8\xff/, read: readJpeg },
  { magic: /^RIFF....WEBP/s, read: readWebp },
  { magic: /^BM/, read: readBmp },
];

function readBmp(_: Uint8Array, view: DataView): ImageSize {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
}

/**
 * The first frame header (SOF); other segments are skipped by their length, bytes between segments and escaped `ff` one
 * by one. Of the codes below `c0` Pillow knows none other: it finds no marker.
 */
function readJpeg(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  for (let at = 2; at < bytes.length; ) {
    const marker = bytes[at] === 0xff ? view.getUint8(at + 1) : 0xff;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === 0xda || (marker > 0 && marker < 0xc0)) return undefined;
    const standsAlone = marker === 0 || (marker >= 0xd0 && marker <= 0xd9);
    at += standsAlone ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function readWebp(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  switch (latin1(bytes, 12, 16)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: (view.getUint32(23, true) >>> 8) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
    default:
      return undefined;
  }
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

/** The size of an image in base64; `undefined` where there is none to be seen. */
export function inlineImageSize(data: PyValue | undefined): ImageSize | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return imageSize(decodeBase64(data));
  } catch {
    // Neither bad base64 nor an unknown kind of image stops an estimate.
    return undefined;
  }
}

/** The sizes of images by their addresses. They are remembered, because every round of a truncation asks for the same images again. */
export class ImageSizes {
  /** Of an image that could not be had: `undefined`. */
  readonly #sizes = new Map<string, ImageSize | undefined>();

  /**
   * The size of an image in a `data:image/` address, or of one that is known; `undefined` for one that could not be had.
   * Inside `learning` any other is looked at next.
   */
  of(url: string): ImageSize | undefined {
    if (this.#sizes.has(url)) return this.#sizes.get(url);
    if (!url.startsWith('data:image/')) throw new RemoteImage(url);
    const data = url.split('base64,')[1];
    if (data === undefined) throw new EngineError('IndexError', 'list index out of range');
    return this.#learn(url, decodeBase64(data));
  }

  /** What `count` gives, after fetching the images that it asks for, one after another as it comes to them. */
  async learning(resources: Resources | undefined, count: () => number): Promise<number> {
    for (;;) {
      try {
        return count();
      } catch (error) {
        if (!(error instanceof RemoteImage)) throw error;
        await this.#fetch(error.url, resources);
      }
    }
  }

  async #fetch(url: string, resources: Resources | undefined): Promise<void> {
    try {
      this.#learn(url, await fetchImage(url, resources));
    } catch (error) {
      if (!resources?.unreadImage || !(error instanceof EngineError)) throw error;
      resources.unreadImage(url, { class: error.class, message: error.message });
      this.#sizes.set(url, undefined);
    }
  }

  #learn(url: string, bytes: Uint8Array): ImageSize {
    const size = imageSize(bytes);
    this.#sizes.set(url, size);
    return size;
  }
}

/** An image that must be fetched before its size is known. */
class RemoteImage extends EngineError {
  readonly url: string;
  constructor(url: string) {
    super('NetworkNotAllowed', `${url} would have to be fetched.`);
    this.url = url;
  }
}

/** The bytes of an image, in at most three tries. */
async function fetchImage(url: string, resources: Resources | undefined): Promise<Uint8Array> {
  if (!resources?.fetch)
    throw new EngineError(
      'NetworkNotAllowed',
      `${url} would have to be fetched, and ParserLens may not use the network.`,
    );
  for (let tries = 1; ; tries++) {
    try {
      return await resources.fetch(url);
    } catch (error) {
      if (tries === 3) throw new EngineError('HTTPError', error instanceof Error ? error.message : String(error));
    }
  }
}
