import assert from 'node:assert/strict';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { samplesService } from '../../../src/service/samplesService.ts';

suite('samples of a definition', () => {
  test('each has a verdict, and a detail when it fails', async () => {
    const text = JSON.stringify({
      type: 'MarkdownCodeBlockParser',
      language_name: 'python',
      samples: [
        { name: 'parses', text: '```python\n1\n```' },
        { name: 'other value', text: '```python\n1\n```', expect: { value: 'x' } },
        { name: 'in a file', file: 'a.md', expect: { value: '\n2\n' } },
        { name: 'no file', file: 'b.md' },
        { name: 'no code', text: '1' },
        { name: 'as expected', text: '1', expect: { error: 'TagNotFoundError' } },
      ],
    });
    const files = { 'a.md': { text: '```python\n2\n```' }, 'b.md': { error: 'b.md cannot be read.' } };
    const service = samplesService(new DefinitionCache({}), () => 0);
    const source = { text, fileName: 'x.parser.json', version: '1' };
    const { samples: rows, total } = await service.listSamples(source, 0);
    const numbers = [...rows.keys()];
    const samples = (await service.judge({ ...source, numbers, files, details: false })) ?? [];
    assert.deepEqual(
      samples.map(({ verdict }, i) => [rows[i]?.name, verdict]),
      [
        ['parses', 'pass'],
        ['other value', 'fail'],
        ['in a file', 'pass'],
        ['no file', 'error'],
        ['no code', 'fail'],
        ['as expected', 'pass'],
      ],
    );
    assert.equal(total, 6);
    assert.deepEqual(
      samples.map(({ detail }) => detail.split(/[:.,]/)[0]),
      ['', 'value', '', 'b', 'TagNotFoundError', ''],
    );
    assert.match(samples[4]?.detail ?? '', /Cause: no fence\.$/);
    assert.ok(rows.every(({ span }) => text[span.start] === '{' && text[span.end - 1] === '}'));
  });

  const definition = { type: 'MarkdownJsonObjectParser' };
  const fails = (name: string, long = 1) => ({ name, text: '1', expect: { value: 'x'.repeat(long) } });

  test('one call judges for a moment, and gives differences up to a size; the rest is asked for again', async () => {
    for (const [samples, pace, judged] of [
      [[fails('a'), fails('b'), fails('c')], 0, 3],
      [[fails('a'), fails('b'), fails('c')], 20, 2],
      [Array.from({ length: 12 }, (_, i) => fails(String(i), 100_000)), 0, 10],
    ] as const) {
      let time = 0;
      const service = samplesService(new DefinitionCache({}), () => (time += pace));
      const source = { text: JSON.stringify({ ...definition, samples }), fileName: 'x.parser.json', version: '1' };
      await service.listSamples(source, 0);
      const request = { ...source, files: {}, details: true };
      const numbers = samples.map((_, i) => i);
      assert.equal((await service.judge({ ...request, numbers }))?.length, judged);
      assert.equal(await service.judge({ ...request, numbers: [samples.length] }), undefined);
    }
  });

  test('what was listed is judged as long as it is that version of the file', async () => {
    const service = samplesService(new DefinitionCache({}), () => 0);
    const text = JSON.stringify({ ...definition, samples: [fails('a')] });
    const source = { text, fileName: 'x.parser.json', version: '1' };
    const namesOf = async (asked: typeof source) =>
      (await service.listSamples(asked, 0)).samples.map(({ name }) => name);
    const verdictsOf = async (version: string) =>
      (await service.judge({ ...source, version, numbers: [0], files: {}, details: false }))?.map(each => each.verdict);
    assert.equal(await verdictsOf('1'), undefined);
    assert.deepEqual(await namesOf(source), ['a']);
    const other = { ...source, text: text.replace('"a"', '"b"') };
    assert.deepEqual(await namesOf(other), ['a'], 'a text that is told to be the same');
    assert.deepEqual(await namesOf({ ...other, version: '2' }), ['b']);
    assert.deepEqual([await verdictsOf('1'), await verdictsOf('2')], [undefined, ['fail']]);
  });
});
