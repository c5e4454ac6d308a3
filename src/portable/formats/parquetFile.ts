import { type ColumnChunk, parquetMetadataAsync, parquetSchema } from 'hyparquet';
import { assembleAsync, asyncGroupToRows, readRowGroup } from 'hyparquet/src/rowgroup.js';
import type { AsyncColumn } from 'hyparquet/src/types.js';
import xxhash from 'xxhash-wasm';
import { JsonLines, TextBytes } from './jsonLines.ts';
import { type ColumnRange, columnRange, expectPages, parquetCodecs } from './parquetPages.ts';

/** The bytes of a file, any of them at any time. */
export interface FileBytes {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** A Parquet file as rows. */
export interface ParquetRows {
  readonly count: number;
  /** What its columns hold when they are unpacked, by what the file says. */
  readonly bytes: number;
  /** The names of its columns. */
  readonly columns: readonly string[];
  /** Rows as lines of JSON, each an object, in UTF-8. `columns`: those that are read; absent: all. */
  lines(from: number, to: number, columns?: readonly string[]): AsyncGenerator<Uint8Array>;
}

/** The largest description of a file, in bytes; a thousand row groups of ten columns need some hundred thousand. */
const maxFooter = 64 * 1024 * 1024;
/** What a stretch of rows that is decoded at once may hold, in bytes. */
const stretchBytes = 24 * 1024 * 1024;
const maxStretch = 50_000;
/** What is nested is decoded a whole row group at once: so much may it hold, in bytes, where each of its values takes some. */
const maxNested = 512 * 1024 * 1024;
const valueSize = 32;
/** The largest column chunk: it is held while its rows are read. */
const maxChunk = 1024 * 1024 * 1024;
/** Texts stay the bytes that they are until they are written. */
const parsers = { stringFromBytes: (bytes: Uint8Array | undefined) => bytes && new TextBytes(bytes) };

/**
 * Opens a Parquet file: row groups one after the other, only the columns of the request, and of flat columns some
 * thousand rows at a time; `nestedLimit`: what lists and objects of a row group may claim, in bytes. Rejects with an `Error` in words where the file is broken, or claims what it does not have.
 */
export async function openParquet(file: FileBytes, nestedLimit = maxNested): Promise<ParquetRows> {
  try {
    const rows = await openDescribed(file, nestedLimit);
    return {
      ...rows,
      async *lines(from, to, columns) {
        try {
          yield* rows.lines(from, to, columns);
        } catch (error) {
          throw inWords(error);
        }
      },
    };
  } catch (error) {
    throw inWords(error);
  }
}

/** What JavaScript raises within the library that decodes says nothing to a user. */
function inWords(error: unknown): unknown {
  if (error instanceof SyntaxError) return new Error('a text of a JSON column is not JSON', { cause: error });
  const isOfJavaScript = error instanceof TypeError || error instanceof RangeError;
  return isOfJavaScript ? new Error('its parts do not fit together', { cause: error }) : error;
}

async function openDescribed(file: FileBytes, nestedLimit: number): Promise<ParquetRows> {
  const metadata = await readMetadata(file);
  const compressors = parquetCodecs(await xxhash());
  const schemaTree = parquetSchema(metadata);
  const names = schemaTree.children.map(({ element }) => element.name);
  expectOnce(names);
  const count = metadata.row_groups.reduce((sum, { num_rows }) => sum + rowsOf(num_rows), 0);
  return {
    count,
    bytes: metadata.row_groups.reduce((sum, { columns }) => sum + sizeOf(columns), 0),
    columns: names,
    async *lines(from, to, columns) {
      const selected = columns && names.filter(name => columns.includes(name));
      let groupStart = 0;
      for (const rowGroup of metadata.row_groups) {
        const groupRows = rowsOf(rowGroup.num_rows);
        const [first, last] = [Math.max(from - groupStart, 0), Math.min(to - groupStart, groupRows)];
        if (first < last) {
          const chunks = rowGroup.columns.flatMap(({ meta_data: meta }) => {
            if (!meta) throw new Error('a column has no description');
            return selected && !selected.includes(meta.path_in_schema[0]!) ? [] : [meta];
          });
          const bytes = new Map<number, ArrayBuffer>();
          const ranges: { columnMetadata: (typeof chunks)[number]; range: ColumnRange }[] = [];
          let [size, isFlat] = [0, true];
          let values = 0;
          for (const meta of chunks) {
            const range = columnRange(meta, file.byteLength);
            if (range.endByte - range.startByte > maxChunk)
              throw new Error('a row group has more than 1 GB in a column');
            const buffer = await file.slice(range.startByte, range.endByte);
            const pages = expectPages(buffer, meta, groupRows);
            size += pages.bytes;
            values += Number(meta.num_values);
            isFlat &&= pages.isFlat && meta.path_in_schema.length === 1;
            bytes.set(range.startByte, buffer);
            ranges.push({ columnMetadata: meta, range });
          }
          if (!isFlat) expectNested(size + valueSize * values, nestedLimit);
          const options = {
            file: { byteLength: file.byteLength, slice: (start: number) => bytes.get(start)! },
            compressors,
            metadata,
            ...(isFlat && { parsers }),
          };
          // Nested columns are decoded from their start on, whatever rows are wanted.
          const stretch = isFlat
            ? Math.max(1, Math.min(maxStretch, Math.floor((stretchBytes * groupRows) / Math.max(1, size))))
            : groupRows;
          for (let at = first; at < last; at += stretch) {
            const plan = {
              chunks: ranges,
              rowGroup,
              groupStart,
              groupRows,
              selectStart: at,
              selectEnd: Math.min(at + stretch, last),
            };
            const group = readRowGroup(options, { metadata } as Parameters<typeof readRowGroup>[1], plan);
            await settled(group.asyncColumns.map(expectValues));
            const read = assembleAsync(group, schemaTree);
            await settled(read.asyncColumns.map(({ data }) => data));
            const rows = await asyncGroupToRows(
              read,
              plan.selectStart,
              plan.selectEnd,
              selected && [...selected],
              'object',
            );
            yield* linesOf(rows);
          }
        }
        groupStart += groupRows;
      }
    },
  };
}

async function readMetadata(file: FileBytes) {
  if (file.byteLength < 12) throw new Error('it is too short');
  const view = new DataView(await file.slice(file.byteLength - 8, file.byteLength));
  if (view.getUint32(4, true) !== 0x31524150) throw new Error('its end is cut off, or it is another file');
  const size = view.getUint32(0, true);
  if (size > file.byteLength - 12) throw new Error('its description is longer than the file');
  if (size > maxFooter) throw new Error('its description is too long');
  return parquetMetadataAsync(file, { geoparquet: false });
}

function expectOnce(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new Error(`two of its columns are named ${name.slice(0, 100)}: rename one`);
    seen.add(name);
  }
}

/** Of what is null a column has `null`, or an empty list where what holds it is null: a number that stands for no entry of the dictionary gives nothing. */
async function expectValues({ pathInSchema, data }: AsyncColumn): Promise<void> {
  for (const values of (await data).data)
    if (Array.isArray(values) && !hasAll(values))
      throw new Error(`a value of the column ${pathInSchema.join('.').slice(0, 100)} is not in its dictionary`);
}

function hasAll(values: readonly unknown[]): boolean {
  for (const value of values) if (value === undefined || (Array.isArray(value) && !hasAll(value))) return false;
  return true;
}

function rowsOf(count: bigint): number {
  if (count < 0n || count > 2n ** 31n) throw new Error(`a row group claims ${count} rows`);
  return Number(count);
}

function sizeOf(columns: readonly ColumnChunk[]): number {
  return columns.reduce((sum, { meta_data: meta }) => sum + Number(meta?.total_uncompressed_size ?? 0), 0);
}

/** Throws where lists and objects of a row group claim more than is held at once. */
function expectNested(size: number, most: number): void {
  if (size <= most) return;
  const [claimed, limit] = [size, most].map(each => Math.round(each / 2 ** 20));
  throw new Error(
    `a row group has lists or objects of ${claimed} MB, which are read at once, and ${limit} MB is the limit: write it with smaller row groups`,
  );
}

/** Waits for all: what fails besides the first would be an error that nobody handles. */
async function settled(promises: readonly Promise<unknown>[]): Promise<void> {
  for (const ended of await Promise.allSettled(promises)) if (ended.status === 'rejected') throw ended.reason;
}

/** Lines, put together to pieces of some size. */
function* linesOf(rows: readonly Readonly<Record<string, unknown>>[]): Generator<Uint8Array> {
  const lines = new JsonLines();
  for (const row of rows) {
    lines.add(row);
    if (lines.isFull) yield lines.take()!;
  }
  const rest = lines.take();
  if (rest) yield rest;
}
