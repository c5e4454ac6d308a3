import assert from 'node:assert/strict';
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
    const samples = await samplesService({}, () => 0).judgeSamples({
      text,
      fileName: 'x.parser.json',
      name: 'x',
      files,
    });
    assert.deepEqual(
      samples.map(({ name, passed }) => [name, passed]),
      [
        ['parses', true],
        ['other value', false],
        ['in a file', true],
        ['no file', false],
        ['no code', false],
        ['as expected', true],
      ],
    );
    assert.deepEqual(
      samples.map(({ detail }) => detail.split(/[:.,]/)[0]),
      ['', 'value', '', 'b', 'TagNotFoundError', ''],
    );
    assert.match(samples[4]?.detail ?? '', /Cause: no fence\.$/);
    assert.ok(samples.every(({ span }) => text[span.start] === '{' && text[span.end - 1] === '}'));
  });
});
