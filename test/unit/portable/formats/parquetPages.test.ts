import assert from 'node:assert/strict';
import { columnRange, expectPages } from '../../../../src/portable/formats/parquetPages.ts';

type Meta = Parameters<typeof columnRange>[0];

const meta = (more: Partial<Meta>): Meta => ({ path_in_schema: ['a', 'b'], ...more }) as Meta;

/** A number as Thrift's compact protocol writes it. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

type Page = {
  readonly kind?: 'data' | 'data2' | 'dictionary' | 'index';
  readonly values?: number;
  readonly packed?: number;
  readonly unpacked?: number;
  /** Bytes that are there. */
  readonly bytes?: number;
};

/** A page: its header, and as many bytes as it says, if not told otherwise. */
function page({ kind = 'data', values = 1, packed = 3, unpacked = 3, bytes = packed }: Page): number[] {
  const [type, field] = { data: [0, 5], index: [1, 0], dictionary: [2, 7], data2: [3, 8] }[kind] as [number, number];
  const own = kind === 'index' ? [] : [((field - 3) << 4) | 12, 0x15, ...varint(values), 0];
  const header = [0x15, ...varint(type), 0x15, ...varint(unpacked), 0x15, ...varint(packed), ...own, 0];
  return [...header, ...Array.from({ length: bytes }, () => 7)];
}

const expectOf = (pages: readonly Page[], values: number, rows = values) =>
  expectPages(new Uint8Array(pages.flatMap(page)).buffer, meta({ num_values: BigInt(values) }), rows);

suite('where a column of a Parquet file stands', () => {
  const range = (data: number, size: number, dictionary?: number) =>
    columnRange(
      meta({
        data_page_offset: BigInt(data),
        total_compressed_size: BigInt(size),
        ...(dictionary !== undefined && { dictionary_page_offset: BigInt(dictionary) }),
      }),
      100,
    );
  test('from its dictionary on, where it has one', () => {
    assert.deepEqual(range(10, 20), { startByte: 10, endByte: 30 });
    assert.deepEqual(range(10, 20, 0), { startByte: 10, endByte: 30 });
    assert.deepEqual(range(10, 20, 5), { startByte: 5, endByte: 25 });
  });
  test('anywhere behind the first four bytes, up to the end', () => {
    assert.deepEqual(range(4, 96), { startByte: 4, endByte: 100 });
    assert.deepEqual(range(100, 0), { startByte: 100, endByte: 100 });
    for (const [data, size] of [
      [3, 10],
      [4, 97],
      [101, 0],
      [10, -1],
    ] as const)
      assert.throws(() => range(data, size), /^Error: the column a\.b stands outside of the file$/);
  });
});

suite('the pages of a column, before they are read', () => {
  for (const [what, pages, values, bytes] of [
    ['none', [], 0, 0],
    ['one', [{ values: 5, unpacked: 40 }], 5, 40],
    [
      'several',
      [
        { values: 2, unpacked: 10 },
        { kind: 'data2', values: 3, unpacked: 7 },
      ],
      5,
      17,
    ],
    ['a dictionary, whose values are none of the column', [{ kind: 'dictionary', values: 9 }, { values: 2 }], 2, 6],
    ['one without a count', [{ kind: 'index' }, { values: 2 }], 2, 6],
    ['an empty one', [{ values: 1, packed: 0, unpacked: 0 }, { values: 1 }], 2, 3],
    ['the largest', [{ values: 8_388_608, unpacked: 268_435_456 }], 8_388_608, 268_435_456],
  ] as const satisfies readonly (readonly [string, readonly Page[], number, number])[])
    test(what, () => assert.deepEqual(expectOf(pages, values), { bytes, isFlat: true }));

  test('what stands behind the last value is not looked at', () =>
    assert.deepEqual(expectOf([{ values: 2 }, { values: -1, unpacked: -1 }], 2), { bytes: 3, isFlat: true }));

  test('lists have more values than rows', () =>
    assert.deepEqual(expectOf([{ values: 5 }], 5, 2), { bytes: 3, isFlat: false }));

  for (const [what, pages, values, words] of [
    ['cut off', [{ packed: 3, bytes: 2 }], 1, 'a page of the column a.b is cut off'],
    ['of less than nothing', [{ packed: -1, bytes: 4 }], 1, 'a page of the column a.b is cut off'],
    ['too large', [{ unpacked: 268_435_457 }], 1, 'a page of the column a.b claims 268435457 bytes'],
    ['of no size', [{ unpacked: -1 }], 1, 'a page of the column a.b claims -1 bytes'],
    ['of too many values', [{ values: 8_388_609 }], 1, 'a page of the column a.b claims 8388609 values'],
    ['of less than no values', [{ kind: 'dictionary', values: -1 }], 1, 'a page of the column a.b claims -1 values'],
    ['too few', [{ values: 2 }], 3, 'the column a.b has 2 values, and claims 3'],
    ['too many', [{ values: 2 }], 1, 'the column a.b has 2 values, and claims 1'],
  ] as const satisfies readonly (readonly [string, readonly Page[], number, string])[])
    test(`${what}: ${words}`, () => assert.throws(() => expectOf(pages, values), { message: words }));

  test('a long name is cut', () => {
    const long = meta({ path_in_schema: ['x'.repeat(200)], num_values: 1n });
    assert.throws(() => expectPages(new ArrayBuffer(0), long, 1), {
      message: `the column ${'x'.repeat(100)} has 0 values, and claims 1`,
    });
  });
});
