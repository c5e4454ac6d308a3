/** Whether bytes begin as a frame of zstd does, or as one that is skipped: no text has either. */
export function isZstd(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  return (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) || isSkippable(bytes);
}

/** Whether bytes begin as a frame of zstd that is skipped. */
export function isSkippable([a = 0, b, c, d]: Uint8Array): boolean {
  return (a & 0xf0) === 0x50 && b === 0x2a && c === 0x4d && d === 0x18;
}
