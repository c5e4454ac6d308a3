import { decompress } from 'fzstd';
import type { Compressors } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { ColumnMetaData } from 'hyparquet/src/types.js';
import { decompressBrotli, decompressLz4, decompressLz4Raw, gunzip } from 'hyparquet-compressors';
import type { XXHashAPI } from 'xxhash-wasm';
import { isZstd } from './isZstd.ts';
import { frameHeader, ZstdFrames } from './zstdFrames.ts';

/** Where a column of a row group stands in the file, in bytes. */
export interface ColumnRange {
  readonly startByte: number;
  readonly endByte: number;
}

/** The largest page, in bytes and values: writers make pages of a million bytes, and of what is constant of a million rows. */
const maxPage = 256 * 1024 * 1024;
const maxValues = 8 * 1024 * 1024;

/** Where a column stands. Throws where that is not in the file. */
export function columnRange(meta: ColumnMetaData, fileSize: number): ColumnRange {
  const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const end = start + Number(meta.total_compressed_size);
  if (!(start >= 4 && end >= start && end <= fileSize))
    throw new Error(`the column ${nameOf(meta)} stands outside of the file`);
  return { startByte: start, endByte: end };
}

/**
 * Looks at the headers of a column's pages before any of them is decoded: what they claim must be in the file, and of a
 * size that a page has. Gives how many bytes they hold when they are unpacked. Throws in words.
 */
export function expectPages(
  buffer: ArrayBuffer,
  meta: ColumnMetaData,
  rows: number,
): { readonly bytes: number; readonly isFlat: boolean } {
  const name = nameOf(meta);
  const reader = { view: new DataView(buffer), offset: 0 };
  let [bytes, values] = [0, 0];
  while (reader.offset < buffer.byteLength - 1 && values < Number(meta.num_values)) {
    const header = parquetHeader(reader);
    const [packed, unpacked] = [Number(header.compressed_page_size), Number(header.uncompressed_page_size)];
    const count = header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values;
    const entries = count ?? header.dictionary_page_header?.num_values ?? 0;
    if (!(packed >= 0 && reader.offset + packed <= buffer.byteLength))
      throw new Error(`a page of the column ${name} is cut off`);
    if (!(unpacked >= 0 && unpacked <= maxPage))
      throw new Error(`a page of the column ${name} claims ${unpacked} bytes`);
    if (!(entries >= 0 && entries <= maxValues))
      throw new Error(`a page of the column ${name} claims ${entries} values`);
    reader.offset += packed;
    bytes += unpacked;
    values += count ?? 0;
  }
  if (values !== Number(meta.num_values))
    throw new Error(`the column ${name} has ${values} values, and claims ${meta.num_values}`);
  return { bytes, isFlat: values === rows };
}

function nameOf({ path_in_schema: path }: ColumnMetaData): string {
  return path.join('.').slice(0, 100);
}

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
