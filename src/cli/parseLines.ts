import { type ModelMessage, type PyValue, responseText, toJsonText } from '../engine/index.ts';
import { exitCode, type Io, print } from './io.ts';
import { readLines } from './lines.ts';
import type { Loaded } from './loadDefinition.ts';
import { openInput, unreadable } from './readInput.ts';
import { jsonObject, resultJson } from './resultJson.ts';

/**
 * One response per input line, one result per output line, in order; blank lines are skipped. Holds one line at a time
 * and waits for the reader. A line that is no response gives a result with an `InputError`. Exit code 1 if any failed.
 */
export async function parseLines({ definition, parser }: Loaded, path: string, io: Io): Promise<number> {
  let number = 0;
  let failed = false;
  try {
    for await (const line of readLines(openInput(path, io))) {
      number++;
      if (line?.trim() === '') continue;
      const { response, problem } = readResponse(line);
      let output: PyValue;
      if (response === undefined) {
        failed = true;
        output = inputError(`Line ${number} of the input ${problem}.`);
      } else {
        const result = await parser.parse(response);
        failed ||= !result.ok;
        output = resultJson(definition, result, responseText(response) ?? '');
      }
      await print(io.stdout, `${toJsonText(output, 0)}\n`);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw unreadable(path, error);
    throw error;
  }
  return failed ? exitCode.failed : exitCode.fine;
}

/** A line's response, or what is wrong with the line. */
interface Line {
  readonly response?: string | ModelMessage;
  readonly problem?: string;
}

function readResponse(line: string | undefined): Line {
  if (line === undefined) return { problem: 'is too long' };
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch (error) {
    return { problem: `is not JSON: ${(error as Error).message}` };
  }
  // A provider's answer has the message itself as an object.
  const response = isObject(data) ? (data.response ?? (isObject(data.message) ? data.message : data)) : data;
  if (typeof response === 'string') return { response };
  if (isObject(response) && ('message' in response || 'content' in response)) return { response };
  return { problem: 'is neither a JSON string nor an object with `response` or `message`' };
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

function inputError(message: string): PyValue {
  return jsonObject({ ok: false, error: jsonObject({ class: 'InputError', message }) });
}
