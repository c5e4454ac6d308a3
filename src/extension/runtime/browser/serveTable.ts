import { openParquet, type ParquetRows } from '../../../portable/formats/parquetFile.ts';
import { PiecesAhead } from '../../../portable/formats/piecesAhead.ts';

/** The questions to a worker: a file first, then rows of it as lines. `'taken'`: a piece was. */
export type TableQuestion =
  | { readonly bytes: Uint8Array }
  | { readonly from: number; readonly to?: number; readonly columns?: readonly string[] }
  | 'taken';

/** What a worker answers, one thing after the other. */
export type TableAnswer =
  | { readonly opened: { readonly count: number; readonly bytes: number } }
  | { readonly piece: Uint8Array }
  | { readonly done: true }
  | { readonly failed: string };

/** The side of a worker that is in it. */
interface WorkerScope {
  onmessage: ((event: { readonly data: TableQuestion }) => void) | null;
  postMessage(answer: TableAnswer, moved?: readonly ArrayBuffer[]): void;
}

/** Decodes a Parquet file in the worker that this is called in: whoever asks ends it where it is silent for too long. */
export function serveTable(scope: WorkerScope): void {
  let rows: ParquetRows | undefined;
  const ahead = new PiecesAhead();
  const answer = async (question: Exclude<TableQuestion, 'taken'>) => {
    if ('bytes' in question) {
      const { bytes } = question;
      const slice = async (start: number, end = bytes.length) => bytes.slice(start, end).buffer as ArrayBuffer;
      rows = await openParquet({ byteLength: bytes.length, slice });
      scope.postMessage({ opened: { count: rows.count, bytes: rows.bytes } });
      return;
    }
    if (!rows) throw new Error('there is no file');
    ahead.reset();
    for await (const piece of rows.lines(question.from, question.to ?? rows.count, question.columns)) {
      await ahead.add(piece.buffer.byteLength);
      scope.postMessage({ piece }, [piece.buffer as ArrayBuffer]);
    }
    scope.postMessage({ done: true });
  };
  scope.onmessage = ({ data }) => {
    if (data !== 'taken') {
      answer(data).catch((error: unknown) =>
        scope.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
      );
      return;
    }
    ahead.taken();
  };
}
