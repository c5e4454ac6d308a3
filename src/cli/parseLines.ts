import { type FieldPath, type PyValue, responseText, rowResponse, toJsonText } from '../engine/index.ts';
import { exitCode, type Io, print } from './io.ts';
import { readLines } from './lines.ts';
import type { Loaded } from './loadDefinition.ts';
import { openInput, unreadable } from './readInput.ts';
import { jsonObject, resultJson } from './resultJson.ts';
import { RowsWithoutResponse } from './rowsWithoutResponse.ts';

/**
 * One response per input line, one result per output line, in order; blank lines are skipped. Holds one line at a time
 * and waits for the reader. A line that is no response gives a result with an `InputError`; where that is so of all lines, one
 * `UsageError` says it instead. `field`: where each line has its response. Exit code 1 if any failed.
 */
export async function parseLines(
  { definition, parser }: Loaded,
  path: string,
  field: FieldPath | undefined,
  io: Io,
): Promise<number> {
  let number = 0;
  let rows = 0;
  let failed = false;
  const put = (output: PyValue) => print(io.stdout, `${toJsonText(output, 0)}\n`);
  const putProblem = (line: number, problem: string) => {
    failed = true;
    return put(inputError(`Line ${line} of the input ${problem}.`));
  };
  const without = new RowsWithoutResponse(field, putProblem);
  try {
    for await (const line of readLines(openInput(path, io))) {
      number++;
      if (line?.trim() === '') continue;
      rows++;
      const { row, problem } = readRow(line);
      const response = problem === undefined ? rowResponse(row, field) : undefined;
      if (problem !== undefined) {
        await without.release();
        await putProblem(number, problem);
      } else if (response === undefined) await without.add(number, row);
      else {
        await without.release();
        const result = await parser.parse(response);
        failed ||= !result.ok;
        await put(resultJson(definition, result, responseText(response) ?? ''));
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw unreadable(path, error);
    throw error;
  }
  await without.end(path, rows, io);
  return failed ? exitCode.failed : exitCode.fine;
}

/** A line's data, or what is wrong with the line. */
function readRow(line: string | undefined): { readonly row?: unknown; readonly problem?: string } {
  if (line === undefined) return { problem: 'is too long' };
  try {
    return { row: JSON.parse(line) };
  } catch (error) {
    return { problem: `is not JSON: ${(error as Error).message}` };
  }
}

function inputError(message: string): PyValue {
  return jsonObject({ ok: false, error: jsonObject({ class: 'InputError', message }) });
}
