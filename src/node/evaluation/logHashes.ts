import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { LogInput } from '../../portable/logs/judgeLogs.ts';
import { inputsAt } from './inputsAt.ts';

/**
 * The SHA-256 of logs as an evaluation has it, before anything is judged. `reads`: which of them are read; the others, what comes
 * as a stream and what cannot be read have none (`''`).
 */
export async function logHashes(
  inputs: readonly LogInput[],
  cwd: string,
  reads: (log: number) => boolean,
): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (const [log, input] of inputs.entries()) hashes.push(reads(log) ? await hashOf(input, cwd).catch(() => '') : '');
  return hashes;
}

async function hashOf({ file, size, path, isFolder }: LogInput, cwd: string): Promise<string> {
  if (file !== undefined && size !== undefined) {
    const hash = createHash('sha256');
    if (size > 0)
      for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, end: size - 1 }))
        hash.update(chunk);
    return hash.digest('hex');
  }
  // The texts of a folder can be read once from a source.
  const texts = isFolder && (await inputsAt(resolve(cwd, path), path)).find(input => input.isFolder);
  if (!texts) return '';
  for await (const _ of texts.source.chunks());
  return texts.source.facts().sha256;
}
