import { deepEqual, rejects } from 'node:assert/strict';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { openParquet } from '../../../../src/portable/formats/parquetFile.ts';

type Options = Omit<Parameters<typeof parquetWriteBuffer>[0], 'writer'>;
type Schema = NonNullable<Options['schema']>;

async function rowsOf(options: Options): Promise<unknown[]> {
  const bytes = new Uint8Array(parquetWriteBuffer(options)).slice();
  const file = await openParquet({
    byteLength: bytes.length,
    slice: async (start, end = bytes.length) => bytes.slice(start, end).buffer as ArrayBuffer,
  });
  let text = '';
  for await (const piece of file.lines(0, file.count)) text += new TextDecoder().decode(piece);
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as unknown);
}

const root = (children: number): Schema[number] => ({ name: 'schema', num_children: children });
const text = (name: string): Schema[number] => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
});
const list = (name: string, item: readonly Schema[number][]): Schema => [
  { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  ...item,
];

suite('null in tables', () => {
  const cases: readonly (readonly [shape: string, schema: Schema, rows: readonly unknown[]])[] = [
    ['texts', [text('c')], ['a', null, 'b']],
    ['lists', list('c', [text('element')]), [['a', null], null, [], ['b']]],
    ['lists of lists', list('c', list('element', [text('element')])), [[['a'], null], null, [[]]]],
    [
      'structs',
      [{ name: 'c', repetition_type: 'OPTIONAL', num_children: 2 }, text('a'), text('b')],
      [{ a: 'x', b: null }, null, { a: null, b: 'y' }],
    ],
    [
      'lists of structs',
      list('c', [{ name: 'element', repetition_type: 'OPTIONAL', num_children: 2 }, text('role'), text('content')]),
      [[{ role: 'user', content: null }, null], null],
    ],
    [
      'structs of lists',
      [{ name: 'c', repetition_type: 'OPTIONAL', num_children: 2 }, ...list('tags', [text('element')]), text('b')],
      [{ tags: ['x'], b: 'y' }, null, { tags: null, b: null }],
    ],
    [
      'maps',
      [
        { name: 'c', repetition_type: 'OPTIONAL', converted_type: 'MAP', num_children: 1 },
        { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
        { name: 'key', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
        text('value'),
      ],
      [{ k: 'v', l: null }, null, {}],
    ],
  ];
  for (const [shape, schema, rows] of cases)
    test(`${shape}: a row that is null is null`, async () => {
      const data = [...rows];
      deepEqual(
        await rowsOf({ columnData: [{ name: 'c', data }], schema: [root(1), ...schema] } as Options),
        rows.map(c => ({ c })),
      );
    });

  test('two columns of one name are an error that names them', async () => {
    const column = { name: 'response', data: ['a'], type: 'STRING' as const };
    await rejects(rowsOf({ columnData: [column, column] }), /two of its columns are named response/);
  });
});
