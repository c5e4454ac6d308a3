import { EngineError } from '../../engine/index.ts';
import { isZstd } from '../formats/isZstd.ts';
import { joinedBytes } from '../joinedBytes.ts';

/** The bytes of a log, read once from its start. */
export interface LogSource {
  /** UTF-8 without byte order mark, whatever the file has. Rejects when it cannot be read. */
  chunks(): AsyncIterable<Uint8Array>;
  /** What was read: bytes of the file, and their SHA-256 in hexadecimal digits. */
  facts(): { readonly size: number; readonly sha256: string };
  /** Bytes that stand in the file before the first of the chunks; `undefined`: chunks are not the file's own bytes. */
  readonly offset: number | undefined;
  /** Bytes of the whole log, as far as that is known. */
  readonly total: number | undefined;
  /** Of a table: the columns that are needed of what follows the first rows; absent: it is not a table. */
  select?(columns: readonly string[] | undefined): void;
  /** Of a table: the record on a line, read for itself; `undefined`: there is none. Rejects when it cannot be read. */
  record?(line: number): Promise<Uint8Array | undefined>;
}

const encoder = new TextEncoder();

/** What reading a log needs of the platform. */
export interface LogTools {
  /** A SHA-256 of bytes that come one after another, in hexadecimal digits. */
  digest(): { update(bytes: Uint8Array): void; hex(): string };
  /** What is packed in a stream of gzip. Rejects with an `EngineError` where that is broken. */
  gunzip(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** The same of zstd. */
  unzstd(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** Any stream of bytes. UTF-16 is recognised by its byte order mark; gzip and zstd are unpacked. What is compressed otherwise rejects with an `EngineError`. */
export function sourceOf(start: () => AsyncIterable<Uint8Array | string>, tools: LogTools, total?: number): LogSource {
  const hash = tools.digest();
  let size = 0;
  let offset: number | undefined = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of start()) {
      const chunk = typeof piece === 'string' ? encoder.encode(piece) : piece;
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  return {
    total,
    get offset() {
      return offset;
    },
    facts: () => ({ size, sha256: hash.hex() }),
    async *chunks() {
      let decoder: InstanceType<typeof TextDecoder> | undefined;
      let head: Uint8Array | undefined = new Uint8Array();
      const pieces = counted();
      for await (const chunk of pieces) {
        if (!head) {
          yield decoder ? encoder.encode(decoder.decode(chunk, { stream: true })) : chunk;
          continue;
        }
        // A byte order mark has up to three bytes, and what tells a format four.
        head = joinedBytes(head, chunk);
        if (head.length < 4) continue;
        if (isPacked(head)) {
          offset = undefined;
          const unpack = isGzip(head) ? tools.gunzip : tools.unzstd;
          yield* sourceOf(() => refusePacked(unpack(wholeOf(head!, pieces))), tools).chunks();
          return;
        }
        if (isCompressed(head))
          throw new EngineError('LogIsCompressed', 'The log is compressed (zip): unpack it first.');
        if (isArrow(head))
          throw new EngineError(
            'LogIsArrow',
            'The log is Arrow, which is not read: write it as Parquet (`dataset.to_parquet`) or as JSON Lines (`dataset.to_json`).',
          );
        if (isParquet(head))
          throw new EngineError(
            'LogIsCompressed',
            'Parquet is read from its end on: name the file, as it does not come as a stream.',
          );
        const encoding = utf16Of(head);
        if (encoding !== undefined) {
          offset = undefined;
          decoder = new TextDecoder(encoding);
          yield encoder.encode(decoder.decode(head, { stream: true }));
        } else {
          offset = isMarked(head) ? 3 : 0;
          yield head.subarray(offset);
        }
        head = undefined;
      }
      if (head && isCutPacked(head))
        throw new EngineError('LogIsCompressed', 'The log cannot be unpacked: it is cut off.');
      if (head && head.length > 0) yield head;
      if (decoder) yield encoder.encode(decoder.decode());
    },
  };
}

async function* wholeOf(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

async function* refusePacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && isPacked(chunk))
      throw new EngineError('LogIsCompressed', 'The log is compressed twice: unpack it first.');
    isFirst = false;
    yield chunk;
  }
}

/** Whether bytes begin as gzip or zstd do; zstd may begin with a frame that is skipped. */
export function isPacked(bytes: Uint8Array): boolean {
  return isGzip(bytes) || isZstd(bytes);
}

/** Whether bytes are too few for gzip or zstd and begin like them, as no text does. */
function isCutPacked(bytes: Uint8Array): boolean {
  return isGzip(bytes) || (bytes[0] === 0x28 && bytes[1] === 0xb5);
}

/** Whether bytes begin as Parquet does. */
export function isParquet([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x41 && c === 0x52 && d === 0x31;
}

/** Whether bytes begin as Arrow does: its files, or its streams, which data sets are kept in. */
function isArrow([a, b, c, d]: Uint8Array): boolean {
  const isFile = a === 0x41 && b === 0x52 && c === 0x52 && d === 0x4f;
  return isFile || (a === 0xff && b === 0xff && c === 0xff && d === 0xff);
}

/** Whether bytes begin as gzip does. */
export function isGzip([a, b]: Uint8Array): boolean {
  return a === 0x1f && b === 0x8b;
}

/** By the first bytes of gzip, zip and zstd, which no text begins with. */
export function isCompressed(bytes: Uint8Array): boolean {
  const [a, b, c] = bytes;
  return isPacked(bytes) || (a === 0x50 && b === 0x4b && c === 0x03);
}

function isMarked(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** UTF-16 by its mark; or, without one, where every other byte of JSON's first characters is zero. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0) return 'utf-16be';
  return undefined;
}
