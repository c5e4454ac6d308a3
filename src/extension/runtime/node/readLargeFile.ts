import { open } from 'node:fs/promises';

/** The longest text that one JavaScript string holds, nearly; a byte is at most one UTF-16 unit. */
const maxBytes = 500 * 1024 * 1024;

/** Reads a file that VS Code opens no document for. Rejects for a binary file and for one that does not fit in memory as one text. */
export async function readLargeFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > maxBytes)
      throw new Error('ParserLens parses files of up to 500 MB. Use the command line for longer logs.');
    const buffer = await file.readFile();
    if (buffer.subarray(0, 8192).includes(0)) throw new Error('This file is binary. There is no text to parse.');
    return new TextDecoder().decode(buffer);
  } finally {
    await file.close();
  }
}
