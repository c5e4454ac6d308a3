import { EngineError } from '../engine/index.ts';

/** What the system says of a write that failed, such as a full disk, with the file: of an open file it names none. */
export function writeFailure(file: string, error: unknown): EngineError {
  const message = error instanceof Error ? error.message : String(error);
  return new EngineError('FileNotWritten', `${file} cannot be written: ${message}`);
}
