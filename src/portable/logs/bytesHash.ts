/** A hash of bytes (FNV-1a) from 1 to 2^32 − 1: what is written over a row has the same by one chance in four thousand million. */
export function bytesHash(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0 || 1;
}
