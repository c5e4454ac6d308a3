/** Options of {@link wrapLine}. */
export interface WrapOptions {
  /** In code points, at least 1. */
  readonly width: number;
  readonly breakLong: boolean;
  readonly breakOnHyphens: boolean;
}

const hyphenated =
  /(\s+|[^\s\p{L}\p{N}_]*[\p{L}\p{N}_]+[^\s\p{L}\p{N}_-]*-(?=[\p{L}_]{2})|[^\s-]+(?:-+[^\s-]*)*?(?=-[\p{L}_]{2}|\s|$)|\S+)/gu;

/** Python's `textwrap.wrap(line, expand_tabs=False, replace_whitespace=False)` of one line. Linear. */
export function wrapLine(line: string, { width, breakLong, breakOnHyphens }: WrapOptions): string[] {
  const pattern = breakOnHyphens && line.includes('-') ? hyphenated : /\s+|\S+/gu;
  const chunks = (line.match(pattern) ?? []).map(text => ({ text, size: [...text].length })).reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    const current: string[] = [];
    let size = 0;
    if (lines.length > 0 && chunks.at(-1)?.text.trim() === '') chunks.pop();
    for (let chunk = chunks.at(-1); chunk && size + chunk.size <= width; chunk = chunks.at(-1)) {
      current.push(chunk.text);
      size += chunk.size;
      chunks.pop();
    }
    const long = chunks.at(-1);
    if (long && long.size > width) {
      const room = breakLong ? Math.max(1, width - size) : size === 0 ? long.size : 0;
      const characters = [...long.text];
      chunks.pop();
      if (room > 0) current.push(characters.slice(0, room).join(''));
      if (room < long.size) chunks.push({ text: characters.slice(room).join(''), size: long.size - room });
    }
    if (current.at(-1)?.trim() === '') current.pop();
    if (current.length > 0) lines.push(current.join(''));
  }
  return lines;
}
