import assert from 'node:assert/strict';
import { DefinitionCache } from '../../../../../src/service/definitionCache.ts';
import { interchangeService } from '../../../../../src/service/interchangeService.ts';

suite('edits of a configuration', () => {
  test('a response template is written into it', async () => {
    const service = interchangeService(new DefinitionCache({}));
    const text = JSON.stringify({
      parsers: { c: { type: 'response_template', response_template: { fields: { content: { close: '<e>' } } } } },
    });
    const edits = (...names: string[]) => service.templateEdits({ text, fileName: 'x.parser.json', names }, '{}');
    const [edit, ...others] = (await edits('c')) ?? [];
    assert.deepEqual([edit?.span, others], [{ start: 1, end: 1 }, []]);
    assert.match(edit?.text ?? '', /"response_template"/);
    assert.equal(await edits('nobody'), undefined);
  });
});
