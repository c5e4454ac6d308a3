import { type Fix, type Problem, problem } from '../../core/problem.ts';
import type { DefinitionSource } from '../parser.ts';
import { problemAt, replaceValue, spanInString } from './problemAt.ts';

/** A pair of tags as the instruction shows it. */
export interface TagLine {
  /** Where the pair stands in the definition. */
  readonly path: readonly (string | number)[];
  readonly name: string;
  readonly begin: string;
  readonly hint: string;
  readonly end: string;
  /** Whether an answer may leave it out. */
  readonly isOptional: boolean;
}

/** Beyond so many pairs only duplicates are looked for; every pair is searched in the text of all. */
const maxPairs = 300;

/** A part of the text that an answer like the instruction has. */
interface Part {
  readonly key: 'tag_begin' | 'content_hint' | 'tag_end' | undefined;
  readonly line: TagLine;
  readonly start: number;
  readonly end: number;
}

/**
 * What is wrong with pairs of tags of which the first begin tag and the first end tag behind it are searched, each pair
 * on its own. What a pair reads is tried on the very text that the instruction shows: begin tag, hint and end tag of
 * every pair, a line each. So whatever is found elsewhere than meant there is lost in an answer of that form as well.
 */
export function tagProblems(
  source: DefinitionSource,
  lines: readonly TagLine[],
  ownWords: readonly string[],
): Problem[] {
  const { parts, text } = layOut(lines);
  const openers = new Map<string, TagLine>();
  const problems: Problem[] = [];
  for (const [i, line] of lines.entries()) {
    const { path, begin, end } = line;
    if (begin === '') problems.push(...problemAt(source, 'empty-tag', [...path, 'tag_begin'], emptyBegin));
    if (end === '') problems.push(...problemAt(source, 'empty-tag', [...path, 'tag_end'], emptyEnd));
    if (begin === '') continue;
    const earlier = openers.get(begin);
    if (earlier) {
      const message = `\`${earlier.name}\` opens with ${code(begin)} too: both get the content that comes first in the answer.`;
      problems.push(...problemAt(source, 'duplicate-tag', [...path, 'tag_begin'], message));
      continue;
    }
    openers.set(begin, line);
    if (end === '') continue;
    if (begin === end) {
      const message = `${code(end)} both opens and closes the content. Where an answer repeats it, or leaves one out, the wrong part is read.`;
      problems.push(...problemAt(source, 'same-tags', [...path, 'tag_end'], message, slashFix(source, line)));
    }
    if (i >= maxPairs) continue;
    const inWords = ownWords.find(words => words.includes(begin));
    if (inWords !== undefined) {
      const message = `${code(begin)} is part of the instruction's own words “${inWords.trim()}”. If an answer repeats them, the content is read from there.`;
      problems.push(...problemAt(source, 'tag-in-instruction', [...path, 'tag_begin'], message));
    }
    problems.push(...misread(source, line, i, lines, parts, text));
  }
  return problems;
}

const emptyBegin = 'An empty tag is found at the start of every answer.';
const emptyEnd = 'An empty tag is found at once: the content is always empty.';

/** What is found elsewhere than meant of the pair `i`. */
function misread(
  source: DefinitionSource,
  line: TagLine,
  i: number,
  lines: readonly TagLine[],
  parts: readonly Part[],
  text: string,
): Problem[] {
  const [opener, closer] = [parts[4 * i]!, parts[4 * i + 2]!];
  const found = text.indexOf(line.begin);
  if (found < opener.start) {
    const part = parts.find(each => each.end > found)!;
    return foundEarly(source, line, part, found);
  }
  const closed = text.indexOf(line.end, opener.end);
  if (closed < closer.start) {
    const part = parts[4 * i + 1]!;
    const span = spanInString(
      source,
      [...line.path, 'content_hint'],
      closed - part.start,
      closed - part.start + line.end.length,
    );
    const message = `The hint contains ${code(line.end)}, which closes \`${line.name}\`: an answer like the hint ends there.`;
    return span ? [problem('tag-in-hint', message, span)] : [];
  }
  return foundInLater(source, line, lines.slice(i + 1, maxPairs));
}

/** The begin tag stands in a part of a pair before its own. */
function foundEarly(source: DefinitionSource, line: TagLine, part: Part, found: number): Problem[] {
  const { key, line: other } = part;
  if (key === 'content_hint') {
    const span = spanInString(source, [...other.path, key], found - part.start, found - part.start + line.begin.length);
    const message = `The hint of \`${other.name}\` contains ${code(line.begin)}, which opens \`${line.name}\`: in an answer like the hint, \`${line.name}\` is read from there.`;
    return span ? [problem('tag-in-hint', message, span)] : [];
  }
  const within = other[key === 'tag_begin' ? 'begin' : 'end'];
  const relation = within === line.begin ? `closes \`${other.name}\` as well` : `is part of ${code(within)}`;
  const where = key ? relation : 'is found';
  const message = `${code(line.begin)} ${where}, which comes earlier in the instruction, so \`${line.name}\` is read from there.`;
  return problemAt(source, 'tag-in-tag', [...line.path, 'tag_begin'], message);
}

/** The begin tag is part of a tag behind it: it is found there where the answer leaves it out or has another order. */
function foundInLater(source: DefinitionSource, line: TagLine, later: readonly TagLine[]): Problem[] {
  const other = later.find(
    each => each.begin !== line.begin && (each.begin.includes(line.begin) || each.end.includes(line.begin)),
  );
  if (!other) return similar(source, line, later);
  const within = other.begin.includes(line.begin) ? other.begin : other.end;
  const when = line.isOptional ? `leaves \`${line.name}\` out, or begins` : 'begins';
  const message = `${code(line.begin)} is part of ${code(within)}. If an answer ${when} with \`${other.name}\`, \`${line.name}\` is read from there.`;
  return problemAt(source, 'tag-in-tag', [...line.path, 'tag_begin'], message).map(problem =>
    line.isOptional ? problem : { ...problem, severity: 'info' },
  );
}

/** A begin tag behind it is the same in another letter case, or has the same word with more letters, or fewer: nothing is misread, but a model takes one for the other. */
function similar(source: DefinitionSource, line: TagLine, later: readonly TagLine[]): Problem[] {
  const word = wordOf(line.begin);
  const inCase = ({ begin }: TagLine) => begin !== line.begin && begin.toUpperCase() === line.begin.toUpperCase();
  const other = later.find(
    each => inCase(each) || isLonger(wordOf(each.begin), word) || isLonger(word, wordOf(each.begin)),
  );
  if (!other) return [];
  const what = inCase(other) ? 'letter case' : 'their ending';
  const message = `${code(line.begin)} and ${code(other.begin)} differ only in ${what}. The parser tells them apart, but a model easily confuses them.`;
  return problemAt(source, 'similar-tags', [...line.path, 'tag_begin'], message);
}

/** Whether a word is a shorter one with letters behind it. */
function isLonger(word: string, shorter: string): boolean {
  return shorter.length > 2 && word.startsWith(shorter) && /^\p{L}/u.test(word.slice(shorter.length));
}

/** A tag without the marks around it, in capitals. */
function wordOf(tag: string): string {
  return /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(tag)?.[0].toUpperCase() ?? '';
}

/** The pairs a line each, as the instruction shows them, with the four parts of each: two tags, the hint, the line feed. */
function layOut(lines: readonly TagLine[]): { readonly parts: readonly Part[]; readonly text: string } {
  const parts: Part[] = [];
  const texts: string[] = [];
  let start = 0;
  for (const line of lines.slice(0, maxPairs)) {
    const written = [
      ['tag_begin', line.begin],
      ['content_hint', line.hint],
      ['tag_end', line.end],
      [undefined, '\n'],
    ] as const;
    for (const [key, text] of written) {
      parts.push({ key, line, start, end: start + text.length });
      texts.push(text);
      start += text.length;
    }
  }
  return { parts, text: texts.join('') };
}

/** `[X]` closes as `[/X]`, where both are the same by mistake. */
function slashFix(source: DefinitionSource, { path, begin }: TagLine): Fix[] | undefined {
  const bracketed = /^([[<【(])([\p{L}\p{N}_ -]+)([\]>】)])$/u.exec(begin);
  return bracketed
    ? replaceValue(source, [...path, 'tag_end'], JSON.stringify(`${bracketed[1]}/${bracketed[2]}${bracketed[3]}`))
    : undefined;
}

/** A tag as messages show it: control characters as JSON escapes them, and quotes of another kind around back quotes. */
function code(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  return inner.includes('`') ? `“${inner}”` : `\`${inner}\``;
}
