import { PyOpaque } from '../core/pyValue.ts';
import { bytesRepr } from '../python/index.ts';
import { encodeBase64 } from './base64.ts';

/** Python's `bytes`: printed as Python prints them, in JSON their base64. */
export function pyBytes(bytes: Uint8Array): PyOpaque {
  return new PyOpaque('bytes', bytesRepr(bytes), encodeBase64(bytes));
}
