/** `dist/parquetThread.js`: a thread that decodes a Parquet file, see `ParquetThread`. */
import { open } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { openParquet } from '../../portable/formats/logFormats.ts';
import { fileBytes } from './fileBytes.ts';
import type { ParquetAnswer, ParquetQuestion } from './parquetReader.ts';

/** How many pieces may wait for their reader. */
const maxAhead = 4;
let ahead = 0;
let wake = () => {};

parentPort?.on('message', async (question: ParquetQuestion | 'taken') => {
  if (question === 'taken') {
    ahead--;
    wake();
    return;
  }
  const answer = (given: ParquetAnswer, moved: ArrayBuffer[] = []) => parentPort?.postMessage(given, moved);
  ahead = 0;
  const { path, size, from, to, columns } = question;
  const handle = await open(path).catch(() => undefined);
  try {
    if (!handle) throw new Error('it is not there any more');
    const rows = await openParquet(fileBytes(handle, size));
    for await (const piece of rows.lines(from, to ?? rows.count, columns)) {
      while (ahead >= maxAhead)
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      ahead++;
      answer({ piece }, [piece.buffer as ArrayBuffer]);
    }
    answer({ done: true });
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) });
  } finally {
    await handle?.close();
  }
});
