/** The longest field that Python's `csv` takes, in code points. */
const maxField = 131072;

/** What has been read of a row, or of the field that goes on. */
type CsvState = 'row' | 'field' | 'plain' | 'quoted' | 'quote';

/**
 * Python's `csv.reader(StringIO(text), quotechar='"', delimiter=',', skipinitialspace=True)`, its rows one after another, for
 * a text that comes unit by unit. Quotes count at the beginning of a field only. Linear.
 */
export class CsvReader {
  #state: CsvState = 'row';
  #field = '';
  #size = 0;
  #item = '';
  #last = 0;
  /** The row has ended with a carriage return. */
  #hasReturn = false;

  /** The item that ended last. */
  get item(): string {
    return this.#item;
  }

  /** Takes a UTF-16 unit: whether an item ends in front of it. `error`: this is what Python raises `csv.Error` at. */
  push(unit: number): boolean | 'error' {
    const state = this.#state;
    // The second unit of a character does not count.
    const isCounted = !(isLow(unit) && isHigh(this.#last));
    this.#last = unit;
    if (state !== 'quoted' && (unit === feed || unit === carriageReturn)) {
      const isItem = this.end();
      this.#hasReturn = unit === carriageReturn;
      return isItem;
    }
    // Python calls it a new-line in an unquoted field.
    if (this.#hasReturn) return 'error';
    const after = nextState(state, unit);
    this.#state = after;
    if (after === 'field' && unit === comma) return this.#close();
    if (!isText(state, after)) return false;
    if (isCounted && ++this.#size > maxField) return 'error';
    this.#field += String.fromCharCode(unit);
    return false;
  }

  /** The row ends: whether an item does. */
  end(): boolean {
    if (this.#state === 'row') return false;
    this.#state = 'row';
    return this.#close();
  }

  #close(): true {
    this.#item = this.#field;
    this.#field = '';
    this.#size = 0;
    return true;
  }
}

/** The items of a whole text; `undefined` where {@link CsvReader} meets an error. */
export function csvItems(text: string): string[] | undefined {
  const items: string[] = [];
  const reader = new CsvReader();
  for (let i = 0; i < text.length; i++) {
    const result = reader.push(text.charCodeAt(i));
    if (result === 'error') return undefined;
    if (result) items.push(reader.item);
  }
  if (reader.end()) items.push(reader.item);
  return items;
}

/** What a unit makes of it; the ends of rows make nothing. */
function nextState(state: CsvState, unit: number): CsvState {
  if (state === 'quoted') return unit === quote ? 'quote' : 'quoted';
  if (state === 'quote') return unit === quote ? 'quoted' : unit === comma ? 'field' : 'plain';
  if (unit === comma) return 'field';
  if (state === 'plain') return 'plain';
  if (unit === quote) return 'quoted';
  return unit === blank ? 'field' : 'plain';
}

/** Whether the unit that led from one state to the other belongs to the field: quotes and skipped blanks do not. */
function isText(before: CsvState, after: CsvState): boolean {
  const isOpening = after === 'quoted' && before !== 'quoted' && before !== 'quote';
  return after !== 'field' && after !== 'quote' && !isOpening;
}

const feed = 0x0a;
const carriageReturn = 0x0d;
const blank = 0x20;
const quote = 0x22;
const comma = 0x2c;

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLow(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
