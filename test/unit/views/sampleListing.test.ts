import assert from 'node:assert/strict';
import { readDefinitions } from '../../../src/engine/index.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { samplesService } from '../../../src/service/samplesService.ts';
import { type LineRange, sampledFile } from '../../../src/views/sampleListing.ts';

const type = '"type": "MarkdownJsonDictParser"';
const list = (text: string) => sampledFile(text, readDefinitions(text, 'x.parser.json')).page(0, 100);

/** The text at a place. */
function at(text: string, [line, character, endLine, endCharacter]: LineRange): string {
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/);
  const offset = (line: number, character: number) => lines.slice(0, line).join('').length + character;
  return text.slice(offset(line, character), offset(endLine, endCharacter));
}

suite('listing of samples', () => {
  test('whether a Python package has the class of a definition', () => {
    const text = `{ "parsers": { "a": { ${type} }, "b": { "type": "custom", "module": "x.py" } } }`;
    assert.deepEqual(
      list(text).definitions.map(({ name, hasFramework }) => `${name} ${hasFramework}`),
      ['a true', 'b false'],
    );
  });

  test('places of samples and of what they expect, whatever ends the lines', () => {
    for (const eol of ['\n', '\r\n', '\r']) {
      const text = [
        `{ ${type}, "samples": [`,
        '  { "name": "a", "text": "", "expect": { "content": 1,',
        '     "error": "X" } }, // why',
        '  7, { "text": "" }, { "name": "c", "file": "c.md", "expect": {} }',
        ']}',
      ].join(eol);
      const { samples, total } = list(text);
      assert.equal(total, 3);
      assert.deepEqual(
        samples.map(({ name, definition, file, head, parts }) => [
          name,
          definition,
          file,
          at(text, head),
          ...Object.entries(parts).map(([part, place]) => `${part} ${at(text, place)}`),
        ]),
        [
          ['a', 'x', undefined, '"expect"', 'content "content"', 'error "error"'],
          ['sample 3', 'x', undefined, '{'],
          ['c', 'x', 'c.md', '"expect"'],
        ],
      );
      assert.equal(at(text, samples[1]!.place), '{ "text": "" }');
    }
  });

  test('an edit of one sample is an edit of one, an edit of the definition of all its samples', () => {
    const file = (sample: string, hint: string) =>
      `{ "parsers": { "a": { ${type}, "samples": [{ "text": "1" }, { "text": "${sample}" }], "content_hint": "${hint}" }, "b": { ${type}, "samples": [{ "text": "1" }] } } }`;
    const keys = (text: string) => list(text).samples.map(({ key }) => key);
    const before = keys(file('2', 'h'));
    assert.equal(new Set(before).size, 3);
    const changed = (text: string) => keys(text).map((key, i) => key !== before[i]);
    assert.deepEqual(changed(file('3', 'h')), [false, true, false]);
    assert.deepEqual(changed(file('2', 'i')), [true, true, false]);
    assert.deepEqual(changed(`// a line more\n${file('2', 'h')}`), [false, false, false]);
  });

  test('pages', () => {
    const text = JSON.stringify({ type: 'identity', samples: Array.from({ length: 7 }, () => ({ text: 'x' })) });
    const file = sampledFile(text, readDefinitions(text, 'x'));
    assert.deepEqual(
      [0, 3, 6, 9].map(from =>
        file
          .page(from, 3)
          .samples.map(({ name }) => name.slice(-1))
          .join(''),
      ),
      ['123', '456', '7', ''],
    );
    assert.ok([0, 9].every(from => file.page(from, 3).total === 7));
  });

  test('a text that is not JSON says so, and lists what there is', () => {
    const { broken, samples } = list(`{ ${type}, "samples": [{ "text": "" }, { "text" `);
    assert.equal(samples.length, 1);
    assert.match(broken?.message ?? '', /./);
    assert.equal(list('').total, 0);
  });

  test('a sample tells its task', () => {
    const { samples } = list(`{ ${type}, "samples": [{ "text": "a", "task": "Sum up." }, { "text": "b" }] }`);
    assert.deepEqual(
      samples.map(({ task }) => task),
      ['Sum up.', undefined],
    );
  });
});

suite('judging of samples', () => {
  const samples = [
    { text: '{"a": 1}', expect: { value: { a: 1 } } },
    { text: '{"a": 1}', expect: { value: { a: 2 }, error: 'X' } },
    { file: 'a.md' },
    { file: 'b.md' },
    { text: '[' },
  ];
  const source = {
    fileName: 'x.parser.json',
    version: '1',
    text: JSON.stringify({ type: 'MarkdownJsonDictParser', samples }),
  };
  const files = { 'a.md': { text: '{}' }, 'b.md': { error: 'gone' } };
  const request = { ...source, numbers: [0, 1, 2, 3, 4], files, details: false };

  test('each has a verdict; differences when they are asked for', async () => {
    const service = samplesService(new DefinitionCache({}), () => 0);
    assert.equal(await service.judge(request), undefined);
    await service.listSamples(source, 0);
    const judged = await service.judge(request);
    assert.deepEqual(
      judged?.map(({ verdict, parts, differences }) => [verdict, parts.join(), differences.length]),
      [
        ['pass', '', 0],
        ['fail', 'error,value', 0],
        ['pass', '', 0],
        ['error', '', 0],
        ['fail', '', 0],
      ],
    );
    assert.deepEqual(judged?.[3]?.message, 'gone');
    assert.match(judged?.[4]?.message ?? '', /^JsonParsingError: /);
    const detailed = await service.judge({ ...request, numbers: [1], details: true });
    assert.deepEqual(detailed?.[0]?.differences[1], {
      part: 'value',
      expected: '{\n  "a": 2\n}',
      actual: '{\n  "a": 1\n}',
    });
    assert.equal(await service.judge({ ...request, version: '2' }), undefined);
  });

  test('values are cut, and a call gives a bounded number of them', async () => {
    const long = 'x'.repeat(150_000);
    const samples = Array.from({ length: 20 }, () => ({ text: JSON.stringify({ a: long }), expect: { value: long } }));
    const source = { fileName: 'y', version: '1', text: JSON.stringify({ type: 'MarkdownJsonDictParser', samples }) };
    const service = samplesService(new DefinitionCache({}), () => 0);
    await service.listSamples(source, 0);
    const judged = await service.judge({ ...source, numbers: [...samples.keys()], files: {}, details: true });
    assert.equal(judged?.length, 6);
    assert.ok(judged.every(({ differences }) => differences[0]?.actual.length === 100_000));
    const plain = await service.judge({ ...source, numbers: [...samples.keys()], files: {}, details: false });
    assert.equal(plain?.length, 20);
  });

  test('edits of expectations, those of a file that cannot be read left out', async () => {
    const service = samplesService(new DefinitionCache({}), () => 0);
    assert.equal(await service.expectationEdits(request), undefined);
    await service.listSamples(source, 0);
    const edits = await service.expectationEdits({ ...request, numbers: [1, 3, 4] });
    assert.deepEqual(
      edits?.map(({ span }) => source.text.slice(span.start, span.end)),
      ['{"a":2}', ',"error":"X"', ''],
    );
  });

  test('a call takes a moment at most, but judges one', async () => {
    let clock = 0;
    const service = samplesService(new DefinitionCache({}), () => (clock += 60));
    await service.listSamples(source, 0);
    assert.equal((await service.judge(request))?.length, 1);
  });
});
