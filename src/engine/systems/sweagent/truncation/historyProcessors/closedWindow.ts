import { EngineError } from '../../../../core/errors.ts';
import { partitionPoint } from '../../../../core/partitionPoint.ts';
import { pyTypeName } from '../../../../core/pyValue.ts';
import { isWhite, pyTruth, skipWhite } from '../../../../python/index.ts';
import { type HistoryItem, type HistoryProcessorType, required } from './historyEntry.ts';

/** SWE-agent's `ClosedWindowHistoryProcessor`: of a window that comes again later only the number of its lines stays. */
export const closedWindow: HistoryProcessorType = {
  type: 'closed_window',
  summary: 'A file’s window in a user message that is shown again later becomes one line.',
  properties: {},
  create: () => (items, remark) => {
    const kept: HistoryItem[] = [];
    const windows = new Set<string>();
    for (const item of [...items].reverse()) {
      const { entry, index } = item;
      if (required(entry, 'role') !== 'user' || pyTruth(entry.get('is_demo') ?? false)) {
        kept.push(item);
        continue;
      }
      const content = required(entry, 'content');
      if (typeof content !== 'string')
        throw new EngineError('TypeError', `expected string or bytes-like object, got '${pyTypeName(content)}'`);
      const lines = numberedLines(content);
      const copy = new Map(entry);
      if (lines) {
        const file = fileOf(content);
        if (file === undefined) {
          remark(index, 'Dropped by closed_window: it has numbered lines but names no file.');
          continue;
        }
        if (windows.has(file)) {
          const line = `Outdated window with ${lines.count} lines omitted...\n`;
          copy.set('content', content.slice(0, lines.start) + line + content.slice(lines.end));
          remark(index, `Shortened by closed_window: ${file} is shown again later.`);
        }
        windows.add(file);
      }
      kept.push({ index, entry: copy });
    }
    return kept.reverse();
  },
};

const number = /\p{Nd}+:/uy;

/** Where lines that begin with a number and a colon begin and end; `undefined`: there are none. */
export function numberedLines(
  text: string,
): { readonly start: number; readonly end: number; readonly count: number } | undefined {
  let found: { start: number; end: number; count: number } | undefined;
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    number.lastIndex = start;
    if (number.test(text)) found = { start: found?.start ?? start, end, count: (found?.count ?? 0) + 1 };
    if (newline === -1) break;
    start = end;
  }
  return found;
}

const opening = '[File:';

/**
 * The first group of `\[File:\s+(.*)\s+\(\d+\s+lines\ total\)\]`, searched for: the longest name on its line. Linear, as
 * the pattern itself would not be.
 */
function fileOf(text: string): string | undefined {
  const totals = [...text.matchAll(/\(\p{Nd}+[\s\x1c-\x1f\x85]+lines total\)\]/gu)].map(({ index }) => {
    let blanks = index;
    while (blanks > 0 && isWhite(text.charCodeAt(blanks - 1))) blanks--;
    return { blanks, parenthesis: index };
  });
  let lineEnd = -1;
  for (let head = text.indexOf(opening); head !== -1; head = text.indexOf(opening, head + 1)) {
    const first = head + opening.length;
    const start = skipWhite(text, first);
    if (start === first) continue;
    if (lineEnd < start) lineEnd = text.indexOf('\n', start) === -1 ? text.length : text.indexOf('\n', start);
    // The last total whose blanks begin on the name's line.
    const behind = lineEnd;
    const total = totals[partitionPoint(totals, ({ blanks }) => blanks <= behind) - 1];
    if (!total || total.blanks === total.parenthesis) continue;
    if (total.parenthesis > start) return text.slice(start, Math.min(total.parenthesis - 1, lineEnd));
    // Nothing but blanks between: they are shared by both sides of an empty name.
    if (total.parenthesis === start && start - first >= 2) return '';
  }
  return undefined;
}
