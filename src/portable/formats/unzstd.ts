import { EngineError } from '../../engine/index.ts';
import { joinedBytes } from '../joinedBytes.ts';

/** How much is unpacked at once, in bytes: a block of 128 KB may have four. */
const zstdStep = 4096;
/** The longest start of a frame that says how large its window is. */
const frameHead = 6;
/** What `zstd` itself unpacks where nothing else is said. */
const maxWindow = 128 * 1024 * 1024;

/** What is packed in a stream of zstd. Rejects with an `EngineError` where it is broken, or needs too much memory. */
export async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('./logFormats.ts');
  let pieces: Uint8Array[] = [];
  const stream = new Decompress(piece => pieces.push(piece));
  let head: Uint8Array | undefined = new Uint8Array();
  const push = (bytes: Uint8Array, isLast = false) => {
    try {
      stream.push(bytes, isLast);
    } catch (error) {
      throw new EngineError('LogIsCompressed', `The log cannot be unpacked: ${(error as Error).message}.`);
    }
  };
  for await (let chunk of chunks) {
    if (head) {
      chunk = joinedBytes(head, chunk);
      head = chunk.length < frameHead ? chunk : undefined;
      if (head) continue;
      expectWindow(chunk);
    }
    for (let from = 0; from < chunk.length; from += zstdStep) {
      push(chunk.subarray(from, from + zstdStep));
      yield* pieces;
      pieces = [];
    }
  }
  push(head ?? new Uint8Array(), true);
  yield* pieces;
}

/** A frame says how far back it refers, which is held in memory. */
function expectWindow(bytes: Uint8Array): void {
  const [, , , , descriptor = 0, window = 0] = bytes;
  const isSingle = (descriptor & 0x20) !== 0;
  const size = 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  if (isSingle || size <= maxWindow) return;
  throw new EngineError(
    'LogIsCompressed',
    `The log cannot be unpacked: it needs ${Math.round(size / 2 ** 20)} MB of memory (zstd --long).`,
  );
}
