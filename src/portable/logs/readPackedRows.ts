import {
  EngineError,
  measureNames,
  type NumbersOf,
  type PackedVerdicts,
  type RowNumber,
  rowNumbers,
  verdicts,
} from '../../engine/index.ts';

/** The numbers that all tables have in common, and those of each, in the order in which they are written: a table's behind those of all. */
export const sharedNumbers = ['logs', 'lines', 'starts', 'lengths', 'hashes'] as const satisfies readonly RowNumber[];
export const ownNumbers = ['verdicts', 'rights', 'causes', 'kinds'] as const satisfies readonly RowNumber[];

/** What grows from row to row, so that differences are written: small numbers are packed well. */
export const growing: ReadonlySet<RowNumber> = new Set<RowNumber>(['lines', 'starts']);

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
  /** What of each table was measured, which stands behind the cuts. Absent where nothing was. */
  readonly measures?: readonly string[];
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
  const { count, tables, columns, dropped, ids, runs, hasCuts, measures = [] } = JSON.parse(head) as RowsHead;
  let at = headEnd;
  const take = <T>(type: { new (buffer: ArrayBuffer): T; readonly BYTES_PER_ELEMENT: number }): T => {
    const end = at + count * type.BYTES_PER_ELEMENT;
    if (!(end <= bytes.length)) throw new Error('it ends too early');
    const own = new type(Uint8Array.prototype.slice.call(bytes, at, end).buffer as ArrayBuffer);
    at = end;
    return own;
  };
  const takeEach = <K extends RowNumber>(names: readonly K[]) =>
    byName(names, name => take<NumbersOf<RowNumber>>(rowNumbers[name])) as { [N in K]: NumbersOf<N> };
  const common = takeEach(sharedNumbers);
  for (const name of sharedNumbers) if (growing.has(name)) sum(common[name]);
  const own = tables.map(({ causes: causeTable, kinds: kindTable, further }) => {
    const most = { verdicts: verdicts.length - 1, rights: 2, causes: causeTable.length, kinds: kindTable.length };
    const numbers = takeEach(ownNumbers);
    for (const name of ownNumbers) expectUpTo(numbers[name], most[name]);
    return {
      ...(further && { further: furtherIn(further, count, causeTable.length) }),
      causeTable: strings(causeTable),
      kindTable: strings(kindTable),
      ...numbers,
    };
  });
  const values = columns.map(({ name, table }) => ({ name, table: strings(table), values: take(Uint16Array) }));
  if (ids && ids.length !== count) throw new Error('it has other rows than names');
  const shared = {
    count,
    ...common,
    dropped: strings(dropped),
    columns: values,
    ...(ids && { ids: ids.map(id => (typeof id === 'string' ? id : undefined)) }),
    runs: runs.filter(([index, run]) => index < count && typeof run.id === 'string' && typeof run.retry === 'number'),
  };
  const cuts = own.map(() => (hasCuts ? expectUpTo(take(Uint8Array), 1) : new Uint8Array(count)));
  const measured = own.map(() => byName(measures, () => take(Float32Array)));
  return own.map((table, i) => ({
    ...shared,
    ...table,
    cuts: cuts[i]!,
    ...(measures.length > 0 && { measures: byName(measureNames, name => measured[i]![name]) }),
  }));
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

function byName<K extends string, T>(names: readonly K[], make: (name: K) => T): { [N in K]: T } {
  return Object.fromEntries(names.map(name => [name, make(name)])) as { [N in K]: T };
}

function expectUpTo<T extends Uint8Array | Uint16Array>(numbers: T, most: number): T {
  if (numbers.some(each => each > most)) throw new Error('a number stands for nothing');
  return numbers;
}

/** Makes differences the numbers again that they were written for. */
function sum(numbers: Uint32Array | Float64Array): void {
  for (let i = 1; i < numbers.length; i++) numbers[i] = numbers[i]! + numbers[i - 1]!;
}
