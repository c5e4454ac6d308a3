import { csvCutter, csvDelimiter } from './csvCutter.ts';
import { itemCutter } from './itemCutter.ts';
import { lineCutter, wholeCutter } from './lineCutter.ts';
import type { Framing, RecordCutter } from './recordCutter.ts';

const extensions: Readonly<Record<string, Framing['kind']>> = {
  jsonl: 'lines',
  ndjson: 'lines',
  parquet: 'lines',
  json: 'items',
  traj: 'items',
  csv: 'csv',
  tsv: 'csv',
  txt: 'whole',
  md: 'whole',
};

/**
 * How a log is cut, by its first characters and its name. `isAll`: that is the whole log. Lines that are JSON each are
 * lines whatever the file is called.
 */
export function guessFraming(head: string, fileName: string, isAll: boolean): Framing {
  const extension = /\.([^./\\]+)$/.exec(fileName.replace(/\.(?:gz|zst)$/i, ''))?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
  if (named === 'whole') return { kind: 'whole' };
  if (named === 'csv') return { kind: 'csv', delimiter: csvDelimiter(head) };
  const text = head.trimStart();
  // Nothing has no rows, rather than one that is empty.
  if (text === '' && isAll) return { kind: named ?? 'lines' };
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const isCut = !isAll && lines.length === 1;
  if (isCut) return { kind: named ?? (text.startsWith('[') ? 'items' : 'lines') };
  const [first = ''] = lines;
  const isLine = isJson(first) && (lines.length > 1 || (named !== 'items' && !first.startsWith('[')));
  if (isLine && !(lines.length > 1 && first.trim() === '[]')) return { kind: 'lines' };
  if (named === 'lines') return { kind: 'lines' };
  if (text.startsWith('{') || text.startsWith('[')) return { kind: 'items' };
  return named
    ? { kind: 'lines' }
    : looksLikeCsv(lines)
      ? { kind: 'csv', delimiter: csvDelimiter(head) }
      : { kind: 'whole' };
}

/** Cuts a log whose first byte stands at `start`. */
export function cutterFor(framing: Framing, start = 0): RecordCutter {
  switch (framing.kind) {
    case 'lines':
      return lineCutter(start);
    case 'items':
      return itemCutter(start, framing.list);
    case 'csv':
      return csvCutter(framing.delimiter, start);
    default:
      return wholeCutter(start);
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** A line of names, and another with at least as many separators. */
function looksLikeCsv([first = '', second = '']: readonly string[]): boolean {
  return [',', ';', '\t'].some(each => {
    const count = first.split(each).length;
    return count > 1 && count === second.split(each).length && /^[\w "'.,;\t-]+$/.test(first.trim());
  });
}
