import type { FileHandle } from 'node:fs/promises';
import type { FileBytes } from '../../portable/formats/parquetFile.ts';

/** The bytes of an open file, as many as it had when its size was asked for. */
export function fileBytes(handle: FileHandle, byteLength: number): FileBytes {
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
