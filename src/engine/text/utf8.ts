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
