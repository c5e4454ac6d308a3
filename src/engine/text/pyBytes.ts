import { PyOpaque } from '../core/pyValue.ts';
import { encodeBase64 } from './base64.ts';

/** Python's `bytes`: printed as Python prints them, in JSON their base64. */
export function pyBytes(bytes: Uint8Array): PyOpaque {
  return new PyOpaque('bytes', bytesRepr(bytes), encodeBase64(bytes));
}

const named: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

function bytesRepr(bytes: Uint8Array): string {
  const quote = bytes.includes(39) && !bytes.includes(34) ? '"' : "'";
  let text = '';
  for (const byte of bytes) {
    if (byte === quote.charCodeAt(0)) text += `\\${quote}`;
    else if (byte >= 32 && byte < 127 && byte !== 92) text += String.fromCharCode(byte);
    else text += named[byte] ?? `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return `b${quote}${text}${quote}`;
}
