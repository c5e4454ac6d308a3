import { isGzip } from '../../../portable/logs/logSource.ts';

/** A table as it was before it was packed. Some servers take the name for an encoding, and the browser has unpacked it then. */
export async function unpackedTable(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  const unpacked = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
