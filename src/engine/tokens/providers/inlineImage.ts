import type { PyValue } from '../../core/pyValue.ts';
import { decodeBase64 } from '../../text/index.ts';
import { type ImageSize, imageSize } from '../imageSize.ts';

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
