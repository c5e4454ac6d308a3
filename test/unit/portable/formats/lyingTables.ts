import { parquetMetadata } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { parquetWriteBuffer } from 'hyparquet-writer';

type Options = Omit<Parameters<typeof parquetWriteBuffer>[0], 'writer'>;

/** A Parquet file with a dictionary of three texts, and where the runs of its indexes begin. */
function dictionaryTable(): { readonly bytes: Buffer; readonly runs: number } {
  const data = Array.from({ length: 600 }, (_, i) => ['```json\n{"a": 1}\n```', 'x', 'y'][(i * 7) % 3]!);
  const columnData = [{ name: 'response', data, type: 'STRING' as const, nullable: false }];
  const bytes = Buffer.from(parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED' } as Options));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const meta = parquetMetadata(buffer as ArrayBuffer).row_groups[0]!.columns[0]!.meta_data!;
  const reader = { view: new DataView(buffer), offset: Number(meta.data_page_offset) };
  const header = parquetHeader(reader);
  if (header.data_page_header_v2?.encoding !== 'RLE_DICTIONARY') throw new Error('there is no dictionary');
  // One byte says how many bits an index has.
  return { bytes, runs: reader.offset + 1 };
}

/** Files that lie about one thing only, exactly. */
export const lyingTables: Readonly<Record<'index' | 'run' | 'packedRun', () => Buffer>> = {
  /** One index, the first, is the fourth of three. */
  index: () => {
    const { bytes, runs } = dictionaryTable();
    // The header of a packed run has one byte or two, the first index the lowest bits.
    const first = runs + (bytes[runs]! & 128 ? 2 : 1);
    bytes[first]! |= 3;
    return bytes;
  },
  /** A run of two billion equal indexes. */
  run: () => {
    const { bytes, runs } = dictionaryTable();
    bytes.set([0xfe, 0xff, 0xff, 0xff, 0x0f, 0x01], runs);
    return bytes;
  },
  /** A run of billions of packed ones. */
  packedRun: () => {
    const { bytes, runs } = dictionaryTable();
    bytes.set([0xff, 0xff, 0xff, 0xff, 0x0f], runs);
    return bytes;
  },
};
