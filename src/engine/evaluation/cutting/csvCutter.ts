import { PendingRecord } from './pendingRecord.ts';
import { type CutRecord, maxRecordLength, type RecordCutter } from './recordCutter.ts';

const [feed, carriageReturn, quote] = [0x0a, 0x0d, 0x22];

/**
 * Records of CSV, whose fields may hold line breaks in quotes; the first one has the names. A quote opens only where a
 * field begins, as RFC 4180 says. A line `sep=;` before the names is not a record. `delimiter`: one ASCII character.
 */
export function csvCutter(delimiter: string, start = 0, limit = maxRecordLength): RecordCutter {
  const separator = delimiter.charCodeAt(0);
  const pending = new PendingRecord(limit);
  let [line, place] = [1, start];
  let isQuoted = false;
  /** Whether the last byte was a quote within quotes: a second one is a quote of the text. */
  let isDoubtful = false;
  let isAtStart = true;
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
        if (isQuoted) {
          if (byte !== quote) continue;
          isQuoted = false;
          isDoubtful = true;
          continue;
        }
        if (byte === quote && (isAtStart || isDoubtful)) {
          isQuoted = true;
          isEmpty = false;
        } else if (byte === feed) {
          pending.add(chunk.subarray(from, i));
          finish(take);
          from = i + 1;
          pending.begin(line, place + from);
        } else if (byte !== carriageReturn) isEmpty = false;
        isDoubtful = false;
        isAtStart = byte === separator || byte === feed;
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
