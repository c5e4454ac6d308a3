/** `dist/parquetThread.js`: a thread that decodes a Parquet file, see `ParquetThread`. */

import type { FileHandle } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { openParquet } from '../../portable/formats/logFormats.ts';
import type { FileBytes } from '../../portable/formats/parquetFile.ts';
import { PiecesAhead } from '../../portable/formats/piecesAhead.ts';
import { openRegular } from '../namedFile.ts';
import type { ParquetAnswer, ParquetQuestion } from './parquetReader.ts';

const ahead = new PiecesAhead();

parentPort?.on('message', async (question: ParquetQuestion | 'taken') => {
  if (question === 'taken') {
    ahead.remove();
    return;
  }
  const answer = (post: ParquetAnswer, moved: ArrayBuffer[] = []) => parentPort?.postMessage(post, moved);
  ahead.reset();
  const { path, size } = question;
  const handle = await openRegular(path).catch(() => undefined);
  try {
    if (!handle) throw new Error('it is not there any more');
    const rows = await openParquet(fileBytes(handle, size));
    if ('describe' in question) {
      answer({ bytes: rows.bytes });
      return;
    }
    const { from, to = rows.count, columns } = question;
    for await (const piece of rows.lines(from, to, columns)) {
      await ahead.add(piece.buffer.byteLength);
      answer({ piece }, [piece.buffer as ArrayBuffer]);
    }
    answer({ done: true });
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) });
  } finally {
    await handle?.close();
  }
});

/** The bytes of an open file, as many as it had when its size was read. */
function fileBytes(handle: FileHandle, byteLength: number): FileBytes {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(Math.max(0, end - start));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      if (bytesRead < bytes.length) throw new Error('it is shorter than it was');
      return bytes.buffer;
    },
  };
}
