import { EngineError, type PackedVerdicts, verdicts } from '../../engine/index.ts';

/** What stands before the numbers of packed rows. */
export interface RowsHead {
  readonly count: number;
  readonly tables: readonly {
    readonly causes: readonly string[];
    readonly kinds: readonly string[];
    /** Absent in what was written before it was known, and where there is none. */
    readonly further?: PackedVerdicts['further'];
  }[];
  readonly columns: readonly { readonly name: string; readonly table: readonly string[] }[];
  readonly dropped: readonly string[];
  readonly ids?: readonly (string | null)[];
  readonly runs: PackedVerdicts['runs'];
  /** Whether the cuts of each table stand behind all else. Absent in what was written before they were known, and where there are none. */
  readonly hasCuts?: true;
}

/**
 * Reads what `packRows` wrote, after it was inflated. Throws `EngineError` of class `BrokenPart` where it is something else, or cannot be
 * inflated. Numbers are little-endian, as on every machine that runs us.
 */
export function readPackedRows(inflated: () => Uint8Array): readonly PackedVerdicts[] {
  try {
    return unpack(inflated());
  } catch (error) {
    throw new EngineError('BrokenPart', `The rows of this part cannot be read: ${(error as Error).message}.`);
  }
}

function unpack(bytes: Uint8Array): readonly PackedVerdicts[] {
  const headEnd = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = new TextDecoder().decode(bytes.subarray(4, headEnd));
  const { count, tables, columns, dropped, ids, runs, hasCuts } = JSON.parse(head) as RowsHead;
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
  const own = tables.map(({ causes: causeTable, kinds: kindTable, further }) => ({
    ...(further && { further: furtherIn(further, count, causeTable.length) }),
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
    count,
    logs,
    lines,
    starts,
    lengths,
    hashes,
    dropped: strings(dropped),
    columns: values,
    ...(ids && { ids: ids.map(id => (typeof id === 'string' ? id : undefined)) }),
    runs: runs.filter(([index, run]) => index < count && typeof run.id === 'string' && typeof run.retry === 'number'),
  };
  const cuts = own.map(() => (hasCuts ? upTo(take(Uint8Array), 1) : new Uint8Array(count)));
  return own.map((table, i) => ({ ...shared, ...table, cuts: cuts[i]! }));
}

function furtherIn(
  further: NonNullable<PackedVerdicts['further']>,
  count: number,
  most: number,
): NonNullable<PackedVerdicts['further']> {
  if (
    !further.every(([index, causes]) => index < count && causes.every(each => Number.isInteger(each) && each <= most))
  )
    throw new Error('a number stands for nothing');
  return further;
}

function strings(list: readonly unknown[]): readonly string[] {
  if (!list.every(each => typeof each === 'string')) throw new Error('a name is not a text');
  return list as readonly string[];
}

function upTo<T extends Uint8Array | Uint16Array>(numbers: T, most: number): T {
  if (numbers.some(each => each > most)) throw new Error('a number stands for nothing');
  return numbers;
}

function sums<T extends Uint32Array | Float64Array>(numbers: T): T {
  for (let i = 1; i < numbers.length; i++) numbers[i] = numbers[i]! + numbers[i - 1]!;
  return numbers;
}
