import { EngineError } from '../core/errors.ts';
import type { PyValue } from '../core/pyValue.ts';
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
