/**
 * The MIME type of an image by its first bytes, as `filetype.guess` of the package `filetype` 1.2.0 tells it;
 * `undefined` for anything else. Looks at no more than 8,192 bytes.
 */
export function imageType(file: Uint8Array): string | undefined {
  const bytes = file.subarray(0, 8192);
  return matchers.find(([, matches]) => matches(bytes))?.[0];
}

type Matches = (bytes: Uint8Array) => boolean;

/** In the order of the package: the first that matches wins. `undefined`: it is not an image then. */
const matchers: readonly (readonly [type: string | undefined, matches: Matches])[] = [
  ['image/vnd.dwg', begins('AC10')],
  ['image/x-xcf', begins('gimp xcf v')],
  ['image/jpeg', begins('\xff\xd8\xff')],
  ['image/jpx', bytes => bytes.length > 50 && has(bytes, 0, '\0\0\0\x0c') && has(bytes, 16, 'ftypjp2 ')],
  ['image/apng', isAnimatedPng],
  ['image/png', begins('\x89PNG')],
  ['image/gif', begins('GIF')],
  ['image/webp', bytes => has(bytes, 0, 'RIFF') && has(bytes, 8, 'WEBPVP')],
  ['image/tiff', bytes => isTiff(bytes) && !has(bytes, 8, 'CR')],
  ['image/x-canon-cr2', bytes => isTiff(bytes) && has(bytes, 8, 'CR')],
  ['image/bmp', begins('BM')],
  ['image/vnd.ms-photo', begins('II\xbc')],
  ['image/vnd.adobe.photoshop', begins('8BPS')],
  ['image/x-icon', begins('\0\0\x01\0')],
  ['image/heic', bytes => isIsoImage(bytes, 'heic')],
  // DICOM: `application/dicom`.
  [undefined, bytes => bytes.length > 132 && has(bytes, 128, 'DICM')],
  ['image/avif', bytes => isIsoImage(bytes, 'avif')],
];

function begins(text: string): Matches {
  return bytes => has(bytes, 0, text);
}

/** True where the bytes from `at` on are the characters of `text`, which are bytes. */
function has(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

function isTiff(bytes: Uint8Array): boolean {
  return bytes.length > 9 && (has(bytes, 0, 'II*\0') || has(bytes, 0, 'MM\0*'));
}

/** A PNG with an animation before its first picture. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  if (bytes.length <= 8 || !has(bytes, 0, '\x89PNG\r\n\x1a\n')) return false;
  for (let at = 8; at < bytes.length; ) {
    if (has(bytes, at + 4, 'IDAT') || has(bytes, at + 4, 'IEND')) return false;
    if (has(bytes, at + 4, 'acTL')) return true;
    at += 12 + number(bytes.subarray(at, at + 4));
  }
  return false;
}

/** An ISO media file whose brand is that of an image, or that is an image file and compatible with it. */
function isIsoImage(bytes: Uint8Array, brand: string): boolean {
  if (bytes.length < 16 || !has(bytes, 4, 'ftyp')) return false;
  const length = number(bytes.subarray(0, 4));
  if (bytes.length < length) return false;
  if (has(bytes, 8, brand)) return true;
  if (!has(bytes, 8, 'mif1') && !has(bytes, 8, 'msf1')) return false;
  for (let at = 16; at < length; at += 4) if (has(bytes, at, brand)) return true;
  return false;
}

/** A number whose highest byte comes first. */
function number(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}
