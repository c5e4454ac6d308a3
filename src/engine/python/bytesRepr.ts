const named: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

/** Python's `repr` of `bytes`. Linear. */
export function bytesRepr(bytes: readonly number[] | Uint8Array): string {
  const quote = bytes.includes(39) && !bytes.includes(34) ? '"' : "'";
  let text = '';
  for (const byte of bytes) {
    if (byte === 39 && quote === "'") text += "\\'";
    else if (byte >= 32 && byte < 127 && byte !== 92) text += String.fromCharCode(byte);
    else text += named[byte] ?? `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return `b${quote}${text}${quote}`;
}
