import { type CutRecord, maxRecordLength, PendingRecord, type RecordCutter } from './recordCutter.ts';

const feed = 0x0a;

/** Every line that is not blank is a record. `start`: where the first byte stands. */
export function lineCutter(start: number, limit = maxRecordLength): RecordCutter {
  const pending = new PendingRecord(limit);
  let [line, place] = [1, start];
  pending.begin(line, place);
  const finish = (take: (record: CutRecord) => void) => {
    const record = pending.take();
    if (!record.bytes || !isBlank(record.bytes)) take(record);
  };
  return {
    push(chunk, take) {
      let from = 0;
      for (let at = chunk.indexOf(feed); at >= 0; at = chunk.indexOf(feed, from)) {
        pending.add(chunk.subarray(from, at));
        finish(take);
        from = at + 1;
        line++;
        pending.begin(line, place + from);
      }
      pending.add(chunk.subarray(from));
      pending.keep();
      place += chunk.length;
    },
    end(take) {
      if (pending.length > 0) finish(take);
    },
  };
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** The log is one record. */
export function wholeCutter(start = 0, limit = maxRecordLength): RecordCutter {
  const pending = new PendingRecord(limit);
  pending.begin(1, start);
  return {
    push(chunk) {
      pending.add(chunk);
      pending.keep();
    },
    end: take => take(pending.take()),
  };
}
