import { isWhite, pyStrip, skipWhite } from '../../../../src/engine/python/whitespace.ts';

/** A command of several lines: its name, and the line that ends it. */
export interface MultilineCommand {
  readonly name: string;
  readonly endName: string;
}

/** A command found in an action; the end is before the line feed that follows the end line. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly endName: string;
}

/**
 * SWE-agent's `guard_multiline_input`: each command of several lines becomes a here-document, its first line gets
 * ` << 'END'`. A bug of SWE-agent's is kept: where something precedes a command, as many of the command's first
 * characters are lost as stand before it. Linear in action times commands.
 */
export function guardMultilineAction(action: string, commands: readonly MultilineCommand[]): string {
  const finders = commands.map(command => finderOf(action, command));
  const parts: string[] = [];
  let rest = 0;
  while (skipWhite(action, rest) < action.length) {
    const first = firstOf(finders, rest);
    if (!first) {
      parts.push(action.slice(rest));
      break;
    }
    const before = action.slice(rest, first.start);
    if (pyStrip(before) !== '') parts.push(before);
    parts.push(guarded(action.slice(first.start, first.end), [...before].length, first.endName));
    rest = first.end;
  }
  return parts.join('\n');
}

function guarded(command: string, lost: number, endName: string): string {
  const mark = `<< '${endName}'`;
  if (pyStrip(firstLineOf(command)).endsWith(mark)) return command;
  const kept = [...command].slice(lost).join('');
  const line = firstLineOf(kept);
  return `${line} ${mark}${kept.slice(line.length)}`;
}

function firstLineOf(text: string): string {
  const feed = text.indexOf('\n');
  return feed === -1 ? text : text.slice(0, feed);
}

function firstOf(finders: readonly ((from: number) => Found | undefined)[], from: number): Found | undefined {
  let first: Found | undefined;
  for (const find of finders) {
    const found = find(from);
    if (found && (!first || found.start < first.start)) first = found;
  }
  return first;
}

/**
 * Finds matches of `^\s*(NAME)\s*(.*?)^(END)\s*$` (`re.DOTALL`, `re.MULTILINE`) in what is left of an action, from
 * growing offsets on. Names are taken literally.
 */
function finderOf(action: string, { name, endName }: MultilineCommand): (from: number) => Found | undefined {
  const lines = firstCharacters(action);
  const names = lines.filter(start => action.startsWith(name, start));
  const ends = lines.flatMap(start => {
    if (!action.startsWith(endName, start) || (start > 0 && action.charAt(start - 1) !== '\n')) return [];
    const end = lineTail(action, start + endName.length);
    return end === undefined ? [] : [{ start, end }];
  });
  let nextName = 0;
  let nextEnd = 0;
  return from => {
    while ((names[nextName] ?? action.length) < from) nextName++;
    const nameStart = names[nextName];
    if (nameStart === undefined) return undefined;
    while ((ends[nextEnd]?.start ?? action.length) < nameStart + name.length) nextEnd++;
    const end = ends[nextEnd];
    return end && { start: matchStart(action, from, nameStart), end: end.end, endName };
  };
}

/** The first character of each line that is not blank. */
function firstCharacters(text: string): readonly number[] {
  const starts: number[] = [];
  for (let i = skipWhite(text, 0); i < text.length; ) {
    starts.push(i);
    const feed = text.indexOf('\n', i);
    i = feed === -1 ? text.length : skipWhite(text, feed);
  }
  return starts;
}

/** Where `\s*$` ends behind `from`: before the last line feed of the blanks, or at the text's end; `undefined` where something else is on the line. */
function lineTail(text: string, from: number): number | undefined {
  const blanks = skipWhite(text, from);
  if (blanks === text.length) return blanks;
  const feed = text.lastIndexOf('\n', blanks - 1);
  return feed >= from ? feed : undefined;
}

/** Where `^\s*` begins before a name: the first start of a line (or of what is left) with nothing but blanks up to it. */
function matchStart(text: string, from: number, nameStart: number): number {
  let start = nameStart;
  while (start > from && isWhite(text.charCodeAt(start - 1))) start--;
  if (start === from) return from;
  return text.indexOf('\n', start) + 1;
}
