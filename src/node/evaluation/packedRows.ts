import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { measureNames, type PackedVerdicts, type RowNumber } from '../../engine/index.ts';
import {
  growing,
  ownNumbers,
  type RowsHead,
  readPackedRows,
  sharedNumbers,
} from '../../portable/logs/readPackedRows.ts';

/** The largest that packed rows may become, in bytes: some forty are a row. */
const maxUnpacked = 2 ** 31 - 1;

/** What tells whether a log was changed, which a part says of all its bytes at once. */
const leftOut: ReadonlySet<RowNumber> = new Set<RowNumber>(['lengths', 'hashes']);

/**
 * The rows of some definitions as one text of ASCII: base64 of what was deflated. All tables are of the same rows, whose
 * places, names and columns are those of the first; their lengths and hashes are left out unless `isWhole`. Numbers are
 * little-endian, as on every machine that runs Node.
 */
export function packRows(tables: readonly PackedVerdicts[], isWhole = false): string {
  const [first] = tables as readonly [PackedVerdicts, ...PackedVerdicts[]];
  const hasCuts = tables.some(({ cuts }) => cuts.includes(1));
  const measures = measureNames.filter(name => tables.some(table => table.measures?.[name]));
  const head: RowsHead = {
    count: first.count,
    tables: tables.map(({ causeTable, kindTable, further }) => ({
      causes: causeTable,
      kinds: kindTable,
      ...(further && { further }),
    })),
    columns: first.columns.map(({ name, table }) => ({ name, table })),
    dropped: first.dropped,
    ...(first.ids && { ids: first.ids.map(id => id ?? null) }),
    runs: first.runs,
    ...(hasCuts && { hasCuts }),
    ...(measures.length > 0 && { measures }),
  };
  const text = Buffer.from(JSON.stringify(head));
  const arrays = [
    ...sharedNumbers.map(name => {
      if (!isWhole && leftOut.has(name)) return new Uint32Array(first.count);
      return growing.has(name) ? differences(first[name]) : first[name];
    }),
    ...tables.flatMap(table => ownNumbers.map(name => table[name])),
    ...first.columns.map(({ values }) => values),
    ...(hasCuts ? tables.map(({ cuts }) => cuts) : []),
    ...tables.flatMap(table =>
      measures.map(name => table.measures?.[name] ?? new Float32Array(first.count).fill(Number.NaN)),
    ),
  ];
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  const bytes = [
    size,
    text,
    ...arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ];
  return deflateRawSync(Buffer.concat(bytes), { level: 1 }).toString('base64');
}

/** Reads what {@link packRows} wrote. Throws `EngineError` of class `BrokenPart` where it is something else. */
export function unpackRows(text: string): readonly PackedVerdicts[] {
  return readPackedRows(() => inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: maxUnpacked }));
}

function differences<T extends Uint32Array | Float64Array>(numbers: T): T {
  return numbers.map((each, i) => each - (numbers[i - 1] ?? 0)) as T;
}
