import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { EngineError, type PackedVerdicts, verdicts } from '../../engine/index.ts';

/** The largest that packed rows may become, in bytes: some forty are a row. */
const maxUnpacked = 2 ** 31 - 1;

/** What stands before the numbers. */
interface Head {
  readonly count: number;
  readonly tables: readonly {
    readonly causes: readonly string[];
    readonly kinds: readonly string[];
  }[];
  readonly columns: readonly { readonly name: string; readonly table: readonly string[] }[];
  readonly dropped: readonly string[];
  readonly ids?: readonly (string | null)[];
  readonly runs: PackedVerdicts['runs'];
}

/**
 * The rows of some definitions as one text of ASCII: base64 of what was deflated. All tables are of the same rows, whose
 * places, names and columns are those of the first; their lengths and hashes are left out unless `isWhole`. Numbers are
 * little-endian, as on every machine that runs Node.
 */
export function packRows(tables: readonly PackedVerdicts[], isWhole = false): string {
  const [first] = tables as readonly [PackedVerdicts, ...PackedVerdicts[]];
  const head: Head = {
    count: first.count,
    tables: tables.map(({ causeTable, kindTable }) => ({ causes: causeTable, kinds: kindTable })),
    columns: first.columns.map(({ name, table }) => ({ name, table })),
    dropped: first.dropped,
    ...(first.ids && { ids: first.ids.map(id => id ?? null) }),
    runs: first.runs,
  };
  const text = Buffer.from(JSON.stringify(head));
  const arrays = [
    first.logs,
    differences(first.lines),
    differences(first.starts),
    isWhole ? first.lengths : new Uint32Array(first.count),
    isWhole ? first.hashes : new Uint32Array(first.count),
    ...tables.flatMap(({ verdicts, rights, causes, kinds }) => [verdicts, rights, causes, kinds]),
    ...first.columns.map(({ values }) => values),
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
  try {
    return unpack(text);
  } catch (error) {
    throw new EngineError('BrokenPart', `The rows of this part cannot be read: ${(error as Error).message}.`);
  }
}

function unpack(text: string): readonly PackedVerdicts[] {
  const bytes = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: maxUnpacked });
  const headEnd = 4 + bytes.readUInt32LE(0);
  const { count, tables, columns, dropped, ids, runs } = JSON.parse(bytes.toString('utf8', 4, headEnd)) as Head;
  let at = headEnd;
  const take = <T>(type: { new (buffer: ArrayBuffer): T; readonly BYTES_PER_ELEMENT: number }): T => {
    const end = at + count * type.BYTES_PER_ELEMENT;
    if (!(end <= bytes.length)) throw new Error('it ends too early');
    const own = new type(Uint8Array.prototype.slice.call(bytes, at, end).buffer as ArrayBuffer);
    at = end;
    return own;
  };
  const logs = take(Uint32Array);
  const lines = sums(take(Uint32Array));
  const starts = sums(take(Float64Array));
  const lengths = take(Uint32Array);
  const hashes = take(Uint32Array);
  const own = tables.map(({ causes: causeTable, kinds: kindTable }) => ({
    causeTable: strings(causeTable),
    kindTable: strings(kindTable),
    verdicts: upTo(take(Uint8Array), verdicts.length - 1),
    rights: upTo(take(Uint8Array), 2),
    causes: upTo(take(Uint16Array), causeTable.length),
    kinds: upTo(take(Uint16Array), kindTable.length),
  }));
  const values = columns.map(({ name, table }) => ({ name, table: strings(table), values: take(Uint16Array) }));
  if (ids && ids.length !== count) throw new Error('it has other rows than names');
  const shared = {
    ...{ count, logs, lines, starts, lengths, hashes, dropped: strings(dropped), columns: values },
    ...(ids && { ids: ids.map(id => (typeof id === 'string' ? id : undefined)) }),
    runs: runs.filter(([index, run]) => index < count && typeof run.id === 'string' && typeof run.retry === 'number'),
  };
  return own.map(table => ({ ...shared, ...table }));
}

function strings(list: readonly unknown[]): readonly string[] {
  if (!list.every(each => typeof each === 'string')) throw new Error('a name is not a text');
  return list as readonly string[];
}

function upTo<T extends Uint8Array | Uint16Array>(numbers: T, most: number): T {
  if (numbers.some(each => each > most)) throw new Error('a number stands for nothing');
  return numbers;
}

/** Numbers that grow are small as differences, and small numbers are packed well. */
function differences<T extends Uint32Array | Float64Array>(numbers: T): T {
  return numbers.map((each, i) => each - (numbers[i - 1] ?? 0)) as T;
}

function sums<T extends Uint32Array | Float64Array>(numbers: T): T {
  for (let i = 1; i < numbers.length; i++) numbers[i] = numbers[i]! + numbers[i - 1]!;
  return numbers;
}
