import { type LogRow, responseText } from '../../engine/index.ts';
import type { LogInput } from './judgeLogs.ts';
import type { LogSource } from './logSource.ts';
import { openLog } from './openLog.ts';
import { scanRows } from './rowsAgain.ts';

/** How many rows of a log are looked at: one without a response counts as well. */
const maxRows = 200;

/** How many responses are wanted at most, and how long they may be together, in UTF-16 units; the first may be longer. */
export interface FirstLimits {
  readonly count: number;
  readonly length: number;
  /** How many rows of each log are looked at; absent: 200. */
  readonly rows?: number;
}

/** The responses of {@link firstRows}. */
export async function firstResponses(...args: Parameters<typeof firstRows>): Promise<readonly string[]> {
  return (await firstRows(...args)).map(({ text }) => text);
}

/** A row of a log whose response is text. */
export interface TextRow {
  readonly text: string;
  readonly row: LogRow;
}

/**
 * The first rows of logs whose responses are text, an equal share of each log. `others`: definitions whose
 * rows are left out, see `LogReading`. Reads no further than it must. Rejects when a log cannot be read.
 */
export async function firstRows(
  inputs: readonly LogInput[],
  { count, length, rows: most = maxRows }: FirstLimits,
  others: readonly string[] = [],
): Promise<readonly TextRow[]> {
  const share = Math.ceil(count / Math.max(1, inputs.length));
  const found: TextRow[] = [];
  let room = length;
  for (const [log, input] of inputs.entries()) {
    if (found.length >= count || room <= 0) break;
    const opened = await openLog(input.source, input.name, input);
    const reading = others.length > 0 ? { ...opened.reading, others } : opened.reading;
    const plan = { log, framing: opened.framing, reading, ...(opened.names && { names: opened.names }) };
    const last = Math.min(count, found.length + share);
    let rows = 0;
    await scanRows(sourceOf(input.source, opened), plan, row => {
      const text = row?.response === undefined || row.isOther ? null : responseText(row.response);
      if (row && text && (text.length <= room || found.length === 0)) {
        found.push({ text, row });
        room -= text.length;
      }
      return ++rows < most && found.length < last && room > 0;
    });
  }
  return found;
}

/** A log whose first chunks were looked at already. */
function sourceOf(source: LogSource, { chunks }: Pick<LogSource, 'chunks'>): LogSource {
  return { total: source.total, offset: source.offset, facts: () => source.facts(), chunks };
}
