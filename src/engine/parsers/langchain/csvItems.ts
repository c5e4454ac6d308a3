/** The longest field that Python's `csv` takes, in code points. */
const maxField = 131072;

/**
 * Python's `csv.reader(StringIO(text), quotechar='"', delimiter=',', skipinitialspace=True)`, its rows one after
 * another; `undefined` where it raises `csv.Error`. Quotes count at the beginning of a field only. Linear.
 */
export function csvItems(text: string): string[] | undefined {
  const items: string[] = [];
  for (const line of joinQuoted(text)) if (!readLine(line, items)) return undefined;
  return items;
}

type State = 'row' | 'field' | 'plain' | 'quoted' | 'quote';

/** The rows of a text: lines, joined where a quoted field goes over their ends. */
function* joinQuoted(text: string): Generator<string> {
  let state: State = 'row';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '\n' && state !== 'quoted') {
      yield text.slice(from, i);
      from = i + 1;
      state = 'row';
    } else state = next(state, character);
  }
  if (from < text.length) yield text.slice(from);
}

function next(state: State, character: string): State {
  if (state === 'quoted') return character === '"' ? 'quote' : 'quoted';
  if (state === 'quote') return character === '"' ? 'quoted' : character === ',' ? 'field' : 'plain';
  if (character === ',') return 'field';
  if (state === 'plain') return 'plain';
  if (character === '"') return 'quoted';
  return character === ' ' ? 'field' : 'plain';
}

function readLine(line: string, items: string[]): boolean {
  let state: State = 'row';
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
    const after = next(state, character);
    const isOpening = after === 'quoted' && state !== 'quoted' && state !== 'quote';
    const isSkipped = after === 'field' || after === 'quote' || isOpening;
    if (after === 'field' && character === ',') end();
    else if (!isSkipped) {
      if (++size > maxField) return false;
      field.push(character);
    }
    state = after;
  }
  if (state !== 'row') end();
  return true;
}
