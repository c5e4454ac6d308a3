/** `dist/parquetThread.js`: a thread that decodes a Parquet file, see `ParquetThread`. */
import { parentPort } from 'node:worker_threads';
import { openParquet } from '../../portable/formats/logFormats.ts';
import { PiecesAhead } from '../../portable/formats/piecesAhead.ts';
import { openRegular } from '../namedFile.ts';
import { fileBytes } from './fileBytes.ts';
import type { ParquetAnswer, ParquetQuestion } from './parquetReader.ts';

const ahead = new PiecesAhead();

parentPort?.on('message', async (question: ParquetQuestion | 'taken') => {
  if (question === 'taken') {
    ahead.taken();
    return;
  }
  const answer = (given: ParquetAnswer, moved: ArrayBuffer[] = []) => parentPort?.postMessage(given, moved);
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
