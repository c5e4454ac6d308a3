import assert from 'node:assert/strict';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';
import { DefinitionCache } from '../../../../../src/service/definitionCache.ts';
import { replayService } from '../../../../../src/service/replayService.ts';

suite('replay by a model’s response template', () => {
  test('the regions close one after the other, and a field that comes again is open again', async () => {
    const fields = {
      thinking: { open: '<t>', close_pattern: '</t>\\s*' },
      calls: { open: '<c>', close: '</c>', repeats: true, content: 'json' },
      content: { close: '<end>' },
    };
    const text = JSON.stringify({ response_template: { start_anchor: '<bot>', fields } });
    const ref = { text, fileName: 'file:///nowhere/tiny/tokenizer_config.json', name: 'tiny' };
    const view = await replayService(nodeHost, new DefinitionCache(nodeHost)).replay(ref, {
      text: '<t>a</t> b<c>1</c>c<end>',
    });
    assert.equal(view.endOnly, undefined);
    assert.deepEqual(
      view.fields.map(({ key, value, reopenedAt }) => [key, value, reopenedAt !== undefined]),
      [
        ['thinking', '"a"', false],
        ['content', '"b"', true],
        ['calls', '[1]', false],
        ['content', '"c"', false],
      ],
    );
  });
});
