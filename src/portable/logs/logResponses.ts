import { createRowsReader, type LogPlace, type LogRow, responseText } from '../../engine/index.ts';
import { type LogPlan, recordOf } from './batchJudge.ts';
import type { LogInput } from './judgeLogs.ts';
import type { LogSource } from './logSource.ts';
import { openLog } from './openLog.ts';
import { eachRecord, scanRows } from './rowsAgain.ts';

/** How many rows of a log are looked at: one without a response counts as well. */
const maxRows = 200;

/** The most responses, and how long they may be together, in UTF-16 units; the first may be longer. */
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

const decoder = new TextDecoder();

/**
 * Tells of every row of a log, in their order, whether its response has a text, which is in lower case; rows that
 * answer for other definitions are left out. Ends early where `visit` gives false. A record that cannot have the text is not
 * read. What else waits in this thread comes between the log's chunks.
 */
export async function searchResponses(
  source: LogSource,
  plan: LogPlan,
  text: string,
  visit: (has: boolean) => boolean,
): Promise<void> {
  const toRows = createRowsReader(plan.reading);
  const mayHave = recordFilter(plan, text);
  const place: LogPlace = { log: plan.log, line: 0 };
  const visitRow = (row: LogRow) => row.isOther === true || visit(written(row).toLowerCase().includes(text));
  await eachRecord(source, plan, ({ bytes }) => {
    if (!bytes) return visit(false);
    const line = decoder.decode(bytes);
    if (!mayHave(line)) return visit(false);
    const record = recordOf(line, plan.framing, plan.names ?? []);
    return record ? toRows(record.data, place).every(visitRow) : visit(false);
  });
}

function written({ response }: LogRow): string {
  if (response === undefined) return '';
  return responseText(response) ?? JSON.stringify(response);
}

/** Readers whose response is one text of the record, unless the record has what {@link putTogether} finds. */
const plainReaders: ReadonlySet<string> = new Set(['json', 'openai-chat']);
/** What JSON writes otherwise than it means it: no part of what is looked for in a record as it is written. */
const writtenOtherwise = /["\\/\p{Cc}:,{}[\]]/u;
/** Where a response may be put together of several texts, or the row may be of another definition. */
const putTogether = /"(?:content|output)"\s*:\s*[^\s"]|"(?:tool_calls|function_call)"\s*:\s*[[{"]|"parser"\s*:\s*"/;
/** One of these stands in every record in which that is found: most have none. */
const putTogetherWords = ['content"', 'output"', '_call', 'parser"'];
/** Escapes of what may be a letter of an ASCII text, in either case. */
const escapedAscii = /\\u(?:00|0130|212a)/i;

/**
 * Makes what tells whether a record may have a text in its response, as the record is written. A record of which that is
 * not certain may.
 */
function recordFilter({ reading, framing, names = [] }: LogPlan, text: string): (written: string) => boolean {
  const all = () => true;
  const isPlain = reading.turns !== 'all' && reading.body === undefined && plainReaders.has(reading.reader);
  if (!isPlain || (framing.kind === 'csv' && names.some(name => name === 'tool_calls' || name === 'parser')))
    return all;
  const [part = ''] = text.split(writtenOtherwise).sort((one, other) => other.length - one.length);
  // A sigma is another letter at the end of a word, and where that is escapes decide.
  if (part === '' || /[σς]/.test(part)) return all;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant.
  const escaped = /^[\x00-\x7f]*$/.test(part) ? escapedAscii : /\\u/i;
  return line =>
    line.toLowerCase().includes(part) ||
    (line.includes('\\u') && escaped.test(line)) ||
    (putTogetherWords.some(word => line.includes(word)) && putTogether.test(line));
}
