import assert from 'node:assert/strict';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { interchangeService } from '../../../src/service/interchangeService.ts';

const service = interchangeService(new DefinitionCache({}));

suite('imports of a part', () => {
  test('a definition knows its call, also where a part of the text calls it otherwise', async () => {
    const call = 'vote = MarkdownJsonDictParser(content_hint={"vote": "who"})';
    const text = `${call}\ndef second():\n    ${call}\n`;
    const start = text.lastIndexOf(call);
    const span = { start, end: start + call.length };
    const source = { text, fileName: 'agent.py' };
    assert.deepEqual((await service.importFrom([source])).origins, { vote: 'vote', vote_2: 'vote_2' });
    const part = await service.importFrom([source], { span });
    assert.deepEqual(part.origins, { '': 'vote_2' });
    const definition = part.text.replace('"who"', '"whom"');
    const request = { text: definition, fileName: 'vote.parser.json', names: ['vote'] };
    const answer = await service.rewriteCall(request, 'agentscope', { text, name: 'vote_2' });
    assert(answer?.ok);
    assert.equal(answer.edits.length, 1);
    assert.ok(answer.edits[0]!.span.start > start);
  });
});
