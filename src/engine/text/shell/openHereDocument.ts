import type { Span } from '../../core/span.ts';

/** A here-document that a command opens. */
export interface HereDocument {
  /** The operator and its word, in UTF-16 offsets of the command. */
  readonly span: Span;
  /** The line that would end it. */
  readonly delimiter: string;
}

/** A here-document that was announced, and begins with the next line. */
interface Announced extends HereDocument {
  /** Whether tabs in front of its end do not count (`<<-`). */
  readonly skipsTabs: boolean;
}

/** The word of a here-document: quoted, escaped or plain. */
const operator = /<<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|((?:\\.|[^\s\\'"`;&|<>()])+))/y;
/** What stands in a word as it is. */
const inWord = /[^\s;&|<>()]/;

/**
 * The first here-document of a shell's command that no line ends: of Bash and its like, quotes, comments, substitutions and
 * arithmetic heeded. `blocks`: commands that are not the shell's and take the lines behind them, up to one that reads as the
 * map says, or `end_of_` and their name; what stands in there is theirs. `undefined`: all end. Linear for each nesting.
 */
export function openHereDocument(
  command: string,
  blocks: ReadonlyMap<string, string> = new Map(),
): HereDocument | undefined {
  if (!command.includes('<<')) return undefined;
  /** What the place is within: `)` of a substitution or a subshell, `"`, a back quote. */
  const within: string[] = [];
  let announced: Announced[] = [];
  const blockEnd = blockFinder(command, blocks);
  let at = blockEnd(0) ?? 0;
  while (at < command.length) {
    const sign = command.charAt(at);
    const isQuoted = within.at(-1) === '"';
    if (sign === '\\') at += 2;
    else if (sign === '$' && command.startsWith('$((', at)) at = behind(command, '))', at + 3);
    else if (sign === '$' && command.charAt(at + 1) === '(') {
      within.push(')');
      at += 2;
    } else if (sign === '"' || sign === '`') {
      if (within.at(-1) === sign) within.pop();
      else within.push(sign);
      at++;
    } else if (sign === '\n' && announced.length > 0 && !isQuoted) {
      for (const document of announced) {
        const end = endOf(command, document, at);
        if (end === undefined) return { span: document.span, delimiter: document.delimiter };
        at = end;
      }
      announced = [];
    } else if (isQuoted) at++;
    else if (sign === "'") at = behind(command, "'", at + 1, command.charAt(at - 1) === '$');
    else if (sign === '#' && !inWord.test(command.charAt(at - 1))) at = lineEnd(command, at);
    else if (command.startsWith('((', at) && !inWord.test(command.charAt(at - 1))) at = behind(command, '))', at + 2);
    else if (command.startsWith('<<<', at)) at += 3;
    else if (command.startsWith('<<', at)) {
      const document = documentAt(command, at);
      if (document) announced.push(document);
      at = document?.span.end ?? at + 2;
    } else {
      if (sign === '(') within.push(')');
      else if (sign === ')' && within.at(-1) === ')') within.pop();
      at++;
      if (sign === '\n' && within.length === 0) at = blockEnd(at) ?? at;
    }
  }
  const [never] = announced;
  return never && { span: never.span, delimiter: never.delimiter };
}

function documentAt(command: string, at: number): Announced | undefined {
  operator.lastIndex = at;
  const found = operator.exec(command);
  if (!found) return undefined;
  const [all, dash, single, double, plain = ''] = found;
  const delimiter = single ?? double ?? plain.replace(/\\(.)/g, '$1');
  return { span: { start: at, end: at + all.length }, delimiter, skipsTabs: dash === '-' };
}

/** The end of the line that ends a here-document whose text begins behind the line feed at `from`; a bracket that follows it is let pass, as shells do. */
function endOf(command: string, { delimiter, skipsTabs }: Announced, from: number): number | undefined {
  for (let start = from + 1; start <= command.length; ) {
    const end = lineEnd(command, start);
    const line = command.slice(start, end).replace(/\r$/, '');
    const own = skipsTabs ? line.replace(/^\t+/, '') : line;
    if (own === delimiter) return end;
    if (own.startsWith(delimiter) && /^\)+["`]?$/.test(own.slice(delimiter.length)))
      return start + line.length - own.length + delimiter.length;
    start = end + 1;
  }
  return undefined;
}

/** Tells where the block ends that a command of the tools begins at a place; `undefined`: none begins there. All calls together are linear. */
function blockFinder(command: string, blocks: ReadonlyMap<string, string>): (at: number) => number | undefined {
  const ends = new Map(blocks);
  for (const [, name = ''] of command.matchAll(/^end_of_([\w-]{1,100})/gm)) ends.set(name, `end_of_${name}`);
  const word = /[\w-]{1,100}/y;
  return at => {
    if (ends.size === 0) return undefined;
    word.lastIndex = at;
    const [name = ''] = word.exec(command) ?? [];
    const end = ends.get(name);
    if (end === undefined) return undefined;
    const stop = command.indexOf(`\n${end}`, at);
    // What does not end here ends nowhere behind.
    if (stop < 0) ends.delete(name);
    return stop < 0 ? undefined : lineEnd(command, stop + 1);
  };
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed < 0 ? text.length : feed;
}

/** The place behind the next `mark`; `escapes`: a backslash in front of it makes it text. The end of the text where there is none. */
function behind(text: string, mark: string, from: number, escapes = false): number {
  let at = text.indexOf(mark, from);
  while (escapes && at > 0 && text.charAt(at - 1) === '\\') at = text.indexOf(mark, at + 1);
  return at < 0 ? text.length : at + mark.length;
}
