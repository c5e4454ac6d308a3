import { EngineError } from '../../engine/index.ts';

/** How much is looked at at once, in bytes: what comes of it is there before more is unpacked. */
const zstdStep = 64 * 1024;

/**
 * What is packed in a stream of zstd. Rejects with an `EngineError` where it is broken, cut off, or needs too much memory:
 * its reader already has what came before, no part of which can be trusted.
 */
export async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { ZstdFrames, xxhash } = await import('./logFormats.ts');
  const frames = new ZstdFrames(await xxhash());
  const work = <T>(unpack: () => T): T => {
    try {
      return unpack();
    } catch (error) {
      throw new EngineError('LogIsCompressed', `The log cannot be unpacked: ${(error as Error).message}.`);
    }
  };
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += zstdStep)
      yield* work(() => frames.push(chunk.subarray(from, from + zstdStep)));
  work(() => frames.end());
}
