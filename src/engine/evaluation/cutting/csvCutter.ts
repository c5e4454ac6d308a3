import { CsvQuotes } from './csvQuotes.ts';
import { PendingRecord } from './pendingRecord.ts';
import { type CutRecord, maxRecordLength, type RecordCutter } from './recordCutter.ts';

const [feed, carriageReturn, quote] = [0x0a, 0x0d, 0x22];

/**
 * Records of CSV, whose fields may hold line breaks in quotes; the first one has the names. They are those of Papa Parse,
 * whose own way to read a file in parts begins a long record anew with each of them. A line `sep=;` before the names is not a
 * record. `delimiter`: one ASCII character.
 */
export function csvCutter(delimiter: string, start = 0, limit = maxRecordLength): RecordCutter {
  const quotes = new CsvQuotes(delimiter.charCodeAt(0));
  const pending = new PendingRecord(limit);
  let [line, place] = [1, start];
  let isEmpty = true;
  pending.begin(line, place);
  let isFirst = true;
  const finish = (take: (record: CutRecord) => void) => {
    if (!isEmpty) {
      const record = pending.take();
      if (!isFirst || !isSeparatorLine(record, delimiter)) take(record);
      isFirst = false;
    }
    isEmpty = true;
  };
  return {
    push(chunk, take) {
      let from = 0;
      for (let i = 0; i < chunk.length; i++) {
        const byte = chunk[i]!;
        if (byte === feed) line++;
        // Most bytes: spared a call.
        if (quotes.isQuoted && byte !== quote) continue;
        if (quotes.ends(byte)) {
          pending.add(chunk.subarray(from, i));
          finish(take);
          from = i + 1;
          pending.begin(line, place + from);
        } else if (byte !== carriageReturn) isEmpty = false;
      }
      pending.add(chunk.subarray(from));
      pending.keep();
      place += chunk.length;
    },
    end: finish,
  };
}

/** `sep=;`, which tells Excel the delimiter. */
function isSeparatorLine({ bytes }: CutRecord, delimiter: string): boolean {
  return (
    bytes !== undefined &&
    bytes.length <= 6 &&
    /^sep=.\r?$/i.test(String.fromCharCode(...bytes)) &&
    bytes[4] === delimiter.charCodeAt(0)
  );
}
