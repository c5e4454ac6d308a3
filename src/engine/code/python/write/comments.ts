import { visible } from '../../../text/index.ts';

const width = 86;

/** A text as lines of comment, each with its line feed; long ones are wrapped, and empty ones left out. */
export function commentOf(text: string | undefined): string {
  if (text === undefined) return '';
  const lines = text
    .replace(/\p{Cs}/gu, '\ufffd')
    .split(/[\r\n\f\v\x1c-\x1e\x85\u2028\u2029\0]+/)
    .flatMap(wrap);
  return lines
    .filter(line => line.trim() !== '')
    .map(line => `# ${visible(line.trim())}\n`)
    .join('');
}

function wrap(line: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  while (line.length - start > width) {
    const blank = line.lastIndexOf(' ', start + width);
    const end = blank > start ? blank : line.indexOf(' ', start + width);
    if (end < 0) break;
    lines.push(line.slice(start, end));
    start = end + 1;
  }
  return [...lines, line.slice(start)];
}
