import { decompress } from 'fzstd';
import type { Compressors } from 'hyparquet';
import { decompressBrotli, decompressLz4, decompressLz4Raw, gunzip } from 'hyparquet-compressors';
import type { XXHashAPI } from 'xxhash-wasm';
import { isZstd } from './isZstd.ts';
import { frameHeader, ZstdFrames } from './zstdFrames.ts';

/** How pages are unpacked, in JavaScript alone. Snappy is the reader's own. Nothing gets longer than its page says. */
export function parquetCodecs(hashes: XXHashAPI): Compressors {
  return {
    GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
    BROTLI: decompressBrotli,
    ZSTD: (input, length) => zstdPage(input, length, hashes),
    LZ4: decompressLz4,
    LZ4_RAW: decompressLz4Raw,
  };
}

/** What a page of zstd holds, which has to be as long as the page says. */
function zstdPage(input: Uint8Array, length: number, hashes: XXHashAPI): Uint8Array {
  const header = isZstd(input) ? frameHeader(input, Number.POSITIVE_INFINITY) : undefined;
  // Faster; of one frame that says how much it holds, and has no checksum, nothing else can be checked.
  if (header && !header.hasChecksum && header.contentSize === BigInt(length))
    return decompress(input, new Uint8Array(length));
  const page = new Uint8Array(length);
  const frames = new ZstdFrames(hashes);
  let at = 0;
  for (const piece of frames.push(input)) {
    if (at + piece.length > length) throw new Error('a page holds more than it says');
    page.set(piece, at);
    at += piece.length;
  }
  frames.end();
  if (at < length) throw new Error('a page holds less than it says');
  return page;
}
