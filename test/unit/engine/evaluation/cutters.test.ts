import assert from 'node:assert/strict';
import fc from 'fast-check';
import papa from 'papaparse';
import { csvFields } from '../../../../src/engine/evaluation/cutting/csvCutter.ts';
import { itemCutter } from '../../../../src/engine/evaluation/cutting/itemCutter.ts';
import { lineCutter } from '../../../../src/engine/evaluation/cutting/lineCutter.ts';
import { csvRecord, cutterFor, type Framing, guessFraming } from '../../../../src/engine/evaluation/index.ts';
import { propertyRuns } from '../../../propertyRuns.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** The records of a text that arrives in pieces of `size` bytes: their texts, and their lines. */
function cut(framing: Framing, text: string, size = 7, cutter = cutterFor(framing)) {
  const all = bytes(text);
  const records: [text: string | undefined, line: number][] = [];
  const take: Parameters<typeof cutter.push>[1] = ({ bytes, line, start, end }) => {
    const own = bytes && new TextDecoder().decode(bytes);
    if (own !== undefined) assert.equal(new TextDecoder().decode(all.subarray(start, end)), own);
    records.push([own, line]);
  };
  // The same memory for every piece, as streams have it.
  const memory = new Uint8Array(size);
  for (let from = 0; from < all.length; from += size) {
    const piece = all.subarray(from, from + size);
    memory.set(piece);
    cutter.push(memory.subarray(0, piece.length), take);
  }
  cutter.end(take);
  return records;
}

suite('records of logs', () => {
  test('lines, the blank ones left out', () =>
    assert.deepEqual(cut({ kind: 'lines' }, '{"a": 1}\r\n\n  \n"ü"\n[1'), [
      ['{"a": 1}\r', 1],
      ['"ü"', 4],
      ['[1', 5],
    ]));

  test('a document with an answer in it is a record, one with rows is not, at its own depth', () => {
    const records = (text: string) => cut({ kind: 'items' }, text).map(([own]) => own);
    for (const key of ['response', 'completion', 'choices', 'answer']) {
      const text = `{"${key}": 1, "results": [2]}`;
      assert.deepEqual(records(text), [text]);
    }
    assert.deepEqual(records('{"meta": {"data": [1]}, "rows": [2, 3]}'), ['2', '3']);
    assert.deepEqual(records('{"results": {"results": [2]}}'), ['2']);
  });

  test('a line that is too long is one record without bytes', () =>
    assert.deepEqual(cut({ kind: 'lines' }, `a\n${'x'.repeat(50)}\nb`, 7, lineCutter(0, 20)), [
      ['a', 1],
      [undefined, 2],
      ['b', 3],
    ]));

  test('a line as long as it may be has its bytes', () =>
    assert.deepEqual(cut({ kind: 'lines' }, `${'x'.repeat(20)}\n${'y'.repeat(21)}`, 7, lineCutter(0, 20)), [
      ['x'.repeat(20), 1],
      [undefined, 2],
    ]));

  test('a log that is one record, whatever stands in it', () => {
    for (const text of ['Dear all,\n\nthe answer is 42.\n', ' ', ''])
      assert.deepEqual(cut({ kind: 'whole' }, text), [[text, 1]]);
  });

  test('rows of a document that stand one object deeper, and those of the list that is named', () => {
    const text =
      '{"id": 1, "results": {"version": 3, "prompts": [{"raw": "x"}], "results": [\n{"a": [1]}, {"b": 2}], "stats": {}}, "config": {}}';
    assert.deepEqual(cut({ kind: 'items' }, text), [
      ['{"a": [1]}', 2],
      ['{"b": 2}', 2],
    ]);
    const cutter = cutterFor({ kind: 'items' });
    cut({ kind: 'items' }, text, 7, cutter);
    assert.deepEqual(JSON.parse(`${new TextDecoder().decode(cutter.header)}]}}`).results.version, 3);
    // An object without rows is followed by the list that has them.
    assert.deepEqual(cut({ kind: 'items' }, '{"results": {"a": 1}, "rows": [2, 3]}'), [
      ['2', 1],
      ['3', 1],
    ]);
    const answer = '{"data": {"choices": [{"message": {}}], "rows": []}}';
    assert.deepEqual(cut({ kind: 'items' }, answer), [[answer, 1]]);
    const trajectory =
      '{"trajectory": [{"response": "x"}],\n "history": [{"role": "user"}, {"role": "tool"}], "info": {}}';
    assert.deepEqual(cut({ kind: 'items', list: 'history' }, trajectory), [
      ['{"role": "user"}', 2],
      ['{"role": "tool"}', 2],
    ]);
  });

  test('what is packed is told by the name before `.gz`', () => {
    assert.deepEqual(guessFraming('{"a": 1}\n{"a": 2}\n', 'x.txt.GZ', true), { kind: 'whole' });
    assert.deepEqual(guessFraming('response\nx\n', 'x.csv.gz', true).kind, 'csv');
  });

  test('a line that tells Excel the delimiter is not a record', () => {
    const text = 'sep=;\r\na;b\r\n1;"x\n"\r\n';
    const framing = guessFraming(text, 'x.csv', true);
    assert.deepEqual(framing, { kind: 'csv', delimiter: ';' });
    assert.deepEqual(cut(framing, text), [
      ['a;b\r', 2],
      ['1;"x\n"\r', 3],
    ]);
    assert.deepEqual(cut({ kind: 'csv', delimiter: ',' }, 'sep=;\na,b\n'), [
      ['sep=;', 1],
      ['a,b', 2],
    ]);
  });

  test('items of a list', () =>
    assert.deepEqual(cut({ kind: 'items' }, '[\n {"a": "]}\\""},\n "text, ]", 12, null, [1, [2]]\n]\n'), [
      ['{"a": "]}\\""}', 2],
      ['"text, ]"', 3],
      ['12', 3],
      ['null', 3],
      ['[1, [2]]', 3],
    ]));

  test('the rows of a document; its other lists are not rows', () => {
    const cutter = itemCutter();
    const text = '{"eval": {"task": "quiz", "samples": [1]}, "samples": [{"id": 1}, {"id": 2}], "stats": [{"id": 3}]}';
    assert.deepEqual(
      cut({ kind: 'items' }, text, 5, cutter).map(([record]) => record),
      ['{"id": 1}', '{"id": 2}'],
    );
    assert.deepEqual(JSON.parse(`${new TextDecoder().decode(cutter.header)}]}`).eval.task, 'quiz');
  });

  for (const key of ['samples', 'trajectory', 'data', 'rows', 'items', 'records', 'results', 'responses', 'runs'])
    test(`the rows of a document under \`${key}\``, () =>
      assert.deepEqual(
        cut({ kind: 'items' }, `{"about": "x", "${key}": [{"id": 1}, {"id": 2}]}`).map(([record]) => record),
        ['{"id": 1}', '{"id": 2}'],
      ));

  test('a document with an answer is a record, whatever lists it has', () => {
    const text = '{"id": 1, "response": "hi", "items": [1, 2]}';
    assert.deepEqual(
      cut({ kind: 'items' }, text).map(([record]) => record),
      [text],
    );
    assert.equal(cut({ kind: 'items' }, '{"about": "response", "items": [1, 2]}').length, 2);
  });

  test('a document without rows is a record, and so is each of several', () =>
    assert.deepEqual(
      cut({ kind: 'items' }, '{"choices": [{"text": "a"}]}\n{\n"b": 2}').map(([record, line]) => [record, line]),
      [
        ['{"choices": [{"text": "a"}]}', 1],
        ['{\n"b": 2}', 2],
      ],
    ));

  test('a list that is cut off ends with a broken record', () =>
    assert.deepEqual(
      cut({ kind: 'items' }, '[{"a": 1}, {"a": ').map(([record]) => record),
      ['{"a": 1}', '{"a": '],
    ));

  test('records of CSV, with line breaks in quotes', () =>
    assert.deepEqual(cut({ kind: 'csv', delimiter: ',' }, 'id,text\r\n1,"a\r\n""b"", c"\r\n\r\n2,x"y\n3,"z'), [
      ['id,text\r', 1],
      ['1,"a\r\n""b"", c"\r', 2],
      ['2,x"y', 5],
      ['3,"z', 6],
    ]));

  test('fields of CSV', () => {
    assert.deepEqual(csvRecord('1;"a;\n""b"""\r', ';', ['id', '']), { id: '1', 'column 2': 'a;\n"b"' });
    assert.equal(csvRecord('3,"z', ',', ['id', 'text']), undefined);
    assert.deepEqual(csvRecord('1,a,b,c', ',', ['id', 'text', 'text']), {
      id: '1',
      text: 'a',
      'column 3': 'b',
      'column 4': 'c',
    });
  });

  test('of a million columns of CSV those are read that a spreadsheet may have', () => {
    const names = csvFields('n,'.repeat(1_000_000), ',')!;
    assert.equal(names.length, 16_384);
    assert.equal(Object.keys(csvRecord('"x",'.repeat(1_000_000), ',', names)!).length, 16_384);
    assert.equal(csvFields(`${'x,'.repeat(20_000)}"x`, ','), undefined);
  });

  test('records and fields of CSV are those of Papa Parse, whatever the quotes', () => {
    const characters = ['"', '"', '"', ',', ',', '\n', '\n', ' ', '\t', 'a', '\u00a0', 'é', '\u3000', '\u2003', '，'];
    const isRow = (fields: readonly string[] | undefined) => fields?.length !== 1 || fields[0] !== '';
    const theirs = (text: string, delimiter: string) => {
      const rows: (readonly string[] | undefined)[] = [];
      const step = ({ data, errors }: { data: string[]; errors: unknown[] }) =>
        rows.push(errors.length > 0 ? undefined : data);
      papa.parse(text, { delimiter, newline: '\n', step } as Parameters<typeof papa.parse>[1]);
      return rows.filter(isRow);
    };
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...characters), maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(',', '\t'),
        (start, size, delimiter) => {
          const text = `a${start}\n`;
          const ours = cut({ kind: 'csv', delimiter }, text, size).map(([record]) => csvFields(record!, delimiter));
          assert.deepEqual(ours.filter(isRow), theirs(text, delimiter));
        },
      ),
      { numRuns: propertyRuns(1000, 200_000) },
    );
  });

  test('however bytes are cut, the records are the same', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }))),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 2),
        (values, size, indent) => {
          const list = JSON.stringify(values, null, indent);
          const expected = values.map(value => JSON.stringify(value));
          const found = cut({ kind: 'items' }, list, size);
          assert.deepEqual(
            found.map(([record]) => JSON.stringify(JSON.parse(record!))),
            expected,
          );
          const lines = cut({ kind: 'lines' }, expected.join('\n'), size);
          assert.deepEqual(
            lines.map(([record]) => record),
            expected,
          );
        },
      ),
    ));
});

suite('how a log is cut', () => {
  const rows: readonly (readonly [kind: Framing['kind'], head: string, name: string])[] = [
    ['lines', '{"a": 1}\n{"a": 2}\n', 'x.jsonl'],
    ['lines', '{"a": 1}\n{"a": 2}\n', 'x.json'],
    ['lines', '{"a": 1}\nbroken\n', 'x.log'],
    ['items', '[{"a": 1}]', 'x.json'],
    ['items', '[\n{"a": 1},\n{"a": 2}\n]', 'x'],
    ['items', '{\n"samples": [', 'x.json'],
    ['items', '{"trajectory": [', 'x.traj'],
    ['csv', 'id,response\n1,a', 'x.csv'],
    ['csv', 'id,response\n1,a', ''],
    ['whole', 'Dear all,\nthe answer is 42.', 'x.txt'],
    ['lines', 'broken\n{"a": 1}', 'x.ndjson'],
    ['lines', '{"a": 1}', ''],
    ['items', '{"a": 1}', 'x.json'],
    ['items', '[1]', ''],
    ['lines', '[1]\n[2]', ''],
    ['whole', 'a note', 'README'],
    ['lines', 'a note', 'x.json'],
  ];
  for (const [kind, head, name] of rows)
    test(`${JSON.stringify(head)} in ${name || 'standard input'}: ${kind}`, () =>
      assert.equal(guessFraming(head, name, true).kind, kind));

  const cutOff: readonly (readonly [kind: Framing['kind'], head: string, name: string])[] = [
    ['lines', '{"a": "lo', ''],
    ['items', '[{"a": "lo', ''],
    ['lines', '[{"a": "lo', 'x.jsonl'],
    ['items', '{"a": "lo', 'x.json'],
    ['items', 'a note', 'x.json'],
    ['lines', '{"a": 1}\n{"a": "lo', ''],
    ['whole', '{"a": "lo', 'x.md'],
  ];
  for (const [kind, head, name] of cutOff)
    test(`${JSON.stringify(head)} and more in ${name || 'standard input'}: ${kind}`, () =>
      assert.equal(guessFraming(head, name, false).kind, kind));

  test('what separates the fields of CSV', () =>
    assert.deepEqual(guessFraming('id;response\n1;"a, b"\n', 'x.csv', true), { kind: 'csv', delimiter: ';' }));
});
