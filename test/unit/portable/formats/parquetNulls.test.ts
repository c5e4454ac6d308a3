import { deepEqual, ok, rejects } from 'node:assert/strict';
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

suite('broken tables', () => {
  test('are told in words, and not in those of JavaScript', async () => {
    const whole = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'response', data: ['a', 'b', 'c'], type: 'STRING' },
          { name: 'n', data: [{ a: [1, null] }, null, { a: [] }], type: 'JSON' },
        ],
      }),
    );
    const messages = new Set<string>();
    // In the description, and in the texts of the second column: places where a length is not changed to a large one.
    const places = [-39, -46, -77, -80, -86, -92, -109, -129, -156, -165, -198, -204, -208, -217, -233];
    for (const place of places)
      for (const change of [1, 0x15]) {
        const bytes = whole.slice();
        const at = whole.length + place;
        bytes[at] = bytes[at]! ^ change;
        const slice = async (start: number, end = bytes.length) => bytes.slice(start, end).buffer as ArrayBuffer;
        try {
          const file = await openParquet({ byteLength: bytes.length, slice });
          for await (const _ of file.lines(0, file.count));
        } catch (error) {
          messages.add((error as Error).message);
        }
      }
    const ofJavaScript =
      /is not a function|undefined \(|Cannot |Unexpected|Expected|Invalid|must be an instance|DataView/;
    deepEqual(
      [...messages].filter(message => ofJavaScript.test(message)),
      [],
    );
    ok(messages.has('its parts do not fit together') && messages.has('a text of a JSON column is not JSON'));
  });
});
