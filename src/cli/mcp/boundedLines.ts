import { Transform } from 'node:stream';

/** The longest message that is read, in bytes. */
export const longestMessage = 8 * 1024 * 1024;

const newline = 0x0a;

/**
 * The lines of a stream without those that are too long, of which nothing is kept; `onTooLong` hears of each. The server's
 * own reader would end the connection instead. A line that `isRefused` is left out as well.
 */
export function boundedLines(
  onTooLong: () => void,
  limit = longestMessage,
  isRefused: (line: string) => boolean = () => false,
): Transform {
  let kept: Buffer[] = [];
  let size = 0;
  let isTooLong = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(newline, from);
        const part = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
        from += part.length;
        size += part.length;
        if (size > limit && !isTooLong) {
          isTooLong = true;
          kept = [];
          onTooLong();
        }
        if (!isTooLong) kept.push(part);
        if (end < 0) continue;
        const line = isTooLong ? undefined : Buffer.concat(kept);
        if (line && !isRefused(line.toString())) this.push(line);
        [kept, size, isTooLong] = [[], 0, false];
      }
      done();
    },
  });
}
