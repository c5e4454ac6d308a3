import assert from 'node:assert/strict';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';
import { DefinitionCache } from '../../../../../src/service/definitionCache.ts';
import { runtimesService } from '../../../../../src/service/runtimesService.ts';

suite('runtimes service', () => {
  const service = runtimesService(nodeHost, new DefinitionCache(nodeHost));
  const ref = (keys: object) => ({ text: JSON.stringify(keys), fileName: 'a.parser.json', name: 'a' });

  test('reads the answer that is given, unescaped where it is part of a JSON string', async () => {
    const answer = { text: '[1, \\"a\\"]', surroundings: { line: '"[1, \\"a\\"]"', span: { start: 1, end: 11 } } };
    const view = await service.compareRuntimes(ref({ type: 'JsonOutputParser' }), answer);
    assert.equal(view.answer, '[1, "a"]');
    assert.deepEqual(
      view.runtimes.map(({ type, title }) => [type, title]),
      [
        ['JsonOutputParser', 'Python'],
        ['JsonOutputParser', 'JavaScript'],
      ],
    );
    assert.deepEqual(
      view.runtimes.map(({ outcome }) => outcome),
      [{ value: '[\n  1,\n  "a"\n]' }, { value: '[\n  1,\n  "a"\n]' }],
    );
  });

  test('else the first sample, else an example; errors are said with what the model is told', async () => {
    const type = 'JsonOutputParser';
    assert.equal((await service.compareRuntimes(ref({ type, samples: [{ text: 'no' }] }))).answer, 'no');
    const view = await service.compareRuntimes(ref({ type, samples: [{ text: 'no' }] }));
    const [python, js] = view.runtimes.map(({ outcome }) => outcome);
    assert.ok(python && 'error' in python && js && 'error' in js);
    assert.match(python.error, /^OutputParserException: /);
    assert.match(python.feedback ?? '', /no/);
    // JavaScript's fixing parser catches no SyntaxError.
    assert.deepEqual(js, { error: `SyntaxError: Unexpected token 'o', "no" is not valid JSON` });
    assert.ok((await service.compareRuntimes(ref({ type }))).answer);
  });

  test('an instruction that raises stands in its place', async () => {
    const { runtimes } = await service.compareRuntimes(ref({ type: 'StructuredOutputParser' }));
    assert.equal(
      runtimes.every(({ raises, instruction }) => !raises || instruction.includes(': ')),
      true,
    );
  });
});
