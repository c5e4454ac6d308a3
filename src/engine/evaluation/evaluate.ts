import type { Host } from '../core/host.ts';
import type { ModelMessage } from '../core/result.ts';
import type { Definition } from '../parsers/definition.ts';
import { createJudge, type JudgeOptions } from './createJudge.ts';
import { type FieldPath, parseFieldPath, valueAtField } from './fieldPath.ts';
import { blockSize, type RowBlock } from './limitGate.ts';
import { finishOf } from './logs/plainRows.ts';
import { markOddTypes } from './markOddTypes.ts';
import { rowResponse } from './rowResponse.ts';
import { type EvaluationSummary, summarize } from './summarize.ts';
import type { LogRow, RowVerdict } from './verdict.ts';
import { VerdictTable } from './verdictTable.ts';

/** A response, or a record of a log as plain data. */
export type EvaluatedRow = string | ModelMessage | Readonly<Record<string, unknown>>;

/** Options of {@link evaluate}. */
export interface EvaluateOptions extends JudgeOptions {
  /** Where each row has its response, as in `choices[0].message.content`; absent: the row itself, its `response` or `message`. */
  readonly field?: string;
  /** Where each row has the value that it should give; absent: `expected`. */
  readonly expected?: string;
  /** The columns of the summary's groups. */
  readonly groupBy?: readonly string[];
  /** Ends the evaluation before the next row; the summary is that of the rows until then. */
  readonly signal?: { readonly aborted: boolean };
}

/** An evaluation under way: verdicts in the order of the rows, and the numbers of those that were taken. */
export interface Evaluation extends AsyncIterable<RowVerdict> {
  /** The numbers so far; after the last row those of all. The rule by majority counts here, and not in a row's own verdict. */
  summary(): EvaluationSummary;
}

/**
 * Judges responses by a definition, one after the other as they are asked for; where a module reads them, some dozen at once of those that are there. Where five of 64 ran into a limit of time, the rest of these is `untried`. Throws `EngineError` where the
 * definition makes no parser, or `field` is not a field; after that never rejects, unless `rows` does.
 */
export function evaluate(
  definition: Definition,
  rows: Iterable<EvaluatedRow> | AsyncIterable<EvaluatedRow>,
  options: EvaluateOptions = {},
  host: Host = {},
): Evaluation {
  const judge = createJudge(definition, options, host);
  const field = options.field === undefined ? undefined : parseFieldPath(options.field);
  const expected = parseFieldPath(options.expected ?? 'expected');
  const columns = options.groupBy ?? [];
  const paths = new Map(columns.map(column => [column, parseFieldPath(column)]));
  let table = new VerdictTable({ columns });
  let isUsed = false;
  return {
    async *[Symbol.asyncIterator]() {
      if (isUsed) table = new VerdictTable({ columns });
      isUsed = true;
      let line = 0;
      let batch: LogRow[] = [];
      let block: RowBlock = { limits: 0 };
      const judged = async function* () {
        if (batch.length === 0) return;
        for (const verdict of await judge.all(batch, block)) {
          table.add(verdict);
          yield verdict;
        }
        batch = [];
      };
      // Rows that have yet to come are not waited for.
      const atOnce = Symbol.iterator in rows ? judge.atOnce : 1;
      for await (const row of rows) {
        if (options.signal?.aborted) return;
        if (line++ % blockSize === 0) {
          yield* judged();
          block = { limits: 0 };
        }
        batch.push(rowOf(row, line, { field, expected, paths }));
        if (batch.length >= atOnce) yield* judged();
      }
      yield* judged();
    },
    summary() {
      const counted = new VerdictTable({ columns });
      counted.append(table.pack());
      markOddTypes(counted, options.off);
      return summarize(counted, columns);
    },
  };
}

interface Fields {
  readonly field: FieldPath | undefined;
  readonly expected: FieldPath;
  readonly paths: ReadonlyMap<string, FieldPath>;
}

function rowOf(row: EvaluatedRow, line: number, { field, expected, paths }: Fields): LogRow {
  const response = rowResponse(row, field);
  const finish = typeof row === 'string' ? undefined : finishOf(row);
  const expectedValue = typeof row === 'string' ? undefined : valueAtField(row, expected);
  const id = typeof row === 'string' ? undefined : valueAtField(row, ['id']);
  const columns: Record<string, string> = {};
  for (const [name, path] of paths) {
    const value = valueAtField(row, path);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      columns[name] = String(value);
  }
  return {
    place: { log: 0, line },
    ...(typeof id === 'string' && { id }),
    ...(response !== undefined && { response }),
    ...(expectedValue !== undefined && { expected: expectedValue }),
    ...(finish !== undefined && { finish }),
    columns,
  };
}
