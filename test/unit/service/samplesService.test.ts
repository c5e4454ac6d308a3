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
});
