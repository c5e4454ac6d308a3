import { isWhite } from '../../python/whitespace.ts';
import { defaultActionRegex } from './defaults.ts';

/** Where a pattern matched, and its group; UTF-16 offsets as in `PatternOutcome`. */
export type ActionSpans = readonly {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}[];

const metacharacters = /[\\^$.*+?()[\]{}|]/;

/** The literal ends of a pattern's matches; `skipsBlanks`: blanks up to their last line feed belong to the beginning. */
export interface ActionEnds {
  readonly begin: string;
  readonly end: string;
  readonly skipsBlanks: boolean;
}

/** The ends of a pattern whose search needs no pattern engine: mini-swe-agent's default, and `BEGIN(.*?)END`; `undefined`: another pattern. */
export function actionEnds(pattern: string): ActionEnds | undefined {
  if (pattern === defaultActionRegex) return { begin: opening, end: closing, skipsBlanks: true };
  const [begin, end, ...more] = pattern.split('(.*?)');
  if (!begin || !end || more.length > 0 || metacharacters.test(begin) || metacharacters.test(end)) return undefined;
  return { begin, end, skipsBlanks: false };
}

/** The matches of a pattern that has such ends, in linear time. `undefined`: another pattern. */
export function scanActions(pattern: string, text: string): ActionSpans | undefined {
  const ends = actionEnds(pattern);
  return ends && (ends.skipsBlanks ? scanDefault(text) : scanBetween(text, ends.begin, ends.end));
}

function scanBetween(text: string, begin: string, end: string): ActionSpans {
  const found = [];
  for (let start = text.indexOf(begin); start !== -1; ) {
    const from = start + begin.length;
    const to = text.indexOf(end, from);
    // No later opening has an end either.
    if (to === -1) break;
    found.push({ start, end: to + end.length, from, to });
    start = text.indexOf(begin, to + end.length);
  }
  return found;
}

const opening = '```mswea_bash_command';
const closing = '\n```';

/** ```` ```mswea_bash_command\s*\n(.*?)\n``` ````: the white space behind the word gives back as few characters as it must. */
function scanDefault(text: string): ActionSpans {
  const found: { start: number; end: number; from: number; to: number }[] = [];
  let hasClosing = true;
  for (let start = text.indexOf(opening); start !== -1; ) {
    const run = start + opening.length;
    let runEnd = run;
    while (runEnd < text.length && isWhite(text.charCodeAt(runEnd))) runEnd++;
    const newline = text.lastIndexOf('\n', runEnd - 1);
    let next = run;
    if (newline >= run) {
      const close: number = hasClosing ? text.indexOf(closing, newline + 1) : -1;
      hasClosing = close !== -1;
      const before = text.lastIndexOf('\n', newline - 1);
      if (hasClosing) found.push({ start, end: close + closing.length, from: newline + 1, to: close });
      // The fence closes directly behind the white space: its last line feed is the closing one's.
      else if (before >= run && text.startsWith(closing, newline))
        found.push({ start, end: newline + closing.length, from: before + 1, to: newline });
      next = found.at(-1)?.start === start ? (found.at(-1)?.end ?? run) : run;
    }
    start = text.indexOf(opening, next);
  }
  return found;
}
