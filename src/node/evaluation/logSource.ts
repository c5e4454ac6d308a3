import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { EngineError } from '../../engine/index.ts';
import { parquetSource } from './parquetSource.ts';
import { unzstd } from './unzstd.ts';

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
  /** Of a table: the columns that are needed of what follows the first rows; absent: it is none. */
  select?(columns: readonly string[] | undefined): void;
  /** Of a table: the record on a line, read for itself; `undefined`: there is none. Rejects when it cannot be read. */
  record?(line: number): Promise<Uint8Array | undefined>;
}

const chunkSize = 256 * 1024;

/**
 * A file as it was when this was called: what is written to it later is not read. `from`: the byte that it is read from,
 * where a line begins. Rejects with Node's own error.
 */
export async function fileSource(path: string, from = 0): Promise<LogSource> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw Object.assign(new Error('this is a folder'), { code: 'EISDIR' });
  if (!stats.isFile()) return streamSource(() => createReadStream(path, { highWaterMark: chunkSize }));
  if (stats.size === 0) return streamSource(emptyStream, 0);
  const first = await firstBytes(path);
  if (isParquet(first)) return parquetSource(path, stats.size);
  const isPacked = isGzip(first) || isZstd(first);
  if (from > 0) {
    const start = () => createReadStream(path, { highWaterMark: chunkSize, start: from, end: stats.size - 1 });
    const rest = streamSource(from < stats.size ? start : emptyStream, Math.max(0, stats.size - from));
    return { total: rest.total, offset: from, facts: rest.facts, chunks: rest.chunks };
  }
  const start = () => createReadStream(path, { highWaterMark: chunkSize, end: stats.size - 1 });
  return streamSource(start, isPacked ? undefined : stats.size);
}

/** Whether a file can be opened is told now, and not in the middle of the work. */
async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

/** Any stream of bytes. UTF-16 is told by its byte order mark, and gzip is unpacked. What is compressed otherwise rejects with an `EngineError`. */
export function streamSource(start: () => AsyncIterable<Uint8Array | string>, total?: number): LogSource {
  const hash = createHash('sha256');
  let size = 0;
  let offset: number | undefined = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const given of start()) {
      const chunk = typeof given === 'string' ? Buffer.from(given) : given;
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
    facts: () => ({ size, sha256: hash.copy().digest('hex') }),
    async *chunks() {
      let decoder: InstanceType<typeof TextDecoder> | undefined;
      let head: Uint8Array | undefined = new Uint8Array();
      const given = counted();
      for await (const chunk of given) {
        if (!head) {
          yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
          continue;
        }
        // A byte order mark has up to three bytes, and what tells a format four.
        head = Buffer.concat([head, chunk]);
        if (head.length < 4) continue;
        if (isGzip(head) || isZstd(head)) {
          offset = undefined;
          yield* unpacked(head, given);
          return;
        }
        if (isCompressed(head))
          throw new EngineError('LogIsCompressed', 'The log is compressed (zip): unpack it first.');
        if (isParquet(head))
          throw new EngineError(
            'LogIsCompressed',
            'Parquet is read from its end on: name the file, as it does not come as a stream.',
          );
        const encoding = utf16Of(head);
        if (encoding !== undefined) {
          offset = undefined;
          decoder = new TextDecoder(encoding);
          yield Buffer.from(decoder.decode(head, { stream: true }));
        } else {
          offset = isMarked(head) ? 3 : 0;
          yield head.subarray(offset);
        }
        head = undefined;
      }
      if (head && head.length > 0) yield head;
      if (decoder) yield Buffer.from(decoder.decode());
    },
  };
}

/** What is packed in a stream of gzip or zstd, of which `head` was read already. Rejects with an `EngineError` where it is broken or packed once more. */
async function* unpacked(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const whole = async function* () {
    yield head;
    yield* rest;
  };
  const content = streamSource(() => refusePacked(isZstd(head) ? unzstd(whole()) : gunzip(whole())));
  try {
    yield* content.chunks();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    // The disk's errors have a code that is a text, and zlib's own ones; those of zstd are numbers.
    if (typeof code === 'string' && !/^(?:Z_|ERR_STREAM_PREMATURE)/.test(code)) throw error;
    throw new EngineError('LogIsCompressed', `The log cannot be unpacked: ${(error as Error).message}.`);
  }
}

function gunzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const stream = createGunzip({ chunkSize });
  // An error comes to whoever reads.
  pipeline(Readable.from(chunks), stream, () => {});
  return stream;
}

async function* refusePacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && (isGzip(chunk) || isZstd(chunk)))
      throw new EngineError('LogIsCompressed', 'The log is compressed twice: unpack it first.');
    isFirst = false;
    yield chunk;
  }
}

function isGzip([a, b]: Uint8Array): boolean {
  return a === 0x1f && b === 0x8b;
}

function isZstd([a, b, c, d]: Uint8Array): boolean {
  return a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd;
}

/** `PAR1`. */
function isParquet([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x41 && c === 0x52 && d === 0x31;
}

/** By the first bytes of gzip, zip and zstd, which no text begins with. */
export function isCompressed([a, b, c]: Uint8Array): boolean {
  return (
    (a === 0x1f && b === 0x8b) || (a === 0x50 && b === 0x4b && c === 0x03) || (a === 0x28 && b === 0xb5 && c === 0x2f)
  );
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
