import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { EngineError } from '../../engine/index.ts';
import { unzstd } from '../../portable/formats/unzstd.ts';
import { isPacked, isParquet, type LogSource, type LogTools, sourceOf } from '../../portable/logs/logSource.ts';
import { parquetSource } from './parquetSource.ts';

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
  if (from > 0) {
    const start = () => createReadStream(path, { highWaterMark: chunkSize, start: from, end: stats.size - 1 });
    const rest = streamSource(from < stats.size ? start : emptyStream, Math.max(0, stats.size - from));
    return { total: rest.total, offset: from, facts: rest.facts, chunks: rest.chunks };
  }
  const start = () => createReadStream(path, { highWaterMark: chunkSize, end: stats.size - 1 });
  return streamSource(start, isPacked(first) ? undefined : stats.size);
}

/** Any stream of bytes, see `sourceOf`. */
export function streamSource(start: () => AsyncIterable<Uint8Array | string>, total?: number): LogSource {
  return sourceOf(start, nodeTools, total);
}

/** The first four bytes of a file, by which formats are told. Rejects with Node's own error. */
export async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

const nodeTools: LogTools = {
  digest() {
    const hash = createHash('sha256');
    return { update: bytes => void hash.update(bytes), hex: () => hash.copy().digest('hex') };
  },
  async *gunzip(packed) {
    const gunzip = createGunzip({ chunkSize });
    // An error comes to whoever reads.
    pipeline(Readable.from(packed), gunzip, () => {});
    try {
      yield* gunzip;
    } catch (error) {
      if (!/^(?:Z_|ERR_STREAM_PREMATURE)/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw new EngineError('LogIsCompressed', `The log cannot be unpacked: ${(error as Error).message}.`);
    }
  },
  unzstd,
};
