import {
  type FieldPath,
  type ModelMessage,
  type PyValue,
  responseText,
  rowResponse,
  type SuspicionCode,
  toJsonText,
} from '../../engine/index.ts';
import { jsonObject, resultJson } from '../../views/resultJson.ts';
import { exitCode, type Io, print } from '../io.ts';
import { isTooLongForText, readLines, tooLong } from '../lines.ts';
import type { Loaded } from '../loadDefinition.ts';
import { openInput } from '../readInput.ts';
import { RowsWithoutResponse } from './rowsWithoutResponse.ts';

/** One response per input line, one object of `parse --json` per output line, see {@link answerLines}. */
export function parseLines(
  { definition, parser }: Pick<Loaded, 'definition' | 'parser'>,
  path: string,
  { field, on = [] }: { readonly field?: FieldPath | undefined; readonly on?: readonly SuspicionCode[] },
  io: Io,
): Promise<number> {
  return answerLines(path, field, io, async response => {
    const result = await parser.parse(response, { suspicions: true, on });
    return { output: resultJson(definition, result, responseText(response) ?? ''), isFine: result.ok };
  });
}

/** What a response gives: an object for its line, and whether it counts as fine. */
export interface LineAnswer {
  readonly output: PyValue;
  readonly isFine: boolean;
}

/**
 * One response per input line, one answer per output line, in order; blank lines are skipped. Holds one line at a time
 * and waits for the reader. A line that has no response gives an answer with an `InputError`; where that is so of all lines,
 * one `UsageError` says it instead. `field`: where each line has its response. Exit code 1 if any failed.
 */
export async function answerLines(
  path: string,
  field: FieldPath | undefined,
  io: Io,
  answer: (response: string | ModelMessage) => Promise<LineAnswer>,
): Promise<number> {
  let number = 0;
  let rows = 0;
  let failed = false;
  const putProblem = (line: number, problem: string) => {
    failed = true;
    return print(io.stdout, inputError(`Line ${line} of the input ${problem}.`));
  };
  const without = new RowsWithoutResponse(field, putProblem);
  for await (const line of readLines(openInput(path, io))) {
    number++;
    if (line?.trim() === '') continue;
    rows++;
    const { row, problem } = readRow(line);
    const response = problem === undefined ? rowResponse(row, field) : undefined;
    if (problem === undefined && response === undefined) {
      await without.add(number, row);
      continue;
    }
    await without.release();
    if (response === undefined) {
      await putProblem(number, problem ?? '');
      continue;
    }
    const { text, isFine } = await answerLine(response, number, answer);
    failed ||= !isFine;
    await print(io.stdout, text);
  }
  await without.end(path, rows, io);
  return failed ? exitCode.failed : exitCode.fine;
}

async function answerLine(
  response: string | ModelMessage,
  number: number,
  answer: (response: string | ModelMessage) => Promise<LineAnswer>,
): Promise<{ readonly text: string; readonly isFine: boolean }> {
  try {
    const { output, isFine } = await answer(response);
    return { text: `${toJsonText(output, 0)}\n`, isFine };
  } catch (error) {
    // A string cannot hold the result: it may be several times as long as the line.
    if (!isTooLongForText(error)) throw error;
    return { text: inputError(`Line ${number} of the input gives a result that is too long.`), isFine: false };
  }
}

/** A line's data, or what is wrong with the line. */
function readRow(line: string | undefined): { readonly row?: unknown; readonly problem?: string } {
  if (line === undefined) return { problem: tooLong };
  try {
    return { row: JSON.parse(line) };
  } catch (error) {
    return { problem: `is not JSON: ${(error as Error).message}` };
  }
}

/** A line of output for a line of input that fails. */
function inputError(message: string): string {
  return `${toJsonText(jsonObject({ ok: false, error: jsonObject({ class: 'InputError', message }) }), 0)}\n`;
}
