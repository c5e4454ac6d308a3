import assert from 'node:assert/strict';
import type { ModelMessage } from '../../../../../src/engine/core/result.ts';
import { answer, pydantic, schema, told } from '../../../service/feedbackIn.ts';

const members = ['/mood', '/stars', '/tags/1', '/tags/2', '/author/name', '/author/how old'];

const called = (name: string): ModelMessage => ({
  content: '',
  tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: answer } }],
});

suite('members that LangChain tells a model of', () => {
  test('in a text that Python quotes, once in each way of asking again that tells of it', async () => {
    const found = await told({ type: 'PydanticOutputParser', content_schema: schema }, answer);
    const ends = (path: string) => found.filter(each => each.startsWith(`${path} |`));
    for (const [i, path] of members.entries()) {
      assert.ok(ends(path).length >= 1, path);
      for (const end of ends(path)) assert.equal(end, pydantic[i]);
    }
    assert.equal(ends('/tags/1').length, ends('/tags/2').length);
  });

  test('a strategy: of a call’s arguments as well', async () => {
    const strategy = { type: 'ToolStrategy', schema: { class_name: 'Review', content_schema: schema } };
    assert.deepEqual((await told(strategy, called('Review'))).slice(0, 6), pydantic);
  });

  test('JavaScript’s strategy stops at the first fault, and names members in quotes: the others have no place', async () => {
    const strategy = { type: 'ToolStrategy', runtime: 'js', schema: { class_name: 'Review', content_schema: schema } };
    assert.deepEqual(
      (await told(strategy, called('Review'))).map(each => each.replace(/ \| .* \| /, ' | ')),
      ['/mood | - Instance does not have required property "mood"', '/stars | - Property "stars"'],
    );
  });
});
