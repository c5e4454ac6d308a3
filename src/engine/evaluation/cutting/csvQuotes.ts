const [feed, tab, verticalTab, formFeed, carriageReturn, space, quote] = [0x0a, 0x09, 0x0b, 0x0c, 0x0d, 0x20, 0x22];

/** White space beyond ASCII that `trim` of JavaScript takes away, as the bytes of its UTF-8 in one number. */
const wideSpaces = new Set<number>([
  ...[0xc2a0, 0xe19a80, 0xe280a8, 0xe280a9, 0xe280af, 0xe2819f, 0xe38080, 0xefbbbf],
  ...Array.from({ length: 11 }, (_, i) => 0xe28080 + i),
]);
/** What such a character begins with. */
const wideStarts = new Set(
  [...wideSpaces].flatMap(bytes => (bytes > 0xffff ? [bytes >> 16, bytes >> 8] : [bytes >> 8])),
);

/** Where in a record of CSV a byte stands. */
export type CsvPlace = 'field start' | 'plain' | 'quoted' | 'behind quote' | 'behind space';

/**
 * Follows the quotes of CSV byte by byte, as Papa Parse reads them: quotes open only where a field begins, and close only
 * in front of a delimiter or the end of the record, with white space between them or not; any other quote is of the text.
 */
export class CsvQuotes {
  readonly #separator: number;
  #place: CsvPlace = 'field start';
  /** The first bytes of a wide character that may be white space. */
  #wide = 0;

  /** `separator`: the byte of an ASCII character. */
  constructor(separator: number) {
    this.#separator = separator;
  }

  get isQuoted(): boolean {
    return this.#place === 'quoted';
  }

  /** Takes the next byte; whether it ends the record. */
  ends(byte: number): boolean {
    switch (this.#place) {
      case 'quoted':
        if (byte === quote) this.#place = 'behind quote';
        return false;
      case 'behind quote':
      case 'behind space':
        return this.#endsBehindQuote(byte);
      default:
        if (byte === quote && this.#place === 'field start') this.#place = 'quoted';
        else this.#place = byte === this.#separator || byte === feed ? 'field start' : 'plain';
        return byte === feed;
    }
  }

  #endsBehindQuote(byte: number): boolean {
    if (this.#wide !== 0) {
      this.#wide = (this.#wide << 8) | byte;
      if (wideStarts.has(this.#wide)) return false;
      this.#place = wideSpaces.has(this.#wide) ? 'behind space' : 'quoted';
      this.#wide = 0;
      // Bytes that are not UTF-8 do not hide a quote.
      if (byte === quote) this.#place = 'behind quote';
      return false;
    }
    if (byte === this.#separator || byte === feed) this.#place = 'field start';
    else if (byte === quote) this.#place = this.#place === 'behind quote' ? 'quoted' : 'behind quote';
    else if (isSpace(byte)) this.#place = 'behind space';
    else if (wideStarts.has(byte)) this.#wide = byte;
    else this.#place = 'quoted';
    return byte === feed;
  }
}

function isSpace(byte: number): boolean {
  return byte === space || byte === carriageReturn || byte === tab || byte === verticalTab || byte === formFeed;
}
