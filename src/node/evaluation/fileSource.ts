import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { EngineError } from '../../engine/index.ts';
import { unzstd } from '../../portable/formats/unzstd.ts';
import { isPacked, isParquet, type LogSource, type LogTools, sourceOf } from '../../portable/logs/logSource.ts';
import { openRegular } from '../namedFile.ts';
import { parquetSource } from './parquetSource.ts';

const chunkSize = 256 * 1024;

/**
 * A file as it was when this was called: what is written to it later is not read. `from`: the byte that it is read from,
 * where a line begins. Rejects with Node's own error.
 */
export async function fileSource(path: string, from = 0): Promise<LogSource> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw Object.assign(new Error('this is a folder'), { code: 'EISDIR' });
  if (stats.isCharacterDevice() && path !== '/dev/stdin')
    throw Object.assign(new Error('this is a device, which may have no end'), { code: 'ERR_DEVICE' });
  if (!stats.isFile()) return streamSource(() => createReadStream(path, { highWaterMark: chunkSize }));
  if (stats.size === 0) return streamSource(emptyStream, 0);
  const first = await firstBytes(path);
  if (isParquet(first)) return parquetSource(path, stats.size);
  if (from > 0) {
    const start = () => stretchOf(path, from, stats.size);
    const rest = streamSource(from < stats.size ? start : emptyStream, Math.max(0, stats.size - from));
    return { total: rest.total, offset: from, facts: rest.facts, chunks: rest.chunks };
  }
  const start = () => stretchOf(path, 0, stats.size);
  return streamSource(start, isPacked(first) ? undefined : stats.size);
}

/** The bytes of a regular file from one place to another. Rejects with an `EngineError` where it ends before: it was cut since its size was read. */
async function* stretchOf(path: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  let at = from;
  const file = await openRegular(path);
  for await (const chunk of file.createReadStream({ highWaterMark: chunkSize, start: from, end: to - 1 })) {
    at += (chunk as Uint8Array).length;
    yield chunk as Uint8Array;
  }
  if (at < to) throw new EngineError('LogIsCut', `The log was cut while it was read: of ${to} bytes there are ${at}.`);
}

/** Any stream of bytes, see `sourceOf`. */
export function streamSource(start: () => AsyncIterable<Uint8Array | string>, total?: number): LogSource {
  return sourceOf(start, nodeTools, total);
}

/** The first four bytes of a file, by which formats are recognised. Rejects with Node's own error. */
export async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await openRegular(path);
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
