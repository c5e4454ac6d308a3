import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { EngineError } from '../../engine/index.ts';

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
  const isPacked = isGzip(await firstBytes(path));
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
    const { buffer, bytesRead } = await handle.read(new Uint8Array(3), 0, 3, 0);
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
        // A byte order mark has up to three bytes.
        head = Buffer.concat([head, chunk]);
        if (head.length < 3) continue;
        if (isGzip(head)) {
          offset = undefined;
          yield* unpacked(head, given);
          return;
        }
        if (isCompressed(head))
          throw new EngineError('LogIsCompressed', 'The log is compressed (zip or zstd): unpack it first.');
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

/** What is packed in a stream of gzip, of which `head` was read already. Rejects with an `EngineError` where it is broken or packed once more. */
async function* unpacked(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const whole = async function* () {
    yield head;
    yield* rest;
  };
  const gunzip = createGunzip({ chunkSize });
  // An error comes to whoever reads.
  pipeline(Readable.from(whole()), gunzip, () => {});
  const content = streamSource(() => refuseGzip(gunzip));
  try {
    yield* content.chunks();
  } catch (error) {
    if (!/^(?:Z_|ERR_STREAM_PREMATURE)/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new EngineError('LogIsCompressed', `The log cannot be unpacked: ${(error as Error).message}.`);
  }
}

async function* refuseGzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && isGzip(chunk))
      throw new EngineError('LogIsCompressed', 'The log is compressed twice: unpack it first.');
    isFirst = false;
    yield chunk;
  }
}

function isGzip([a, b]: Uint8Array): boolean {
  return a === 0x1f && b === 0x8b;
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
