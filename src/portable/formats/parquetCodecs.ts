import { decompress } from 'fzstd';
import type { Compressors } from 'hyparquet';
import { decompressBrotli, decompressLz4, decompressLz4Raw, gunzip } from 'hyparquet-compressors';

/** How pages are unpacked, in JavaScript alone. Snappy is the reader's own. Nothing gets longer than its page says. */
export const parquetCodecs: Compressors = {
  GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
  BROTLI: decompressBrotli,
  ZSTD: (input, length) => decompress(input, new Uint8Array(length)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};
