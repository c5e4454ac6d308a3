import type { AcceptedResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { ResponseParser } from '../definition/index.ts';

/** A longer text is one answer, in UTF-16 units, and so is one of more parts: each of them is read. */
const longestText = 2_000_000;
const mostParts = 2000;
/** A longer part is not diagnosed, in UTF-16 units, nor are more parts: each way to repair one costs what reading it costs. */
const longestDiagnosed = 20_000;
const mostDiagnosed = 200;

/** Texts that say nothing: whatever reads them reads any text, so that every part would be an answer. */
const plainTexts = ['Some words, and no more.', 'One line.\nAnother one.', '42'];
/** Causes by which what begins or ends an answer is not there: such a part is a piece of something else. */
const undelimited: ReadonlySet<string> = new Set(['cut-off', 'missing-brace', 'missing-tag', 'missing-label']);

/**
 * The answers that a text holds, in its order, where it holds several: at least two of the sections of its headings, of the
 * items of its list, or of its lines are each read or diagnosed by the definition, with all that delimits an answer. Empty:
 * the text is one answer. Code blocks alone never separate answers, and a definition that reads any text never splits one.
 * Linear in the text.
 */
export async function answersIn(text: string, parser: ResponseParser): Promise<readonly Span[]> {
  if (text.length > longestText || parser.readsMany) return [];
  for (const plain of plainTexts) if ((await parser.parse(plain)).ok) return [];
  const lines = linesOf(text);
  for (const { parts, isWhole } of partitions(text, lines)) {
    if (parts.length < 2 || parts.length > mostParts) continue;
    const answers = await answersAmong(text, parts, isWhole, parser);
    if (answers.length > 1) return answers;
  }
  return [];
}

/** A line, without its end, and whether it stands in a code block. */
interface Line extends Span {
  isFenced: boolean;
}

/** The lines of a text. A code block that another one opens in was never closed: what stands there is no code. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let opened: number | undefined;
  for (let start = 0; start <= text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    lines.push({ start, end, isFenced: false });
    const line = text.slice(start, Math.min(end, start + 100)).trim();
    if (line.startsWith('```')) {
      if (opened === undefined || line !== '```') opened = lines.length - 1;
      else {
        for (const fenced of lines.slice(opened)) fenced.isFenced = true;
        opened = undefined;
      }
    }
    start = end + 1;
  }
  return lines;
}

/** A way to take a text apart. `isWhole`: what stands between two marks was meant to be one thing, so that an end may be missing. */
interface Partition {
  readonly parts: readonly Span[];
  readonly isWhole: boolean;
}

/** By the headings of each level, by the items of a list, by lines. */
function partitions(text: string, lines: readonly Line[]): readonly Partition[] {
  const free = lines.filter(({ isFenced }) => !isFenced);
  const headings = free.flatMap(line => {
    const marks = /^ {0,3}(#{1,6})(?:[ \t]|\r?$)/.exec(text.slice(line.start, Math.min(line.end, line.start + 12)));
    return marks ? [{ line, level: marks[1]!.length }] : [];
  });
  const levels = [...new Set(headings.map(({ level }) => level))].sort();
  const items = free.flatMap(({ start, end }) => {
    const mark = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(text.slice(start, Math.min(end, start + 20)));
    return mark ? [{ start, from: start + mark[0].length }] : [];
  });
  return [
    ...levels.map(level => {
      const ends = headings.filter(heading => heading.level <= level);
      const parts = ends.flatMap((heading, i) =>
        heading.level === level ? trimmed(text, heading.line.end, ends[i + 1]?.line.start ?? text.length) : [],
      );
      return { parts, isWhole: true };
    }),
    { parts: items.flatMap(({ from }, i) => trimmed(text, from, items[i + 1]?.start ?? text.length)), isWhole: false },
    {
      parts: lines.some(({ isFenced }) => isFenced) ? [] : lines.flatMap(({ start, end }) => trimmed(text, start, end)),
      isWhole: false,
    },
  ];
}

/** A stretch without blanks around it; none where nothing is left. */
function trimmed(text: string, from: number, to: number): readonly Span[] {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  const end = from + part.trimEnd().length;
  return start < end ? [{ start, end }] : [];
}

async function answersAmong(
  text: string,
  parts: readonly Span[],
  isWhole: boolean,
  parser: ResponseParser,
): Promise<readonly Span[]> {
  const answers: Span[] = [];
  let diagnosed = 0;
  for (const part of parts) {
    const own = text.slice(part.start, part.end);
    const result = await parser.parse(own);
    if (result.ok) {
      if (isDelimited(own, result)) answers.push(part);
    } else if (own.length <= longestDiagnosed && diagnosed++ < mostDiagnosed) {
      const { candidates } = await parser.diagnose(own, { limit: 1, result });
      const [best] = candidates;
      if (best && beginsAnswer(own) && (isWhole || !best.causes.some(cause => undelimited.has(cause))))
        answers.push(part);
    }
  }
  return answers;
}

/** Whether all that delimits an answer stands there itself: what a system puts in front of bare JSON it may put in front of anything. */
function isDelimited(text: string, { repairs }: AcceptedResult): boolean {
  return repairs.every(({ name }) => !name.startsWith('missing-')) || hasBrackets(text);
}

/** Whether a text is JSON with its brackets, a code block, or tags, as far as its ends tell. */
function hasBrackets(text: string): boolean {
  return beginsAnswer(text) && /[\]}>`]$/.test(text);
}

function beginsAnswer(text: string): boolean {
  return /^[[{<`]/.test(text);
}
