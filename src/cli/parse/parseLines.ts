import {
  type FieldPath,
  fieldPathText,
  type ModelMessage,
  type PyValue,
  responseText,
  rowResponse,
  type SuspicionCode,
  textFields,
  toJsonText,
} from '../../engine/index.ts';
import { jsonObject, resultJson } from '../../views/resultJson.ts';
import { exitCode, type Io, print, UsageError } from '../io.ts';
import type { Loaded } from '../loadDefinition.ts';
import { inputName, isTooLongForText, openInput, readLines, tooLong } from '../readInput.ts';

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

/** Lines that are held back before they are given after all; there is then no single message. */
const maxHeld = 2 ** 22;
/** Rows whose fields are looked through, and fields that are named. */
const maxRows = 100;
const maxFields = 20;
/** Lines that are named. */
const maxNamed = 5;

/**
 * The rows of a log that have no response. They are held back as long as no other row was met, so that a wrong field is one
 * message and not as many as there are rows; after that each is given at its place.
 */
class RowsWithoutResponse {
  readonly #field: FieldPath | undefined;
  readonly #give: (line: number, problem: string) => Promise<void>;
  readonly #fields = new Set<string>();
  #held: number[] | undefined = [];
  readonly #first: number[] = [];
  #count = 0;

  /** `give` writes one row's problem. */
  constructor(field: FieldPath | undefined, give: (line: number, problem: string) => Promise<void>) {
    this.#field = field;
    this.#give = give;
  }

  async add(line: number, row: unknown): Promise<void> {
    this.#count++;
    if (this.#first.length < maxNamed) this.#first.push(line);
    if (this.#count <= maxRows)
      for (const field of textFields(row, maxFields)) if (this.#fields.size < maxFields) this.#fields.add(field);
    if (!this.#held) return this.#give(line, this.#problem());
    this.#held.push(line);
    if (this.#held.length > maxHeld) await this.release();
  }

  /** There is another row: what was held back is given. */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    for (const line of held ?? []) await this.#give(line, this.#problem());
  }

  /** The end of a log of `rows`. Throws `UsageError` where none has a response; where some have none at a field, says so. */
  async end(path: string, rows: number, { stderr }: Io): Promise<void> {
    if (this.#count === 0) return;
    if (this.#held) throw new UsageError(`${inputName(path)}: ${this.#nothing()}${this.#advice()}`);
    if (this.#field)
      await print(
        stderr,
        `${inputName(path)}: ${number(this.#count)} of ${number(rows)} rows have no response ${this.#place()}.${this.#lines()}\n`,
      );
  }

  #nothing(): string {
    const rows = this.#count === 1 ? 'the only row has no' : `none of the ${number(this.#count)} rows has a`;
    return `${rows} response ${this.#place()}.`;
  }

  #advice(): string {
    if (this.#fields.size === 0) return ' No field of the first ones holds a text.';
    const fields = [...this.#fields].map(field => `\`${field}\``).join(', ');
    return ` The fields that hold a text are ${fields}: name one with --field.`;
  }

  #lines(): string {
    const more = this.#count > this.#first.length ? ', …' : '';
    return ` ${this.#count === 1 ? 'Line' : 'Lines'} ${this.#first.join(', ')}${more}.`;
  }

  #place(): string {
    return this.#field
      ? `at \`${fieldPathText(this.#field)}\``
      : '(a JSON string, or an object with `response` or `message`)';
  }

  #problem(): string {
    return this.#field
      ? `has no response ${this.#place()}`
      : 'is neither a JSON string nor an object with `response` or `message`';
  }
}

function number(count: number): string {
  return count.toLocaleString('en-US');
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
