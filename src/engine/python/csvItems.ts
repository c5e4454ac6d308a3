/** The longest field that Python's `csv` takes, in code points. */
export const maxCsvField = 131072;

/**
 * Python's `csv.reader(StringIO(text), quotechar='"', delimiter=',', skipinitialspace=True)`, its rows one after
 * another; `undefined` where it raises `csv.Error`. Quotes count at the beginning of a field only. Linear.
 */
export function csvItems(text: string): string[] | undefined {
  const items: string[] = [];
  for (const line of joinQuoted(text)) if (!readLine(line, items)) return undefined;
  return items;
}

/** What has been read of a row, or of the field that goes on. */
export type CsvState = 'row' | 'field' | 'plain' | 'quoted' | 'quote';

/** The rows of a text: lines, joined where a quoted field goes over their ends. */
function* joinQuoted(text: string): Generator<string> {
  let state: CsvState = 'row';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '\n' && state !== 'quoted') {
      yield text.slice(from, i);
      from = i + 1;
      state = 'row';
    } else state = nextCsvState(state, character);
  }
  if (from < text.length) yield text.slice(from);
}

/** What a character makes of it; the ends of rows are not asked for. */
export function nextCsvState(state: CsvState, character: string): CsvState {
  if (state === 'quoted') return character === '"' ? 'quote' : 'quoted';
  if (state === 'quote') return character === '"' ? 'quoted' : character === ',' ? 'field' : 'plain';
  if (character === ',') return 'field';
  if (state === 'plain') return 'plain';
  if (character === '"') return 'quoted';
  return character === ' ' ? 'field' : 'plain';
}

/** Whether the character that led from one state to the other belongs to the field: quotes and skipped blanks do not. */
export function isCsvText(before: CsvState, after: CsvState): boolean {
  const isOpening = after === 'quoted' && before !== 'quoted' && before !== 'quote';
  return after !== 'field' && after !== 'quote' && !isOpening;
}

function readLine(line: string, items: string[]): boolean {
  let state: CsvState = 'row';
  let field: string[] = [];
  let size = 0;
  const end = () => {
    items.push(field.join(''));
    field = [];
    size = 0;
  };
  let at = 0;
  for (const character of line) {
    if (character === '\r' && state !== 'quoted') {
      // The end of a row; what follows in the line is the error that Python calls a new-line in an unquoted field.
      if (!/^\r+$/.test(line.slice(at))) return false;
      if (state !== 'row') end();
      return true;
    }
    at += character.length;
    const after = nextCsvState(state, character);
    if (after === 'field' && character === ',') end();
    else if (isCsvText(state, after)) {
      if (++size > maxCsvField) return false;
      field.push(character);
    }
    state = after;
  }
  if (state !== 'row') end();
  return true;
}
