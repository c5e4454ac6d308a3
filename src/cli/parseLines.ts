import { type ModelMessage, responseText, toJsonText } from '../engine/index.ts';
import { exitCode, type Io, print } from './io.ts';
import { isTooLongForText, readLines, tooLong } from './lines.ts';
import type { Loaded } from './loadDefinition.ts';
import { openInput } from './readInput.ts';
import { jsonObject, resultJson } from './resultJson.ts';

/**
 * One response per input line, one result per output line, in order; blank lines are skipped. Holds one line at a time
 * and waits for the reader. A line that is no response gives a result with an `InputError`. Exit code 1 if any failed.
 */
export async function parseLines({ definition, parser }: Loaded, path: string, io: Io): Promise<number> {
  let number = 0;
  let failed = false;
  for await (const line of readLines(openInput(path, io))) {
    number++;
    if (line?.trim() === '') continue;
    const { text, isFine } = await resultLine(line, number, { definition, parser });
    failed ||= !isFine;
    await print(io.stdout, text);
  }
  return failed ? exitCode.failed : exitCode.fine;
}

async function resultLine(
  line: string | undefined,
  number: number,
  { definition, parser }: Pick<Loaded, 'definition' | 'parser'>,
): Promise<{ readonly text: string; readonly isFine: boolean }> {
  const { response, problem } = readResponse(line);
  if (response === undefined) return { text: inputError(`Line ${number} of the input ${problem}.`), isFine: false };
  try {
    const result = await parser.parse(response);
    const output = resultJson(definition, result, responseText(response) ?? '');
    return { text: `${toJsonText(output, 0)}\n`, isFine: result.ok };
  } catch (error) {
    // A string cannot hold the result: it may be several times as long as the line.
    if (!isTooLongForText(error)) throw error;
    return { text: inputError(`Line ${number} of the input gives a result that is too long.`), isFine: false };
  }
}

/** A line's response, or what is wrong with the line. */
interface Line {
  readonly response?: string | ModelMessage;
  readonly problem?: string;
}

function readResponse(line: string | undefined): Line {
  if (line === undefined) return { problem: tooLong };
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

/** A line of output for a line of input that fails. */
function inputError(message: string): string {
  return `${toJsonText(jsonObject({ ok: false, error: jsonObject({ class: 'InputError', message }) }), 0)}\n`;
}
