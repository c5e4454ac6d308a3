/** Strict UTF-8 (Python's `bytes.decode("utf-8")`): `undefined` where the bytes are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const chunks: string[] = [];
  let units: number[] = [];
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i++]!;
    let code = first;
    if (first >= 0x80) {
      const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
      if (first < 0xc2 || first > 0xf4 || i + more > bytes.length) return undefined;
      code = first & (0x3f >> more);
      for (let n = 0; n < more; n++, i++) {
        if ((bytes[i]! & 0xc0) !== 0x80) return undefined;
        code = (code << 6) | (bytes[i]! & 0x3f);
      }
      const tooLow = code < (more === 1 ? 0x80 : more === 2 ? 0x800 : 0x10000);
      if (tooLow || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
    }
    if (code < 0x10000) units.push(code);
    else units.push(0xd7c0 + (code >> 10), 0xdc00 | (code & 0x3ff));
    if (units.length > 8000) {
      chunks.push(String.fromCharCode(...units));
      units = [];
    }
  }
  chunks.push(String.fromCharCode(...units));
  return chunks.join('');
}
