import { EngineError } from '../core/errors.ts';
import { PyOpaque } from '../core/pyValue.ts';
import { bytesRepr } from '../python/index.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of bytes, with padding, on one line. */
export function encodeBase64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  let chunk = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b, c] = [bytes[i]!, bytes[i + 1], bytes[i + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    chunk += alphabet[bits >> 18]! + alphabet[(bits >> 12) & 63]!;
    chunk += (b === undefined ? '=' : alphabet[(bits >> 6) & 63]!) + (c === undefined ? '=' : alphabet[bits & 63]!);
    if (chunk.length > 8000) {
      chunks.push(chunk);
      chunk = '';
    }
  }
  chunks.push(chunk);
  return chunks.join('');
}

/** Python's `base64.b64decode(text)`: characters outside the alphabet are skipped. Raises `binascii.Error` (class `Error`) where Python does, and `ValueError` for text that is not ASCII. */
export function decodeBase64(text: string): Uint8Array {
  if (/[^\0-\x7f]/.test(text))
    throw new EngineError('ValueError', 'string argument should contain only ASCII characters');
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4) + 3);
  let length = 0;
  let quad = 0;
  let left = 0;
  let pads = 0;
  let characters = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3d) {
      // A pad closes the data only where a quantum can end; elsewhere Python ignores it.
      if (quad >= 2 && quad + ++pads >= 4) return bytes.slice(0, length);
      continue;
    }
    const value = sextet(code);
    if (value < 0) continue;
    pads = 0;
    characters++;
    if (quad === 0) left = value;
    else {
      const shift = 6 - 2 * quad;
      bytes[length++] = (left << (6 - shift)) | (value >> shift);
      left = value & ((1 << shift) - 1);
    }
    quad = (quad + 1) & 3;
  }
  if (quad === 1)
    throw new EngineError(
      'Error',
      `Invalid base64-encoded string: number of data characters (${characters}) cannot be 1 more than a multiple of 4`,
    );
  if (quad !== 0) throw new EngineError('Error', 'Incorrect padding');
  return bytes.slice(0, length);
}

function sextet(code: number): number {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 48 && code <= 57) return code + 4;
  return code === 43 ? 62 : code === 47 ? 63 : -1;
}

/** Python's `bytes`: printed as Python prints them, in JSON their base64. */
export function pyBytes(bytes: Uint8Array): PyOpaque {
  return new PyOpaque('bytes', bytesRepr(bytes), encodeBase64(bytes));
}

/** Of every runtime that the engine is for; the engine's own types know no platform. */
declare const TextDecoder: new (
  encoding: 'utf-8',
  options: { readonly fatal: true; readonly ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };

/** Strict UTF-8 (Python's `bytes.decode("utf-8")`, which keeps a byte order mark): `undefined` where the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
