import { EngineError, type PackedVerdicts } from '../../engine/index.ts';
import { joinedBytes } from '../joinedBytes.ts';
import { type MergedParts, mergeParts, type NamedPart, overlapOf, partDifference } from './mergeParts.ts';
import { readPackedRows } from './readPackedRows.ts';

/** A part of an evaluation with those beside it that fit. */
export interface PartsTogether extends MergedParts {
  /** The files that were put together, the one that was asked about first. */
  readonly files: readonly string[];
  /** Parts that do not fit, and why, in words that go on after "it has". */
  readonly left: readonly { readonly name: string; readonly why: string }[];
}

/** The largest that the rows of a part may become, in bytes: some forty are a row. */
const maxUnpacked = 1024 * 1024 * 1024;

/**
 * Puts a part together with those of others that fit: parts of the same evaluation of which nothing is there yet. What is no part is
 * left out without a word. Rejects with an `EngineError` that names the file where the rows of a part are broken.
 */
export async function mergeBeside(own: NamedPart, others: readonly NamedPart[]): Promise<PartsTogether> {
  const parts = [own];
  const left: { readonly name: string; readonly why: string }[] = [];
  for (const other of others) {
    if (!other.evaluation.part) continue;
    const why = other.evaluation.cancelled
      ? 'rows missing, as it was ended early'
      : (partDifference(own, other) ?? overlapOf(parts, other));
    if (why === undefined) parts.push(other);
    else left.push({ name: other.name, why });
  }
  const rows = new Map<string, () => Uint8Array>();
  for (const { evaluation } of parts) {
    const text = evaluation.part?.rows ?? '';
    const unpacked = await inflated(text).catch((error: unknown) => error as Error);
    rows.set(text, () => {
      if (unpacked instanceof Error) throw unpacked;
      return unpacked;
    });
  }
  const unpack = (text: string): readonly PackedVerdicts[] => readPackedRows(rows.get(text)!);
  const merged = mergeParts(parts, part => unpack(part.rows));
  return { ...merged, files: parts.map(({ name }) => name), left };
}

async function inflated(base64: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxUnpacked) {
      await reader.cancel();
      throw new EngineError('BrokenPart', 'there are too many');
    }
    pieces.push(value);
  }
  return joinedBytes(...pieces);
}
