import type { Host } from '../core/host.ts';
import { LastUsed } from '../core/lastUsed.ts';
import { none } from '../core/none.ts';
import type { SuspicionChoice } from '../core/suspicion.ts';
import { createAnswerReader, type DefinitionUses, parserOf } from '../definition/index.ts';
import type { NamedCause } from '../diagnosis/index.ts';
import type { Definition } from '../parsers/definition.ts';
import { splitErrors } from '../samples/index.ts';
import type { Judging } from './judgeError.ts';
import { baseOf, judgeRow, type OwnVerdict, unread } from './judgeRow.ts';
import { blockSize, LimitGate, type RowBlock } from './limitGate.ts';
import { measuresOf, type RowMeasure } from './rowMeasures.ts';
import { type LogRow, type RowVerdict, untriedCode } from './verdict.ts';

/** What of rows is judged: rows with no other suspicions are `ok`. */
export interface JudgeOptions extends SuspicionChoice {
  /** What is measured of rows: see {@link RowVerdict.measures}. Absent: nothing. */
  readonly measures?: readonly RowMeasure[];
}

/** Judges rows, one at a time or many at once. Never rejects. */
export interface Judge {
  (row: LogRow): Promise<RowVerdict>;
  /**
   * Judges many: the same verdicts, in their order. `block`: the rows are of one that is given up when its rows ran into
   * five limits of time, whatever the host remembers of other rows; one block at a time.
   */
  all(rows: readonly LogRow[], block?: RowBlock): Promise<readonly RowVerdict[]>;
  /** How many rows to pass to {@link all} at once: 1 where more are no faster. */
  readonly atOnce: number;
}

/** How many diagnoses are kept: agents say the same again and again. */
const mostKept = 500;

/** Makes what judges the rows of a log by a definition. Throws `EngineError` like `createParser`. */
export function createJudge(definition: Definition, options: JudgeOptions = {}, host: Host = {}): Judge {
  return judgeHeardBy(undefined, definition, options, host);
}

/** {@link createJudge}, where somebody hears what of the definition judging takes, see `judgesAlike`. */
export function judgeHeardBy(
  uses: DefinitionUses | undefined,
  definition: Definition,
  options: JudgeOptions,
  host: Host,
): Judge {
  const gate = new LimitGate(host);
  const reader = createAnswerReader(definition, gate.host, uses);
  const parser = parserOf(definition, reader, uses);
  const off = new Set<string>(options.off);
  const splitError = splitErrors(uses?.watched(definition) ?? definition);
  const diagnoses = new LastUsed<readonly NamedCause[]>(mostKept);
  const { messageParts, readsMessages } = definition.parserType.responses ?? {};
  const judging: Judging = {
    parser,
    read: reader.read,
    // Its limits are no block's: what a definition's own example runs into says nothing about the rows.
    suspicions: createAnswerReader(definition, host, uses).suspicions,
    readsMessages: messageParts !== undefined || readsMessages === true,
    off,
    on: options.on,
    splitError,
    diagnoses,
    gate,
    measures: options.measures ?? none,
    now: options.measures?.includes('judgeMs') ? host.now?.bind(host) : undefined,
  };
  const judge = async (row: LogRow) => (await judgeRows([row], judging))[0]!;
  return Object.freeze(
    Object.assign(judge, {
      all: (rows: readonly LogRow[], block?: RowBlock) => gate.within(block, () => judgeRows(rows, judging)),
      // Few enough that a click on Cancel is not felt to wait.
      atOnce: parser.readsMany ? blockSize : 1,
    }),
  );
}

async function judgeRows(rows: readonly LogRow[], judging: Judging): Promise<RowVerdict[]> {
  if (judging.parser.readsMany) return judgeTogether(rows, judging);
  const { now } = judging;
  const judged: RowVerdict[] = [];
  for (const row of rows) {
    const own = unread(row, judging);
    if (own) judged.push(own);
    else if (judging.gate.isClosed) judged.push({ ...baseOf(row), verdict: 'untried', code: untriedCode });
    else {
      const start = now?.();
      // A promise between steps that need none costs as much as they do.
      const read = judging.read(row.response!);
      const made = judgeRow(row, read instanceof Promise ? await read : read, judging);
      const verdict = made instanceof Promise ? await made : made;
      judged.push(measured(verdict, row, judging, start === undefined ? undefined : now!() - start));
    }
  }
  return judged;
}

/** The verdict with what is measured of its row. */
function measured(verdict: OwnVerdict, row: LogRow, { measures }: Judging, ms?: number): RowVerdict {
  if (measures.length > 0) verdict.measures = measuresOf(measures, row, ms);
  return verdict;
}

/** Judges rows that are read together: none has a time of its own. */
async function judgeTogether(rows: readonly LogRow[], judging: Judging): Promise<RowVerdict[]> {
  const own = rows.map(row => unread(row, judging));
  const read = rows.filter((_, i) => !own[i]).map(({ response }) => response!);
  const results = await judging.parser.parseAll(read);
  const judged: RowVerdict[] = [];
  let next = 0;
  for (const [i, row] of rows.entries())
    judged.push(own[i] ?? measured(await judgeRow(row, results[next++]!, judging), row, judging));
  return judged;
}
